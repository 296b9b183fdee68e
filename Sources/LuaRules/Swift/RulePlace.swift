import LuaBridge

/// Where a path leads, as far as Lua has names for it.
struct RulePlace: Sendable {
  /// The key; `nil` for a path that does not begin with an accessor.
  let key: DeclaredKey?
  /// The steps; `nil` where one has no name in Lua.
  private(set) var steps: [Step]?

  /// A key or a member.
  struct Step: Sendable {
    let name: String
    /// Whether there may be nothing.
    let isOptional: Bool
  }

  /// The place of what is no path of a key.
  static let nowhere = RulePlace()

  private init() {
    key = nil
    steps = nil
  }

  init<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    let found = try? RuleContext.key(of: accessor).key
    key = found.flatMap { accessor.isPlain(for: $0.name) ? $0 : nil }
    steps = key.map { [Step(name: $0.name, isOptional: OptionalType.wrapped(Value.self) != nil)] }
  }

  func member<Object, Member>(
    _ member: any KeyPath<Object, Member> & Sendable
  ) -> RulePlace {
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

/// What members are called in Lua, found by comparing key paths: they print no names.
private enum MemberNames {
  static func name<Object, Member>(
    of member: any KeyPath<Object, Member> & Sendable
  ) -> String? {
    if let type = Object.self as? any RuleObject.Type { return type.memberName(of: member) }
    // A struct that says nothing of itself shows what is stored in it.
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

/// Values that what is made of a key would change, and that no such code traps on.
private enum Probe {
  static let texts = [" É a text that is longer than what one cuts, with spaces around ", "x"]
  static let integers = [-100_003, 0, 97, 100_003]
  static let numbers = integers.map { Double($0) + 0.25 }
}

extension KeyPath where Root == RuleContext {
  /// Whether the path gives what is set for a key, and nothing that is made of it.
  ///
  /// Found out for types of which there are values to try; a property of another
  /// type that is no accessor, and has the type of the only key that it reads, is
  /// taken for one.
  fileprivate func isPlain(for name: String) -> Bool {
    if let path = self as? KeyPath<RuleContext, String> { return path.gives(Probe.texts, name) }
    if let path = self as? KeyPath<RuleContext, Bool> { return path.gives([true, false], name) }
    if let path = self as? KeyPath<RuleContext, Int> { return path.gives(Probe.integers, name) }
    if let path = self as? KeyPath<RuleContext, Double> { return path.gives(Probe.numbers, name) }
    return true
  }
}

extension KeyPath where Root == RuleContext, Value: Equatable & Sendable {
  fileprivate func gives(_ values: [Value], _ name: String) -> Bool {
    var context = RuleContext(.empty)
    return values.allSatisfy { value in
      context.values.set(value, for: name)
      return context[keyPath: self] == value
    }
  }
}
