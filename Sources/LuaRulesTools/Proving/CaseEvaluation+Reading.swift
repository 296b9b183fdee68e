import LuaBridge
import LuaRules

// What the context has at a path.

extension CaseEvaluation.Value {
  init(_ value: LuaValue) {
    switch value {
    case .table(let table): self.init(form: .table(table))
    case .integer, .number:
      self.init(form: .scalar(TestedValue(value) ?? .nothing), number: value)
    default: self.init(form: .scalar(TestedValue(value) ?? .nothing))
    }
  }
}

extension CaseEvaluation {
  /// Reads a path; `isStrict` if a member of nothing is an error, as in a function.
  mutating func read(_ path: [String], isStrict: Bool) throws(Stop) -> Value {
    var value = try present(read(path[0]), at: path[0])
    var text = path[0]
    for count in stride(from: 2, through: path.count, by: 1) {
      text += "." + path[count - 1]
      if rules.isPathKey(text) { throw .obstacle("`\(text)` is a key") }
      value = try member(path[count - 1], of: value, Array(path.prefix(count)), isStrict: isStrict)
      value = try present(value, at: text)
    }
    return value
  }

  /// Returns a value as rules see it: in front of a key for a path there is always an object.
  private func present(_ value: Value, at path: String) throws(Stop) -> Value {
    guard rules.hasPathKeys(below: path) else { return value }
    switch value.form {
    case .scalar(.nothing): return Value(form: .outerObject)
    case .object: return value
    default: throw .obstacle("there are keys for paths below `\(path)`, which may be no object")
    }
  }

  private mutating func read(_ key: String) throws(Stop) -> Value {
    let type = rules.schema.type(of: key)
    if let type {
      let set = try decided([key], type)
      if set.value != nil { return value(set, type, .path([key])) }
    } else if let set = try undeclared(key) {
      return value(set, .any, .path([key]))
    }
    switch try evaluated(key) {
    case .value(let value): return try given(value, to: key, type)
    case .values: throw .obstacle("`\(key)` joins the values of its rules")
    case .fails: throw .fails
    case .usual:
      guard type != nil else { return .nothing }
      guard let value = defaults[key] else { throw .fails }
      if value.isNull { return .nothing }
      return Value(type?.withoutNull == .number ? value.asFloat : value)
    }
  }

  /// Returns what the context sets for a key that the schema does not declare; `nil` if it leaves it out.
  ///
  /// A key that the rules give is theirs: no context sets it, unless the other side only reads it.
  private func undeclared(_ key: String) throws(Stop) -> WitnessValue? {
    guard !rules.schema.isClosed else { return nil }
    let source = CaseSource.path([key])
    if let set = decided[source] { return set.value == nil ? nil : set }
    if rules.isAssigned(key) || rules.hasPathKeys(below: key) { return nil }
    throw .needs(source, .any)
  }

  /// Returns a value that a rule gives, as other rules read it.
  private func given(_ value: Value, to key: String, _ type: ValueType?) throws(Stop) -> Value {
    switch value.form {
    case .calculated: return try converted(value, to: key, type)
    case .scalar(.null), .scalar(.nothing):
      if type?.isOptional == false { throw .obstacle("a rule gives nothing to `\(key)`") }
      return .nothing
    case .scalar(let tested):
      guard let type, type != .any else { return value }
      let isConverted = type.listedValues == nil && !type.isSimple
      let isOther =
        value.path.map { rules.schema.type(of: $0.joined(separator: "."))?.withoutNull }
        .map { $0 != type.withoutNull } ?? false
      if isConverted || isOther || !type.admits(tested) {
        throw .obstacle("a rule gives `\(key)` a value that is converted")
      }
      // Rules read a number as the rule has made it, whatever the type of the key.
      return value
    case .table, .object, .outerObject: return value
    }
  }

  private func decided(_ path: [String], _ type: ValueType) throws(Stop) -> WitnessValue {
    guard let value = decided[.path(path)] else { throw .needs(.path(path), type) }
    return value
  }

  /// Returns a decided value as rules read it.
  func value(_ witness: WitnessValue, _ type: ValueType, _ source: CaseSource) -> Value {
    guard let value = witness.value else { return .nothing }
    if case .table = value { return Value(form: .object(type), source: source) }
    if value.isNull { return .nothing }
    var result = Value(value)
    result.source = witness.isExact ? nil : source
    switch type.withoutNull {
    case .integer: break
    case .number where value.asFloat.isIdentical(to: .number(0)): result.number = nil
    case .number: result.number = value.asFloat
    default: result.number = nil
    }
    return result
  }

  private func member(
    _ name: String, of value: Value, _ path: [String], isStrict: Bool
  ) throws(Stop) -> Value {
    switch value.form {
    case .scalar(.nothing):
      if isStrict { throw .fails }
      return .nothing
    case .outerObject: return .nothing
    case .scalar: throw .obstacle("`\(path.dropLast().joined(separator: "."))` may be no object")
    case .calculated:
      throw .obstacle("`\(path.dropLast().joined(separator: "."))` is calculated")
    case .table: throw .obstacle("a rule gives the object of `\(path.joined(separator: "."))`")
    case .object(let type):
      guard value.path == Array(path.dropLast()) else {
        throw .obstacle("a rule gives an object of the context to another key")
      }
      let member: ValueType
      switch type.withoutNull {
      case .object(let object):
        guard let declared = object[name] else {
          throw .obstacle("`\(path.joined(separator: "."))` is not declared")
        }
        if declared.defaultValue != nil || declared.type.isFunction {
          throw .obstacle("`\(path.joined(separator: "."))` has a default, or is a method")
        }
        member = declared.type
      case .any: member = .any
      case .dictionary(let element): member = element
      default: throw .obstacle("`\(path.dropLast().joined(separator: "."))` is no object")
      }
      return self.value(try decided(path, member), member, .path(path))
    }
  }
}

extension ValueType {
  /// Whether values of the type are read as rules write them.
  fileprivate var isSimple: Bool {
    switch withoutNull {
    case .boolean, .integer, .number, .string: true
    default: false
    }
  }
}

extension LuaValue {
  /// A number as a float; another value as it is.
  fileprivate var asFloat: LuaValue {
    if case .integer(let number) = self { .number(Double(number)) } else { self }
  }

  fileprivate var isNull: Bool {
    switch self {
    case .nil, .null: true
    default: false
    }
  }
}
