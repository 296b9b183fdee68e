import LuaBridge
import Testing

@testable import LuaRules

@Suite struct SchemaDocumentTests {
  static let types: [(schema: String, type: ValueType)] = [
    ("{}", .any),
    ("true", .any),
    (#"{"type": "boolean"}"#, .boolean),
    (#"{"type": "integer"}"#, .integer(nil)),
    (#"{"type": "integer", "minimum": 0, "maximum": 255}"#, .integer(0...255)),
    (#"{"type": "integer", "minimum": 0, "maximum": 18446744073709551615}"#, .integer(0 ... .max)),
    (#"{"type": "integer", "exclusiveMinimum": 0.5, "exclusiveMaximum": 5}"#, .integer(1...4)),
    (#"{"type": "number", "minimum": 0}"#, .number),
    (#"{"type": ["integer", "number", "null"]}"#, .optional(.number)),
    (#"{"type": "string", "minLength": 3}"#, .string),
    (#"{"type": ["string", "null"]}"#, .optional(.string)),
    (#"{"type": ["string", "integer"]}"#, .any),
    (#"{"type": "null"}"#, .optional(.enumeration([ValueType.Scalar]()))),
    (#"{"type": "string", "format": "date-time"}"#, .date),
    (#"{"type": ["string", "null"], "format": "uuid"}"#, .optional(.uuid)),
    (#"{"format": "uri"}"#, .url),
    (#"{"type": "string", "format": "byte"}"#, .data),
    (#"{"type": "string", "format": "decimal"}"#, .decimal),
    (#"{"type": ["string", "integer", "null"], "format": "decimal"}"#, .optional(.decimal)),
    (#"{"type": "string", "format": "duration"}"#, .duration),
    (#"{"type": "string", "format": "email"}"#, .string),
    (#"{"enum": ["a", "b", null]}"#, .optional(.enumeration(["a", "b"]))),
    (#"{"type": "number", "enum": [1, 2.5]}"#, .enumeration([.number(1), .number(2.5)])),
    (#"{"enum": [1, "a", true]}"#, .enumeration([.integer(1), .string("a"), .boolean(true)])),
    (#"{"enum": [[1]]}"#, .any),
    (#"{"const": "a"}"#, .enumeration(["a"])),
    (#"{"const": null}"#, .optional(.enumeration([ValueType.Scalar]()))),
    (#"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#, .enumeration(["a", "b"])),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, .optional(.integer(nil))),
    (#"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#, .any),
    (#"{"allOf": [{"type": "integer"}]}"#, .integer(nil)),
    (
      #"{"allOf": [{"type": "integer", "minimum": 0}, {"type": "number", "maximum": 9}, true]}"#,
      .integer(0...9)
    ),
    (#"{"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b"]}]}"#, .enumeration(["b", "c"])),
    (
      #"{"allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}, "required": ["a"], "additionalProperties": false}]}"#,
      .object(
        ObjectType(
          members: [.init("a", .string, isRequired: true), .init("b", .any, isRequired: false)],
          isOpen: false))
    ),
    (
      #"{"properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"a": {"enum": ["x"]}}}]}"#,
      .object(
        ObjectType(members: [.init("a", .enumeration(["x"]), isRequired: false)], isOpen: true))
    ),
    (##"{"$ref": "#/$defs/Color", "enum": ["red", "green"]}"##, .enumeration(["red"])),
    (##"{"$ref": "#/$defs/Color", "const": "gray"}"##, .enumeration(["gray"])),
    (##"{"$ref": "#/$defs/Color", "description": "own"}"##, .enumeration(["gray", "red"])),
    (##"{"allOf": [{"$ref": "#/$defs/Color"}, {"enum": ["gray"]}]}"##, .enumeration(["gray"])),
    (#"{"type": "array"}"#, .list(of: .any)),
    (#"{"type": "array", "items": {"type": "string"}}"#, .list(of: .string)),
    (#"{"type": "object"}"#, .dictionary(of: .any)),
    (#"{"type": "object", "additionalProperties": true}"#, .dictionary(of: .any)),
    (#"{"type": "object", "additionalProperties": {"type": "number"}}"#, .dictionary(of: .number)),
    (
      #"{"type": "object", "additionalProperties": false}"#,
      .object(ObjectType(members: [], isOpen: false))
    ),
    (
      #"{"title": "Todo", "properties": {"b": {"type": "string", "description": "B"}, "a": {"type":"number","default": 3}}, "required": ["b"]}"#,
      .object(
        ObjectType(
          name: "Todo",
          members: [
            .init("a", .number, isRequired: false, defaultValue: .number(3)),
            .init("b", .string, description: "B"),
          ], isOpen: true))
    ),
    (##"{"$ref": "#/$defs/Color"}"##, .enumeration(["gray", "red"])),
    (##"{"$ref": "#/definitions/a~1b%20c"}"##, .integer(nil)),
    (##"{"$ref": "#/$defs/Loop"}"##, .any),
    (#"{"x-opaque": "View"}"#, .opaque("View")),
  ]

  private static func document(_ schema: String) -> String {
    ##"{"properties": {"key": \##(schema)}, "$defs": {"Color": {"enum": ["gray", "red"]},"##
      + ##""Loop": {"$ref": "#/$defs/Loop"}}, "definitions": {"a/b c": {"type": "integer"}}}"##
  }

  @Test(arguments: types)
  func `a schema describes a type`(schema: String, type: ValueType) throws {
    let document = try SchemaDocument(json: Self.document(schema))
    #expect(document.keys.map(\.type) == [type])
  }

  static let mistakes: [TextCase] = [
    TextCase("{", "line 1, column 2: expected a name in double quotes, got the end of the text"),
    TextCase("[1]", "`#`: expected an object, got a list"),
    TextCase(#"{"type": "array"}"#, "`#/type`: a schema of keys has the type `object`"),
    TextCase(
      #"{"properties": {"todo": {"type": 1}}}"#,
      "`#/properties/todo/type`: expected a string, got a number"),
    TextCase(
      #"{"properties": {"a/~b": {"type": "int"}}}"#,
      "`#/properties/a~1~0b/type`: unknown type `int`;"
        + " expected one of array, boolean, integer, null, number, object, string"),
    TextCase(#"{"properties": {"a": 1}}"#, "`#/properties/a`: expected an object, got a number"),
    TextCase(#"{"properties": {"a": false}}"#, "`#/properties/a`: `false` allows no value at all"),
    TextCase(
      #"{"properties": {"a": {"type": "string", "default": 3}}}"#,
      "`#/properties/a/default`: expected a string, got 3"),
    TextCase(
      #"{"properties": {"a": {"type": "array", "items": {"type": "string"}, "default": ["", 3]}}}"#,
      "`#/properties/a/default`: expected a string for `2`, got 3"),
    TextCase(
      #"{"properties": {"a": {"type": "string", "enum": ["a", 1]}}}"#,
      "`#/properties/a/enum/1`: expected a string, got 1"),
    TextCase(
      #"{"properties": {"a": {"description": 1}}}"#,
      "`#/properties/a/description`: expected a string, got a number"),
    TextCase(
      ##"{"properties": {"a": {"$ref": "#/$defs/X"}}}"##,
      "`#/properties/a/$ref`: there is nothing at `#/$defs/X`"),
    TextCase(
      #"{"properties": {"a": {"$ref": "other.json"}}}"#,
      "`#/properties/a/$ref`: only references like `#/$defs/Name` are understood, got `other.json`"),
    TextCase(##"{"$ref": "#"}"##, "`#/$ref`: the references lead around in a circle"),
    TextCase(
      #"{"properties": {"a": {"type": "integer", "minimum": 3, "maximum": 2}}}"#,
      "`#/properties/a`: no integer is in the given range"),
    TextCase(
      #"{"properties": {"a": {"type": "number", "minimum": 3, "maximum": 2.5}}}"#,
      "`#/properties/a`: no number is in the given range"),
    TextCase(
      #"{"properties": {"a": {"type": "number", "exclusiveMinimum": 3, "maximum": 3}}}"#,
      "`#/properties/a`: no number is in the given range"),
    TextCase(
      #"{"properties": {"a": {"type": "array", "minItems": 3, "maxItems": 2}}}"#,
      "`#/properties/a`: no list is as long as `minItems` and `maxItems` say"),
    TextCase(
      #"{"properties": {"a": {"type": "array", "minItems": -1}}}"#,
      "`#/properties/a/minItems`: expected an integer from 0 on"),
    TextCase(
      #"{"properties": {"a": {"type": "array", "maxItems": "3"}}}"#,
      "`#/properties/a/maxItems`: expected an integer, got a string"),
    TextCase(
      #"{"additionalProperties": 1}"#,
      "`#/additionalProperties`: expected true, false or an object, got a number"),
    TextCase(
      #"{"properties": {"a": {"allOf": [{"type": "string"}, {"type": "integer"}]}}}"#,
      "`#/properties/a`: no value has the types of all parts"),
    TextCase(
      #"{"properties": {"a": {"allOf": [{"enum": ["x"]}, {"enum": ["y"]}]}}}"#,
      "`#/properties/a`: no value is in all of the lists of `enum`"),
    TextCase(
      ##"{"properties": {"a": {"$ref": "#/properties/a", "enum": ["y"]}}}"##,
      "`#/properties/a`: the references lead around in a circle"),
    TextCase(
      #"{"properties": {"a": {"typ": "string"}}}"#,
      "`#/properties/a/typ`: unknown keyword `typ`; did you mean `type`?"),
    TextCase(
      #"{"properties": {"a": {"type": "number", "x-hitpolicy": "sum"}}}"#,
      "`#/properties/a/x-hitpolicy`: unknown keyword `x-hitpolicy`; did you mean `x-hit-policy`?"),
    TextCase(
      #"{"properties": {"a": {"properties": {"b": {"writeonly": true}}}}}"#,
      "`#/properties/a/properties/b/writeonly`: unknown keyword `writeonly`;"
        + " did you mean `writeOnly`?"),
    TextCase(
      #"{"properties": {"a": {"items": {"anyOf": [{"minLenght": 3}]}}}}"#,
      "`#/properties/a/items/anyOf/0/minLenght`: unknown keyword `minLenght`;"
        + " did you mean `minLength`?"),
    TextCase(
      #"{"$defs": {"a": {"hitPolicy": "sum"}}, "properties": {}}"#,
      "`#/$defs/a/hitPolicy`: unknown keyword `hitPolicy`; did you mean `x-hit-policy`?"),
    TextCase(
      #"{"propertes": {"a": {}}}"#,
      "`#/propertes`: unknown keyword `propertes`; did you mean `properties`?"),
    TextCase(
      #"{"type": "object"}"#,
      "`#`: the schema declares no keys; they are the members of `properties`"),
    TextCase("\n [ ]", "`#`: expected an object, got a list"),
    TextCase("[1]", "`#`: expected an object, got a list"),
    TextCase(#"{"x-host": ["a", 1]}"#, "`#/x-host/1`: expected a string, got a number"),
    TextCase(#"{"x-host": 1}"#, "`#/x-host`: expected an object or a list of names, got a number"),
  ]

  @Test func `an empty document declares nothing`() throws {
    #expect(try RuleSchema(json: "{}").isEmpty)
  }

  @Test(arguments: mistakes)
  func `a mistake is named with its pointer`(_ example: TextCase) {
    #expect(throws: SchemaReadingError.self) { try SchemaDocument(json: example.input) }
    let text = outcome {
      _ = try SchemaDocument(json: example.input)
      return .nil
    }
    #expect(text == example.expected)
  }

  @Test func `what is not enforced is told once for each keyword`() throws {
    let schema = try RuleSchema(
      json: #"""
        {"properties": {
          "a": {"type": "string", "minLength": 3, "pattern": "x", "default": "minLength"},
          "b": {"type": "string", "minLength": 3, "examples": [{"pattern": 1}], "x-own": 1},
          "minItem": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
          "c": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}
        """#,
      name: "s.json")
    #expect(
      schema.warnings.map(\.description) == [
        "s.json: warning: `#/properties/a/minLength`: `minLength` is not enforced [bad-schema]",
        "s.json: warning: `#/properties/a/pattern`: `pattern` is not enforced [bad-schema]",
        "s.json: warning: `#/properties/minItem/oneOf`: a value of several types is read as any "
          + "value [bad-schema]",
      ])
  }

  @Test func `keys come from all parts of the root`() throws {
    let document = try SchemaDocument(
      json: ##"""
        {"allOf": [{"$ref": "#/$defs/base"}, {"properties": {"b": {"type": "string"}}}],
         "$defs": {"base": {"properties": {"a": {"type": "integer", "x-hit-policy": "sum"}}}}}
        """##)
    #expect(document.keys.map(\.name) == ["a", "b"])
    #expect(document.keys.map(\.hitPolicy) == [.sum, .first])
  }

  @Test func `host functions, defaults and descriptions are read`() throws {
    let document = try SchemaDocument(
      json: ##"""
        {"type": "object", "additionalProperties": false,
         "properties": {
           "todo": {"$ref": "#/$defs/Todo", "description": "own"},
           "count": {"type": "integer", "default": 3.0, "description": "How many"},
           "none": {"type": ["string", "null"], "default": null}},
         "$defs": {"Todo": {"type": "object", "default": {"a": 1}, "description": "other"}},
         "x-host": {"log": {"description": "Logs"}, "alert": {}}}
        """##)
    #expect(document.keys.map(\.name) == ["count", "none", "todo"])
    #expect(document.keys.map { $0.defaultValue?.dump } == ["3", "null", "{a=1}"])
    #expect(document.keys.map(\.description) == ["How many", nil, "own"])
    #expect(document.hostFunctions == ["alert", "log"])
    #expect(!document.isOpen)
  }

  // MARK: - References

  @Test func `a type that contains itself ends`() throws {
    let list = ##"{"properties": {"next": {"$ref": "#/$defs/Node"}}}"##
    let document = try SchemaDocument(
      json: ##"{"properties": {"list": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": \##(list)}}"##)
    var type = document.keys[0].type
    var depth = 0
    while case .object(let object) = type, let next = object["next"] {
      type = next.type
      depth += 1
    }
    #expect(depth == 17)
    #expect(type == .any)
  }

  @Test func `a type that contains itself often ends soon`() throws {
    let tree =
      ##"{"properties": {"l": {"$ref": "#"}, "r": {"$ref": "#"}, "m": {"items": {"$ref": "#"}}}}"##
    let document = try SchemaDocument(json: tree)
    #expect(document.keys.count == 3)
    #expect(try SchemaDocument(json: document.json()).keys.map(\.type) == document.keys.map(\.type))
  }

  @Test func `references that multiply are an error`() {
    let definitions = (0..<40).map { index in
      ##""t\##(index)": {"properties": {"a": {"$ref": "#/$defs/t\##(index + 1)"}, "b": {"$ref": "#/$defs/t\##(index + 1)"}}}"##
    }
    let text =
      ##"{"properties": {"a": {"$ref": "#/$defs/t0"}}, "$defs": {"##
      + definitions.joined(separator: ",") + #","t40": {}}}"#
    #expect(
      throws: SchemaReadingError(
        pointer: "#", message: "the references expand to more than 200000 types")
    ) {
      try SchemaDocument(json: text)
    }
  }

  @Test func `a long chain of references does not overflow`() throws {
    let definitions = (0..<5000).map { ##""t\##($0)": {"$ref": "#/$defs/t\##($0 + 1)"}"## }
    let text =
      ##"{"properties": {"a": {"$ref": "#/$defs/t0"}}, "$defs": {"##
      + definitions.joined(separator: ",") + #","t5000": {"type": "string"}}}"#
    #expect(try SchemaDocument(json: text).keys.map(\.type) == [.any])
  }

  // MARK: - Export

  @Test func `a document is exported for reading`() {
    let todo = ValueType.object(
      ObjectType(
        name: "Todo",
        members: [
          .init("title", .string), .init("due", .optional(.date), description: "When"),
        ]))
    let document = SchemaDocument(
      keys: [
        DeclaredProperty(name: "todo", type: todo.orNull, defaultValue: .null),
        DeclaredProperty(
          name: "color", type: .enumeration(["gray", "red"]), defaultValue: .string("red"),
          description: "The \"color\""),
      ], hostFunctions: ["log"])
    #expect(
      document.json() == #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "object",
          "properties": {
            "color": {
              "description": "The \"color\"",
              "type": "string",
              "enum": ["gray", "red"],
              "default": "red"
            },
            "todo": {
              "type": ["object", "null"],
              "title": "Todo",
              "properties": {
                "due": {
                  "description": "When",
                  "type": ["string", "null"],
                  "format": "date-time"
                },
                "title": {
                  "type": "string"
                }
              },
              "required": ["title"],
              "additionalProperties": false,
              "default": null
            }
          },
          "x-host": ["log"]
        }

        """#)
  }

  @Test func `an export reads back as the same document`() throws {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<1000 {
      let keys = (0..<4).map { index in
        let type = RandomType.make(depth: 0, using: &generator)
        return DeclaredProperty(
          name: "k\(index)", type: type,
          defaultValue: type == .string ? .string("x") : type == .number ? .number(1) : .null,
          description: Bool.random(using: &generator) ? "ü\n" : nil)
      }
      let document = SchemaDocument(
        keys: keys, hostFunctions: ["b", "a"], isOpen: .random(using: &generator))
      let text = document.json()
      let back = try SchemaDocument(json: text)
      #expect(back.keys.map(\.type) == document.keys.map(\.type), "\(text)")
      #expect(back.keys.map(\.description) == document.keys.map(\.description))
      #expect(
        back.keys.map { $0.defaultValue?.dump } == document.keys.map { $0.defaultValue?.dump })
      #expect(back.hostFunctions == ["a", "b"])
      #expect(back.isOpen == document.isOpen)
      #expect(back.json() == text)
    }
  }
}

/// Types in the form in which they are read from a schema.
enum RandomType {
  static func make(depth: Int, using generator: inout SeededGenerator) -> ValueType {
    let leaves: [ValueType] = [
      .any, .boolean, .integer(nil), .integer(0...255), .integer(0 ... .max),
      .integer(.min ... -1), .number, .string, .enumeration(["a", "b\""]),
      .enumeration([.integer(1), .integer(2)]), .enumeration([.number(1), .number(2.5)]),
      .enumeration([.boolean(true), .string("x"), .integer(1), .number(2)]), .date, .duration,
      .uuid, .url, .data, .decimal, .opaque("View<Int>"),
    ]
    let kind = Int.random(in: 0...(depth < 3 ? 6 : 2), using: &generator)
    switch kind {
    case 3: return make(depth: depth + 1, using: &generator).orNull
    case 4: return .list(of: make(depth: depth + 1, using: &generator))
    case 5: return .dictionary(of: make(depth: depth + 1, using: &generator))
    case 6:
      let members = (0..<Int.random(in: 0...3, using: &generator)).map {
        index -> ObjectType.Member in
        let type = make(depth: depth + 1, using: &generator)
        return ObjectType.Member(
          "m\(index)/~ü", type, isRequired: .random(using: &generator),
          defaultValue: type.allowsNull && Bool.random(using: &generator) ? .null : nil)
      }
      return .object(
        ObjectType(
          name: Bool.random(using: &generator) ? "N" : nil, members: members,
          isOpen: .random(using: &generator)))
    default: return leaves.randomElement(using: &generator) ?? .any
    }
  }
}
