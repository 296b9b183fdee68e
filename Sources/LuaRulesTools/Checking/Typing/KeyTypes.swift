import LuaBridge
import LuaRules

/// The types of what rules read: keys, and the members of their values.
struct KeyTypes {
  let schema: RuleSchema
  let names: DeclaredNames
  let defaults: DefaultValues
  /// The keys that have an answer in every context.
  private let answered: Set<ByteName>
  /// The keys that functions answer, whose results are not compared with the type of the key when
  /// other rules read it.
  private let calculated: Set<ByteName>
  /// The keys that rules answer.
  private let given: Set<String>
  /// The names of the members that rules answer.
  private let givenMembers: Set<String>
  /// The keys whose values tell something of others: what the conditions of their rules test.
  private let decided: Set<String>
  /// The keys that may be null, and that rules answer under conditions only.
  private let answeredInPart: Set<String>
  /// What rules give to keys, where that is narrower than what their types allow.
  var answers: [ByteName: LuaType] = [:]
  /// The keys among them whose values rest on calculations that may leave the range of integers.
  var overflowing: Set<ByteName> = []
  /// Whether only what the engine makes sure of counts.
  ///
  /// It compares no float with `minimum`, no list with `minItems`, and no answer with its type that another rule
  /// reads; a context may leave out what is required, or set any key to null; and a float may be no number (NaN).
  private(set) var isStrict = false

  init(_ models: [InspectedModel], _ schema: RuleSchema, _ names: DeclaredNames) {
    self.schema = schema
    self.names = names
    defaults = DefaultValues(schema)
    var answered: Set<ByteName> = []
    var calculated: Set<ByteName> = []
    for rule in models.lazy.flatMap(\.rules) {
      if case .constant = rule.outcome, !schema.hitPolicy(of: rule.key).joinsValues { continue }
      calculated.insert(rule.key)
    }
    self.calculated = calculated
    given = Set(models.lazy.flatMap(\.rules).map(\.key))
    givenMembers = Set(
      given.flatMap { $0.split(separator: ".").dropFirst().map(String.init) })
    decided = Set(
      models.lazy.flatMap(\.rules).filter { calculated.contains($0.key) || !$0.conditions.isEmpty }
        .map(\.key))
    for rule in models.lazy.flatMap(\.rules) where rule.conditions.isEmpty {
      switch rule.outcome {
      case .constant(.nil), .host: continue
      case .constant: answered.insert(rule.key)
      case .function(let function): if !function.canDecline { answered.insert(rule.key) }
      }
    }
    self.answered = answered
    var inPart = given.filter { key in
      guard let type = schema.type(of: key), type != .any else { return false }
      return (type.isOptional || schema.limits.requiredKeys != nil)
        && schema.hitPolicy(of: key).answersAlone && !schema.hasDefault(key)
        && schema.limits.requiredKeys?.contains(key) != true
    }
    for rule in models.lazy.flatMap(\.rules) where rule.conditions.isEmpty {
      inPart.remove(rule.key)
    }
    answeredInPart = models.count == 1 ? inPart : []
  }

  /// The same types, without anything that the engine does not make sure of.
  var strict: KeyTypes {
    var strict = self
    strict.isStrict = true
    return strict
  }

  /// The bounds of numbers and lists; `nil` if they do not count.
  var limits: DeclaredLimits? { isStrict ? nil : schema.limits }

  /// Returns the values of a declared type at a path.
  func values(of place: DeclaredPlace) -> LuaType {
    var type = LuaType(place, limits)
    // A float that a rule gives for an integer stays a float.
    if isStrict, type.mayBe(.integer), isGiven(place.path) {
      type.kinds.insert(.float)
    }
    return type
  }

  /// Whether rules answer the value at a path, or a value that it is a part of.
  private func isGiven(_ path: String) -> Bool {
    given.contains(path)
      || path.indices.contains { index in
        (path[index] == "." || path[index] == "[") && given.contains(String(path[..<index]))
      }
  }

