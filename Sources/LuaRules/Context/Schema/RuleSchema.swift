import LuaBridge

/// The keys that rules may name, with their types, defaults and descriptions.
///
/// ```swift
/// extension RuleSchema {
///   static let app = RuleSchema(\.todo, \.fancyColor)
/// }
/// ```
///
/// With a schema, a constant that does not fit its key fails the load, and
/// rules see the defaults of keys that nothing sets. Two declarations of one
/// name with different types are an error, reported when a model is loaded.
public struct RuleSchema: Sendable {
  private var keys: [ByteName: DeclaredKey] = [:]
  /// The host functions that are declared, in byte order of their names.
  package private(set) var hostFunctionNames: [String] = []
  /// The types of those host functions that declare them.
  package private(set) var hostFunctionTypes: [ByteName: FunctionType] = [:]
  /// Whether a context in JSON may set only keys that are declared, or that rules assign.
  ///
  /// In a JSON Schema `"additionalProperties": false` beside its `properties`. By default a schema is
  /// open: a program may know keys that it does not declare.
  public var isClosed = false
  /// What a JSON Schema says that is not enforced, such as `minLength`: each keyword once, with its first
  /// place.
  public private(set) var warnings: [RuleWarning] = []
  /// What is wrong with the declarations.
  package private(set) var problem: RuleError?
  /// Whether all keys come from rules in Swift: then nobody has listed what rules may name.
  var isOfSwiftRulesOnly = false
  /// Whether some key, or some member of a key's type, is secret.
  private(set) var hasSecrets = false
  /// The bounds of values that their types do not hold, from JSON Schemas.
  package private(set) var limits = DeclaredLimits()

  /// Creates a schema without keys.
  public init() {}

  /// Creates a schema of the keys behind accessors.
  ///
  /// A path that is not the accessor of a key is an error, reported when a
  /// model is loaded.
  public init<each Value>(_ accessors: repeat KeyPath<RuleContext, each Value>) {
    var number = 0
    for accessor in repeat each accessors {
      number += 1
      add(accessor, number: number)
    }
  }

  /// Creates a schema of keys that are written as types.
  public init<each Key: DynamicEnvironmentKey>(keys: repeat (each Key).Type) {
    for key in repeat each keys { add(key) }
  }

  /// Creates a schema of existing declarations.
  init(declaring keys: [DeclaredKey]) {
    for key in keys { add(key) }
  }

  /// Creates a schema of keys that are values.
  public init<each Value>(_ keys: repeat RuleKey<each Value>) {
    for key in repeat each keys { add(DeclaredKey(key)) }
  }

  /// Creates a schema from the text of a JSON Schema (draft 2020-12).
  ///
  /// `allOf`, and keywords beside a `$ref`, are merged. A keyword that is most likely misspelt is an error;
  /// what JSON Schema knows and this library does not enforce is in ``warnings``.
  ///
  /// - Throws: ``RuleError`` with code `bad-schema` that names the position in
  ///   the document.
  public init(json: String, name: String = "schema") throws(RuleError) {
    let document: SchemaDocument
    do {
      document = try SchemaDocument(json: json)
    } catch {
      throw RuleError(.badSchema, "\(error)", at: SourceLocation(file: name))
    }
    warnings = document.warnings.map {
      RuleWarning(.badSchema, $0, at: SourceLocation(file: name))
    }
    for property in document.keys { add(DeclaredKey(property)) }
    hostFunctionNames = document.hostFunctions
    hostFunctionTypes = document.hostFunctionTypes
    isClosed = !document.isOpen
    if let root = try? JSON.read(Array(json.utf8), largeIntegers: .rounded) {
      limits = DeclaredLimits(root: root)
    }
  }

  /// Returns the schema as the text of a JSON Schema.
  ///
  /// The command line reads it, and then answers as the host does. A default
  /// without a JSON form, such as an object of the host, is omitted, and so is
  /// the default of a secret key, unless it is empty. Secret keys and members
  /// are `writeOnly`. Parameters and results of host functions have their types,
  /// which `luarules check` compares with the calls in rules.
  ///
  /// - Parameter host: The host functions to declare in it.
  /// - Returns: A document of draft 2020-12.
  public func json(host: HostFunctions = [:]) -> String {
    let properties = names.compactMap { keys[$0].map(property) }
    let functions = (hostFunctionNames + host.names).uniqueByBytes()
    return SchemaDocument(
      keys: properties, hostFunctions: functions,
      hostFunctionTypes: declaringTypes(of: host).hostFunctionTypes, isOpen: !isClosed
    ).json()
  }

  /// Returns the schema with the types of host functions that it does not declare itself.
  package func declaringTypes(of host: HostFunctions) -> RuleSchema {
    var result = self
    result.hostFunctionTypes.merge(host.types) { declared, _ in declared }
    return result
  }

  /// Whether no key is declared.
  var isEmpty: Bool { keys.isEmpty }

  /// The declared names, in byte order.
  public var names: [String] {
    keys.keys.sortedByBytes()
  }

