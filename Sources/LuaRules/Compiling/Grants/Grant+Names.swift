import LuaBridge

extension Grant {
  /// Names of keys, and of members of their values.
  ///
  /// They are written as a list of accessors, or of names:
  ///
  /// ```swift
  /// let keys: Grant.Names = [\.todo, \.theme]
  /// let more = keys + .names("person.status")
  /// ```
  public struct Names: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The names; `nil` for all names.
    private(set) var names: Set<ByteName>?
    /// The first error in the names.
    private(set) var problem: RuleError?

    /// Every name.
    public static let all = Names(checked: nil)

    /// No name.
    public static let none = Names(checked: [])

    private init(checked names: Set<ByteName>?) {
      self.names = names
    }

    /// Creates names in the form that rule files use, with dots before members.
    ///
    /// A text that is not a name is an error, reported when the source is
    /// loaded.
    public init(_ names: some Sequence<String>) {
      self.init(checked: Set(names: names))
      for name in names where problem == nil {
        guard let found = NamePath.problem(of: name) else { continue }
        problem = RuleError(
          .badGrant, "\(LuaValue.string(name).literal) in a grant is not a name",
          hint: found.hint ?? "write a key, or a key with members behind dots")
      }
    }

    /// Creates the names of the keys behind accessors.
    ///
    /// A path that is not the accessor of a key, such as a path to a member, is
    /// an error, reported when the source is loaded.
    public init(arrayLiteral accessors: PartialKeyPath<RuleContext>...) {
      var names: Set<ByteName> = []
      var problem: RuleError?
      for (index, accessor) in accessors.enumerated() {
        if let name = RuleContext.keyName(of: accessor) {
          names.insert(name)
        } else {
          problem =
            problem
            ?? RuleError(
              .notAnAccessor, "path number \(index + 1) of a grant is not the accessor of a key",
              hint: "a member is written with names: `.names(\"todo.title\")`")
        }
      }
      self.init(checked: names)
      self.problem = problem
    }

    /// Returns names in the form of rule files:
    /// `.names("theme", "todo.title")`.
    public static func names(_ names: String...) -> Names { Names(names) }

    /// Returns the union of both sets of names.
    public static func + (left: Names, right: Names) -> Names {
      var sum = Names.all
      if let names = left.names, let others = right.names { sum.names = names.union(others) }
      sum.problem = left.problem ?? right.problem
      return sum
    }

    /// Returns whether a name is in the set; names are compared exactly.
    func contains(_ name: String) -> Bool { names?.contains(name) ?? true }

    /// Returns the names that both sets contain.
    ///
    /// - Parameters:
    ///   - other: The other names.
    ///   - withMembers: Whether a name also stands for all names below it.
    /// - Returns: The intersection.
    func intersection(_ other: Names, withMembers: Bool) -> Names {
      guard let names else { return other }
      guard let others = other.names else { return self }
      var both = Names.none
      both.problem = problem ?? other.problem
      both.names =
        withMembers
        ? Set(
          names: NameTree(names.map(\.text)).intersection(NameTree(others.map(\.text))).paths)
        : names.intersection(others)
      return both
    }
  }
}

extension Grant {
  /// Returns whether rules may call a host function; names are compared by
  /// their bytes.
  func mayCall(_ name: String) -> Bool {
    guard let functions else { return true }
    return functions.firstIndex(of: name).map { functions[$0].hasSameBytes(as: name) } ?? false
  }
}

extension RuleContext {
  /// Returns the name of the key behind an accessor; `nil` for any other path.
  fileprivate static func keyName(of accessor: PartialKeyPath<RuleContext>) -> String? {
    let recorder = AccessorProbe(.recording)
    var context = RuleContext(.empty)
    context.probe = recorder
    _ = context[keyPath: accessor]
    guard let key = recorder.recordedKey, key.valueType == type(of: accessor).valueType else {
      return nil
    }
    return key.name
  }
}