  /// Whether rules calculate the values of a key.
  func isCalculated(_ key: String) -> Bool { calculated.contains(key) }

  /// Whether rules answer a member of what is declared at a path; some member with the name, if the path
  /// is not known.
  func mayAnswer(member name: String, of path: String) -> Bool {
    path.isEmpty ? givenMembers.contains(name) : given.contains("\(path).\(name)")
  }

  /// Whether a value at a path may tell something of others, since rules decide it.
  func isDecidedByRules(_ path: [String]) -> Bool {
    path.indices.contains { decided.contains(path[...$0].joined(separator: ".")) }
  }

  /// Whether a context may leave a key without a value.
  func mayBeUnset(_ key: String) -> Bool {
    isStrict || !isAnswered(key) && schema.limits.requiredKeys?.contains(key) != true
  }

  /// Whether a key has a value wherever a context does not set it to null: a default, or the answer of
  /// a rule.
  func isAnswered(_ key: String) -> Bool { schema.hasDefault(key) || isAnsweredByRules(key) }

  /// Whether some rule for a key answers in every context.
  func isAnsweredByRules(_ key: String) -> Bool { answered.contains(key) }

  /// Whether the schema allows null for a key that the program sets: no rule answers it, and it has no
  /// default.
  ///
  /// A schema that requires no key says nothing of them.
  func isNullable(_ key: String) -> Bool {
    guard schema.limits.requiredKeys != nil, !given.contains(key),
      !names.prefixes.contains(ByteName(key)),
      let type = schema.type(of: key)
    else { return false }
    return type.isOptional && type != .any && !schema.hasDefault(key)
  }

  /// Whether the type of a key allows null, and rules answer it under conditions only.
  func isAnsweredInPart(_ key: String) -> Bool { answeredInPart.contains(key) }

  /// Whether the value at a path may be missing.
  func mayBeMissing(_ path: [String]) -> Bool {
    guard let name = path.first else { return true }
    return path.count == 1 ? mayBeUnset(name) : type(of: path).mayBe(.nothing)
  }

  /// Whether the schema says that a program may leave out what is declared at a path, or set it to null: a
  /// schema that requires nothing there says nothing of it.
  func mayBeMissing(inUsualContexts path: [String]) -> Bool {
    guard let name = path.last else { return false }
    if path.count == 1 {
      return schema.limits.requiredKeys != nil && (mayBeUnset(name) || isNullable(name))
    }
    guard case .object(let object) = schema.type(ofDeclared: path.dropLast()).withoutNull,
      let member = object[name]
    else { return false }
    let outer = DeclaredPlace(
      type: .object(object), path: path.dropLast().joined(separator: "."))
    return type(of: member, in: object, at: outer).isOptional
  }

  /// Whether a list may be too short to have an element, which some may have.
  ///
  /// A schema that says of no list how long it is at least says nothing of them.
  func mayLack(element index: Int64, of list: DeclaredPlace) -> Bool {
    guard !isStrict, schema.limits.countsLists else { return false }
    let limits = schema.limits[list.path]
    return Int64(limits?.leastCount ?? 0) < index && limits?.mostCount.map { index <= $0 } ?? true
  }

