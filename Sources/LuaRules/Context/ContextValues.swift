import Synchronization

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an access knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  private var values: [String: any Sendable] = [:]
  private var originals: [String: String] = [:]
  /// The names that were set as keys that are secret.
  private(set) var secretNames: Set<String> = []
  var hasSecrets: Bool { !secretNames.isEmpty }
  private(set) var stamp: UInt64 = 0

  private static let lastStamp = Atomic<UInt64>(0)

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    values.isEmpty ? nil : values[original(of: name) ?? name]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    values.keys.sortedByBytes()
  }

  mutating func set(_ value: any Sendable, for name: String, isSecret: Bool = false) {
    let name = original(of: name) ?? name
    values[name] = value
    if isSecret { secretNames.insert(name) }
    renew()
  }

  mutating func remove(_ name: String) {
    values[original(of: name) ?? name] = nil
    renew()
  }

  /// Returns the values with those of another set over them.
  func overridden(by other: ContextValues) -> ContextValues {
    if other.values.isEmpty, other.originals.isEmpty { return self }
    if values.isEmpty, originals.isEmpty { return other }
    var result = self
    result.originals.merge(other.originals) { $1 }
    result.secretNames.formUnion(other.secretNames)
    for (name, value) in other.values { result.values[result.original(of: name) ?? name] = value }
    result.renew()
    return result
  }

  // MARK: Aliases

  /// Makes a name another name of an original.
  mutating func alias(_ name: String, to original: String) {
    originals[name] = original
    renew()
  }

  /// Whether a name is another name of an original.
  func isAlias(_ name: String) -> Bool { !originals.isEmpty && originals[name] != nil }

  /// Returns the name that a name stands for; `nil` for a name that stands for
  /// itself, or for a circle of aliases.
  func original(of name: String) -> String? {
    guard var original = originals[name] else { return nil }
    for _ in 0..<originals.count {
      guard let further = originals[original] else { return original }
      original = further
    }
    return nil
  }

  /// Returns the circle of aliases that a name leads into, or `nil`.
  func aliasCircle(from name: String) -> [String]? {
    guard originals[name] != nil, original(of: name) == nil else { return nil }
    var circle = [name]
    while let next = circle.last.flatMap({ originals[$0] }) {
      circle.append(next)
      if circle.dropLast().contains(next) { break }
    }
    return circle
  }

  private mutating func renew() {
    stamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension ContextValues: CustomReflectable {
  /// The names of what is set: who dumps a context does not print its secrets.
  var customMirror: Mirror { Mirror(self, unlabeledChildren: names) }
}
