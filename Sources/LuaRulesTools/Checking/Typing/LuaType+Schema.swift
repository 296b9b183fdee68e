import LuaBridge
import LuaRules

extension LuaType {
  /// The values that a declared type has in Lua.
  ///
  /// - Parameters:
  ///   - place: The declared type.
  ///   - limits: The bounds that are declared; `nil` to leave out all bounds of numbers and lists.
  init(_ place: DeclaredPlace, _ limits: DeclaredLimits?) {
    switch place.type {
    case .any: self = .any
    case .optional(let wrapped):
      self = LuaType(DeclaredPlace(type: wrapped, path: place.path), limits).union(.nothing)
    case .boolean: self = .boolean
    case .integer(let bounds):
      self = .integer
      if let bounds, limits != nil {
        range = LuaType(integer: bounds.lowerBound).range
          .union(LuaType(integer: bounds.upperBound).range)
        // The bounds of 64 bits are no exact numbers.
        if bounds.lowerBound == .min { range.lower = -.infinity }
        if bounds.upperBound == .max { range.upper = .infinity }
      }
    case .number:
      self = .number
      if let bounds = limits?[place.path] {
        range = NumberRange(
          lower: bounds.minimum ?? -.infinity, upper: bounds.maximum ?? .infinity,
          isLowerOpen: bounds.excludesMinimum, isUpperOpen: bounds.excludesMaximum)
      }
    case .decimal, .date, .duration: self = .number
    case .string, .uuid, .url, .data: self = .text
    case .enumeration(let scalars):
      self = scalars.reduce(.never) { type, scalar in
        switch scalar {
        case .boolean(let flag): type.union(LuaType(flag ? .yes : .no))
        case .integer(let number): type.union(LuaType(integer: number))
        case .number(let number): type.union(LuaType(constant: .float(number)))
        case .string(let text): type.union(LuaType(constant: .string(Array(text.utf8))))
        }
      }
      if scalars.isEmpty { self = .nothing }
    case .list, .dictionary, .object: self = LuaType(table: .declared(place))
    // If strings are allowed too, nothing is known of a member.
    case .variant(let variant) where variant.plainCases.isEmpty:
      self = LuaType(
        table: .declared(DeclaredPlace(type: .object(variant.object), path: place.path)))
    case .variant: self = .any
    // A context in JSON cannot hold such an object, so it may hold anything in its place.
    case .opaque: self = .any
    case .function(let function): self = LuaType(function: .method(function))
    }
  }

  /// The values that a captured scalar has.
  init(value: LuaValue) {
    switch value {
    case .nil: self = .nothing
    case .null: self = LuaType(.null)
    case .boolean(let flag): self = LuaType(flag ? .yes : .no)
    case .integer(let number): self = LuaType(integer: number)
    case .number(let number): self = LuaType(constant: .float(number))
    case .string(let text): self = LuaType(constant: .string(Array(text.utf8)))
    case .bytes(let bytes): self = LuaType(constant: .string(bytes))
    default: self = .any
    }
  }

  /// The values that a rule may give to a key of a type, as far as their kinds tell it.
  init(givenTo type: ValueType) {
    var kinds: Kinds =
      switch type.present.given {
      case .boolean: .boolean
      case .integer, .number: .number
      case .decimal, .date, .duration: [.integer, .float, .text]
      case .string, .uuid, .url, .data: .text
      case .list, .dictionary, .object: .table
      case .enumeration:
        LuaType(DeclaredPlace(type: type.present, path: ""), DeclaredLimits()).kinds
      case .variant: [.table, .text]
      case .any, .opaque, .function, .optional: .all
      }
    if kinds.contains(.integer) { kinds.formUnion(.number) }
    // A rule that gives `nil` declines; `null` is the explicit nothing.
    self.init(kinds.union([.nothing, .null]))
  }
}

extension LuaType {
  /// The type in words, as in `a string`.
  var text: String {
    if let only = onlyWords { return only }
    let parts: [(Kinds, String)] = [
      (.integer, kinds.contains(.float) ? "" : "an integer"), (.float, "a number"),
      (.text, form?.text ?? "a string"), (.table, tableText), (.function, "a function"),
      (.null, "`null`"), (.other, "an object of the program"), (.nothing, "nil"),
    ]
    var words = parts.compactMap { kind, text in mayBe(kind) && !text.isEmpty ? text : nil }
    if mayBe(.boolean) { words.insert("true or false", at: 0) }
    return words.joined(separator: " or ")
  }

  private var onlyWords: String? {
    if isAny { return "any value" }
    if kinds == .yes { return "true" }
    if kinds == .no { return "false" }
    if kinds == .text, let texts, texts.count == 1, let only = texts.first {
      return LuaType.literal(only)
    }
    if kinds == .integer || kinds == .float, let number = range.only {
      return (Int64(exactly: number).map { .integer($0) } ?? LuaValue.number(number)).literal
    }
    return nil
  }

  private var tableText: String {
    switch shape {
    case .declared(let place):
      if case .list = place.type.present { "a list" } else { "an object" }
    case .context: "the context"
    case .library: "a library"
    case .host: "`host`"
    default: "a table"
    }
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    (String(validating: bytes, as: UTF8.self).map { LuaValue.string($0) } ?? .bytes(bytes)).literal
  }
}