  /// Returns the schema with the keys and host functions of another one; it is closed if all that declare keys are.
  ///
  /// If both declare a key, the first declaration is kept. If their types
  /// differ, loading rules with the schema fails.
  public func merging(_ other: RuleSchema) -> RuleSchema {
    var result = self
    for name in other.names {
      if let key = other.keys[name] { result.add(key) }
    }
    result.hostFunctionNames = (hostFunctionNames + other.hostFunctionNames).uniqueByBytes()
    result.hostFunctionTypes.merge(other.hostFunctionTypes) { first, _ in first }
    let declaring = [self, other].filter { !$0.isEmpty }
    result.isClosed = !declaring.isEmpty && declaring.allSatisfy(\.isClosed)
    result.problem = problem ?? other.problem ?? result.problem
    result.warnings += other.warnings
    result.limits.merge(other.limits)
    return result
  }

  /// Returns the type of a key's values, or `nil` if the key is not declared.
  public func type(of name: String) -> ValueType? { keys[name]?.type }

  /// Returns the type of the value at a path: of a declared key, or of a member of one; `nil` if neither is
  /// declared.
  func type(at path: String) -> ValueType? {
    if let type = type(of: path) { return type }
    guard let steps = NamePath.steps(of: path), var type = type(of: steps[0]) else { return nil }
    for step in steps.dropFirst() {
      if let object = type.object, object[step] == nil, !object.isOpen { return nil }
      type = type.memberType(step)
    }
    return type
  }

  /// Whether a declared key is a path that begins with the name.
  func hasPath(below name: String) -> Bool { names.contains { $0.hasPrefix("\(name).") } }

  /// Returns how the rules of a key answer together; ``HitPolicy/first`` if the key is not declared.
  package func hitPolicy(of name: String) -> HitPolicy { keys[name]?.hitPolicy ?? .first }

  /// Returns the key that a property in Swift with another name asks; `nil` if there is none.
  package func key(ofAccessor name: String) -> String? {
    keys.values.first { $0.accessor?.hasSameBytes(as: name) == true }?.name
  }

  /// Returns the type of what one rule gives to a key; `any` if nothing is known.
  package func typeOfOneRule(for name: String) -> ValueType {
    keys[name].map { $0.hitPolicy.contributionType(for: $0.type) } ?? .any
  }

  package subscript(name: String) -> DeclaredKey? { keys.isEmpty ? nil : keys[name] }

  // MARK: Adding

  private mutating func add<Value>(_ accessor: KeyPath<RuleContext, Value>, number: Int) {
    do {
      add(try RuleContext.key(of: accessor).key.declare())
    } catch {
      problem =
        problem ?? RuleContext.notAnAccessor(accessor, "path number \(number) of the schema")
    }
  }

  private mutating func add<Key: DynamicEnvironmentKey>(_ key: Key.Type) {
    add(DeclaredKey(RuleKey(key)))
  }

  private mutating func add(_ key: DeclaredKey) {
    hasSecrets = hasSecrets || key.isSecret || key.type.hasSecrets
    problem = problem ?? key.policyProblem
    guard let known = keys[key.name] else {
      keys[key.name] = key
      return
    }
    problem = problem ?? known.conflict(with: key)
    // A key is secret if any of its declarations says so.
    keys[key.name]?.isSecret = known.isSecret || key.isSecret
    keys[key.name]?.rawAnswerOnError = { known.rawAnswerOnError() ?? key.rawAnswerOnError() }
  }

  private func property(of key: DeclaredKey) -> DeclaredProperty {
    DeclaredProperty(
      name: key.name, type: key.type,
      defaultValue: try? LuaValue(copying: key.defaultRawAnswer()),
      valueOnError: try? key.rawAnswerOnError().map { try LuaValue(copying: $0) },
      description: key.description,
      isSecret: key.isSecret, hitPolicy: key.hitPolicy, accessor: key.accessor)
  }
}

extension RuleSchema {
  /// Returns the errors of rules whose constants cannot be converted to the
  /// types of their keys.
  func mismatches(of rules: [Rule]) -> [RuleError] {
    var last: (name: String, key: DeclaredKey?)?
    return rules.compactMap { rule in
      // Rules for the same key are mostly adjacent.
      if last?.name.hasSameBytes(as: rule.key) != true { last = (rule.key, self[rule.key]) }
      return last?.key.flatMap { mismatch(of: rule, for: $0) }
    }
  }

  private func mismatch(of rule: Rule, for key: DeclaredKey) -> RuleError? {
    guard case .constant(let value) = rule.assignment else { return nil }
    do {
      try key.check(value)
      return nil
    } catch {
      return RuleError(error.masked(isSecret, of: rule.key), givenBy: rule)
    }
  }
}

extension RuleError {
  /// Creates the error of a rule whose value its key cannot hold.
  init(_ error: ConversionError, givenBy rule: Rule) {
    if let obstacle = error.obstacle {
      let path = ([rule.key] + error.path).joined(separator: ".")
      self.init(reading: path, obstacle, at: rule.valueLocation)
      isMasked = error.isMasked
      return
    }
    let place = error.path.isEmpty ? "" : " in `\(error.path.joined(separator: "."))`"
    self.init(
      error.kind == .wrongType ? .wrongType : .wrongValue,
      "rule for `\(rule.key)` gives \(error.given)\(place); expected \(error.expected)",
      at: rule.valueLocation, hint: error.spellingHint)
    isMasked = error.isMasked
  }
}