  /// Returns the type of a path that is a key; `nil` if it follows from the type before the last name.
  ///
  /// With `isSet`, keys that rules do not answer have a value, unless the schema lists the keys that
  /// every context sets, and they are not among them.
  func type(ofKey path: [String], isSet: Bool = false) -> LuaType? {
    let name = path.joined(separator: ".")
    if names.assigned.contains(name) || path.count == 1 {
      guard let type = schema.type(of: name) else { return .any }
      var values = values(of: DeclaredPlace(type: type, path: name))
      if calculated.contains(name) {
        if isStrict || isSet && answers[ByteName(name)] == nil { return .any }
        let whole = values
        values = LuaType(values.kinds)
        (values.range, values.shape, values.texts) = (whole.range, whole.shape, whole.texts)
      }
      values = given(values, for: name)
      // A key that rules answer may have no answer.
      if names.assigned.contains(name), isStrict || !isAnswered(name) {
        values = values.union(.nothing)
      }
      // The program may leave a key unset.
      if path.count == 1, mayBeUnset(name), isStrict || !isSet || schema.limits.requiredKeys != nil
      {
        values = values.union(.nothing)
      }
      // Where rules answer for a member, the members of a missing object are nil.
      if names.prefixes.contains(name), !values.mayBe(.table) { values = .any }
      return values
    }
    return names.prefixes.contains(name) ? .any : nil
  }

  /// Returns the type of a declared member, and whether the schema says that it may be missing.
  func type(
    of member: ObjectType.Member, in object: ObjectType, at declared: DeclaredPlace
  ) -> (type: LuaType, isOptional: Bool) {
    let path = "\(declared.path).\(member.name)"
    var type = values(of: DeclaredPlace(type: member.type, path: path))
    // What a rule gives may leave out a member with a default, too.
    guard !member.type.isFunction, isStrict || member.defaultValue == nil else {
      return (type, false)
    }
    // A schema that requires no member of an object says nothing of them.
    let tells =
      schema.limits[declared.path]?.tellsRequired ?? object.members.contains(where: \.isRequired)
    if !member.isRequired || isStrict { type = type.union(.nothing) }
    let isNullable = member.type.isOptional && member.type != .any
    return (type, member.defaultValue == nil && (isNullable || tells && !member.isRequired))
  }

  /// Returns the type of a path of names from the context on, where keys have values.
  func type(of path: [String]) -> LuaType { type(of: path) { type(ofKey: $0, isSet: true) } }

  /// Returns the type of a path of names from the context on.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - typeOfKey: Returns the type of a path of its own; `nil` if it follows from the type before the last
  ///     name.
  /// - Returns: The type; any if nothing is declared.
  func type(of path: [String], _ typeOfKey: ([String]) -> LuaType?) -> LuaType {
    var type = LuaType(table: .context)
    for (index, name) in path.enumerated() {
      if let key = typeOfKey(Array(path[...index])) {
        type = key
        continue
      }
      // The members of a missing object are missing too, or reading them fails.
      let mayBeMissing = type.mayBe(.nothing)
      let present = type.without(.nothing)
      guard present.isOnly(.table), case .declared(let declared)? = present.shape else {
        return .any
      }
      switch declared.type.present {
      case .object(let object):
        guard let member = object[name] else { return .any }
        type = self.type(of: member, in: object, at: declared).type
      case .dictionary(let entry):
        type = values(of: DeclaredPlace(type: entry, path: "\(declared.path)[]"))
          .union(.nothing)
      default: return .any
      }
      if mayBeMissing { type = type.union(.nothing) }
    }
    return type
  }

  /// Returns the type of a variable in tests.
  func type(of variable: DecisionVariable, among variables: [DecisionVariable]) -> LuaType {
    if variable.isPath { return type(of: variable.path) }
    if variable.isOpposite { return .boolean }
    guard variable.text.hasPrefix("#"), variable.parts.count == 1,
      variables.indices.contains(variable.parts[0])
    else { return .any }
    var range = NumberRange(lower: 0)
    let list = type(of: variables[variable.parts[0]], among: variables).without(.nothing)
    if list.isOnly(.text), let counts = list.texts?.map(\.count), let least = counts.min(),
      let most = counts.max()
    {
      range = NumberRange(lower: Double(least), upper: Double(most))
    }
    if list.isOnly(.table), case .declared(let place)? = list.shape,
      case .list = place.type.present, let limits = limits?[place.path]
    {
      range.lower = Double(limits.leastCount)
      if let most = limits.mostCount { range.upper = Double(most) }
    }
    return .integer(range)
  }
}
