import LuaBridge

/// The names that rules can use: those that the schema declares, and those that rules assign.
package struct DeclaredNames: Sendable {
  package let schema: RuleSchema
  /// The keys and paths that rules assign.
  package let assigned: Set<ByteName>
  /// The keys and paths that are a prefix of an assigned or declared path.
  package let prefixes: Set<ByteName>

  package init(_ schema: RuleSchema, assigned: Set<ByteName>) {
    self.schema = schema
    self.assigned = assigned
    prefixes = NamePath.prefixes(of: assigned.map(\.text) + schema.names)
  }

  /// The first names of all that is declared or assigned.
  var first: Set<ByteName> {
    Set(names: (schema.names + assigned.map(\.text)).map { String($0.prefix { $0 != "." }) })
  }

  /// What is wrong with a path that rules read.
  package enum Problem {
    /// Neither declared nor assigned.
    case unknownKey(String)
    /// A member that the declared type does not have.
    case unknownMember(String, of: [String], type: ValueType)
    /// A member of an open object that is not declared, and that is close to a declared one.
    case likelyMember(String, of: [String], meant: String)

    /// The path up to the unknown name.
    package var names: [String] {
      switch self {
      case .unknownKey(let name): [name]
      case .unknownMember(let name, let base, _), .likelyMember(let name, let base, _):
        base + [name]
      }
    }
  }

  /// Returns what is wrong with a path; `nil` without a declared key.
  package func problem(ofReading path: [String]) -> Problem? {
    guard let first = path.first, !schema.isEmpty else { return nil }
    if assignedKey(of: path) != nil, schema.type(of: first) == nil { return nil }
    guard var type = schema.type(of: first) else {
      return assigned.contains(first) || prefixes.contains(first) ? nil : .unknownKey(first)
    }
    // If a path key begins with this name, its other members are at worst nil.
    if prefixes.contains(first) { return nil }
    for (index, name) in path.enumerated().dropFirst() {
      let base = Array(path[..<index])
      if type.hasNoMembers { return .unknownMember(name, of: base, type: type) }
      // What rules give, other rules read in the form in which they gave it.
      if type.isDecoded, assigned.contains(first) { return nil }
      if case .variant = type.withoutNull, type.closedObject?[name] == nil {
        return .unknownMember(name, of: base, type: type)
      }
      if let object = type.object, object[name] == nil {
        guard object.isOpen else { return .unknownMember(name, of: base, type: type) }
        return Self.likelyMember(name, among: type.memberNames)
          .map { .likelyMember(name, of: base, meant: $0) }
      }
      type = type.memberType(name)
    }
    return nil
  }

  /// Returns the longest assigned key that a path begins with.
  package func assignedKey(of path: [String]) -> String? {
    guard let first = path.first else { return nil }
    if path.count > 1, prefixes.contains(first) {
      for count in stride(from: path.count, to: 1, by: -1) {
        let name = path.prefix(count).joined(separator: ".")
        if assigned.contains(name) { return name }
      }
    }
    return assigned.contains(first) ? first : nil
  }

  /// Returns a close name; names that differ only in digits, such as `day3` and `day2`, are not
  /// close.
  package static func likelyMember(_ name: String, among names: [String]) -> String? {
    RuleError.likelyName(for: name, among: names)
      .flatMap { Spelling.differsInDigitsOnly($0, name) ? nil : $0 }
  }
}
