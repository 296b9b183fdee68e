import LuaBridge
import LuaRules

/// The Lua classes for the types of keys, named and written in the order in
/// which they occur.
struct AnnotatedClasses {
  /// A field line of a class.
  struct Field {
    var name: String
    var type: String
    var comment = ""

    var line: String {
      let label = LuaText.isName(name) ? name : "[\(LuaText.quoted(name))]"
      return "---@field \(label) \(type)\(comment.isEmpty ? "" : " \(comment)")\n"
    }
  }

  /// The classes with their fields, each followed by an empty line.
  private(set) var text = ""
  private var names: [ObjectType: String] = [:]
  /// The names that are already used, at first by the annotations of rules.
  private var taken: Set<String> = [
    "Null", "Host", "Context", "Condition", "Constant", "Pattern", "Value", "PriorityName", "Key",
    "Rule", "Rules",
  ]

  /// Returns the fields of the context, in byte order.
  mutating func fields(of keys: [DeclaredProperty], assignedKeys: [String]) -> [Field] {
    var fields: [String: Field] = [:]
    for key in keys where !key.name.contains(".") {
      var comment = Self.comment(
        key.description, default: key.isSecret ? nil : key.defaultValue, type: key.type)
      if !key.hitPolicy.isFirst {
        comment += "\(comment.isEmpty ? "" : " ")Hit policy: `\(key.hitPolicy.rawValue)`."
      }
      fields[key.name] = Field(
        name: key.name, type: name(of: key.type, at: [key.name]), comment: comment)
    }
    // A path is read as a member; its first name becomes a key that may have other members.
    for key in assignedKeys + keys.map(\.name) {
      let name = String(key.prefix { $0 != "." })
      if fields[name] == nil { fields[name] = Field(name: name, type: "any") }
    }
    return fields.values.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// Returns the field of a host function; without a type it takes and gives anything.
  mutating func field(ofHostFunction name: String, _ type: FunctionType?) -> Field {
    Field(name: name, type: type.map { self.name(of: $0, at: [name]) } ?? "fun(...: any): any")
  }

  // MARK: Types

  private mutating func name(of type: ValueType, at path: [String]) -> String {
    switch type {
    case .any: "any"
    case .optional(let wrapped): Self.grouped(name(of: wrapped, at: path)) + "?"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number, .decimal, .date, .duration: "number"
    case .string, .uuid, .url, .data: "string"
    case .context: "Context"
    case .opaque: "userdata"
    case .function(let function): name(of: function, at: path)
    case .enumeration(let scalars):
      scalars.isEmpty ? "nil" : scalars.map(Self.literal).joined(separator: " | ")
    case .list(let element): Self.grouped(name(of: element, at: path)) + "[]"
    case .dictionary(let entry): "table<string, \(name(of: entry, at: path))>"
    case .object(let object): name(of: object, at: path)
    case .variant(let variant):
      (variant.plainCases.map { Self.literal(.string($0)) } + [name(of: variant.object, at: path)])
        .joined(separator: " | ")
    }
  }

  private mutating func name(of function: FunctionType, at path: [String]) -> String {
    let parameters = function.parameters.enumerated().map { index, type in
      "argument\(index + 1): \(name(of: type, at: path + ["argument\(index + 1)"]))"
    }
    let result = name(of: function.result, at: path + ["result"])
    return "fun(\(parameters.joined(separator: ", "))): \(result)"
  }

  private static func grouped(_ type: String) -> String {
    type.contains(" | ") || type.hasSuffix("?") ? "(\(type))" : type
  }

  private static func literal(_ scalar: ValueType.Scalar) -> String {
    switch scalar {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    // LuaLS has no literals of floats.
    case .number: "number"
    case .string(let text): LuaText.quoted(text)
    }
  }

  private mutating func name(of object: ObjectType, at path: [String]) -> String {
    if let known = names[object] { return known }
    var name = object.name ?? path.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    while !taken.insert(name).inserted { name += "_" }
    names[object] = name
    var lines = "---@class \(name)\n"
    for member in object.members {
      let type = self.name(of: member.type, at: path + [member.name])
      let comment = Self.comment(
        member.description, default: member.isSecret ? nil : member.defaultValue, type: member.type)
      lines += Field(name: member.name, type: type, comment: comment).line
    }
    if object.isOpen { lines += "---@field [string] any\n" }
    text += lines + "\n"
    return name
  }

  // MARK: Comments

  private static let longestDefault = 60

  private static func comment(
    _ description: String?, default value: LuaValue?, type: ValueType
  ) -> String {
    let words = (description ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let value, let json = try? JSON.write(value, as: type), json.count <= longestDefault,
      json != "null"
    else { return PrintableText.of(words) }
    return PrintableText.of("\(words)\(words.isEmpty ? "" : " ")Default: `\(json)`.")
  }
}
