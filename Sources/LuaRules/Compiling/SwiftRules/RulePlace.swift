import LuaBridge

/// The steps of a path, as far as they have names in Lua.
struct RulePlace: Sendable {
  /// The key; `nil` for a path that does not begin with an accessor.
  let key: DeclaredKey?
  /// The steps; `nil` if a step has no name in Lua.
  private(set) var steps: [Step]?

  /// A key or a member.
  struct Step: Sendable {
    let name: String
    /// Whether the value may be missing.
    let isOptional: Bool
  }

  /// The place before the first step.
  static let root = RulePlace(steps: [])

  /// The result for a path that does not begin with a key.
  static let nowhere = RulePlace(steps: nil)

  private init(steps: [Step]?) {
    key = nil
    self.steps = steps
  }

  init<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    let found = try? RuleContext.key(of: accessor).key.declare()
    key = found.flatMap { accessor.isPlain(for: $0.name) ? $0 : nil }
    steps = key.map { [Step(name: $0.name, isOptional: OptionalType.wrapped(Value.self) != nil)] }
  }

  /// Whether it is the place before the first step.
  var isRoot: Bool { steps?.isEmpty == true }

  /// The names with dots between them; `nil` if a step has no name.
  var path: String? { steps?.map(\.name).joined(separator: ".") }

  /// Returns the place of a member; at the root, of an accessor.
  func member<Object, Member>(
    _ member: any KeyPath<Object, Member> & Sendable
  ) -> RulePlace {
    if isRoot { return (member as? KeyPath<RuleContext, Member>).map { RulePlace($0) } ?? .nowhere }
    var result = self
    if let name = MemberNames.name(of: member) {
      let isOptional = OptionalType.wrapped(Member.self) != nil
      result.steps?.append(Step(name: name, isOptional: isOptional))
    } else {
      result.steps = nil
    }
    return result
  }
}

/// The Lua names of members, found by comparing key paths, because a key path
/// does not reveal its name.
private enum MemberNames {
  static func name<Object, Member>(
    of member: any KeyPath<Object, Member> & Sendable
  ) -> String? {
    if let type = Object.self as? any RuleObject.Type { return type.memberName(of: member) }
    // A structure without a description of its own shows its stored properties.
    if Object.self is any LuaConvertible.Type || Object.self is any LuaViewConvertible.Type
      || Object.self is any RawRepresentable.Type || Object.self is any CustomReflectable.Type
    {
      return nil
    }
    guard let offset = MemoryLayout<Object>.offset(of: member) else { return nil }
    return StoredProperties.name(in: Object.self, at: offset, of: Member.self)
  }
}

extension RuleObject {
  fileprivate static func memberName(of path: AnyKeyPath) -> String? {
    ruleMembers.all.first { member in
      member.property.map { $0 as AnyKeyPath == path } ?? false
    }?.name
  }
}

// MARK: - Accessors

extension KeyPath where Root == RuleContext {
  /// Returns whether the path returns the value of the key unchanged.
  ///
  /// This is tested with values of scalar types. A property of any other type
  /// counts as the accessor if it has the type of the only key that it reads.
  fileprivate func isPlain(for name: String) -> Bool {
    guard let form = ScalarForm(of: Value.self) else { return true }
    return Probe.values(of: Value.self, form).allSatisfy { sample in
      var context = RuleContext(.empty)
      let probe = AccessorProbe(.catching)
      context.probe = probe
      context.values.set(sample, for: name)
      let value = context[keyPath: self]
      // A value outside the range of the type gives no information.
      guard probe.error == nil, let given = form.value(of: value) else { return true }
      return given.isEqual(to: sample)
    }
  }
}

/// Values that a derived property would change, and that should not make its
/// code trap.
private enum Probe {
  static func values(of type: Any.Type, _ form: ScalarForm) -> [LuaValue] {
    let wrapped = OptionalType.wrapped(type)
    var values: [LuaValue] =
      switch form {
      case .text:
        [.string(" É a text that is longer than what one cuts, with spaces around "), .string("x")]
      case .number: [-100_003, 0, 97, 100_003].map { .integer($0) }
      case .other:
        EnumerationCases.scalars(of: wrapped ?? type)?.map(\.value)
          ?? [.boolean(true), .boolean(false)]
      }
    if wrapped != nil { values.append(.null) }
    return values
  }
}
