import LuaBridge

/// The condition of a rule.
package enum Predicate: Sendable {
  case always
  case never
  /// Members that must fulfill certain conditions.
  indirect case pattern(Pattern)
  /// A Lua function, by its number in the states of the model.
  case function(Int)
  /// A host function, by its number in the model.
  case host(Int)
  /// All of the predicates, evaluated in order.
  case all([Predicate])

  /// Returns the conjunction with a predicate that is evaluated later.
  func and(_ inner: Predicate) -> Predicate {
    switch (self, inner) {
    case (.always, _): inner
    case (_, .always): self
    case (.all(let outer), _): .all(outer + [inner])
    default: .all([self, inner])
    }
  }
}

/// A predicate written as a table.
package struct Pattern: Sendable {
  /// The leaves, in byte order of their paths.
  package var entries: [Entry]
  package var location: SourceLocation

  /// Creates a pattern of leaves in byte order of their paths.
  package init(entries: [Entry], location: SourceLocation) {
    self.entries = entries
    self.location = location
  }

  /// Creates a pattern of leaves in any order.
  init(sorting entries: [Entry], at location: SourceLocation) {
    self.init(entries: entries.sorted { $0.path.precedesAsPath($1.path) }, location: location)
  }

  /// One leaf: a path, and what its value must fulfill.
  package struct Entry: Sendable {
    package var path: [String]
    package var condition: PatternCondition

    package init(path: [String], condition: PatternCondition) {
      self.path = path
      self.condition = condition
    }

    /// Creates a leaf whose value must be one of some values.
    package init(path: [String], allowed: [LuaValue]) {
      self.init(path: path, condition: .oneOf(allowed.map { PatternConstant($0) }))
    }
  }
}

extension [String] {
  /// Whether the path, written with dots, comes before another one in byte order.
  func precedesAsPath(_ other: [String]) -> Bool {
    if count == 1, other.count == 1 { return self[0].precedesInBytes(other[0]) }
    return joined(separator: ".").precedesInBytes(other.joined(separator: "."))
  }
}
