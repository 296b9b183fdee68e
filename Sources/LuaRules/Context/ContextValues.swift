import Synchronization

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an access knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  private struct Alias: Sendable {
    var original: String
    var makeDefault: @Sendable () -> Payload
  }

  private var values: [String: any Sendable] = [:]
  private var aliases: [String: Alias] = [:]
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

  /// Sets a value and returns the one that it replaces.
  @discardableResult
  mutating func set(
    _ value: any Sendable, for name: String, isSecret: Bool = false
  ) -> (any Sendable)? {
    defer { renew() }
    let name = original(of: name) ?? name
    if isSecret { secretNames.insert(name) }
    return values.updateValue(value, forKey: name)
  }

  mutating func remove(_ name: String) {
    values[original(of: name) ?? name] = nil
    renew()
  }

  /// Returns the values with those of another set over them.
  func overridden(by other: ContextValues) -> ContextValues {
    if other.values.isEmpty, other.aliases.isEmpty { return self }
    if values.isEmpty, aliases.isEmpty { return other }
    var result = self
    result.secretNames.formUnion(other.secretNames)
    for (name, alias) in other.aliases {
      result.aliases[name] = alias
      result.values[name] = nil
    }
    if result.aliases.isEmpty {
      result.values.merge(other.values) { $1 }
    } else {
      result.merge(other.values)
    }
    result.renew()
    return result
  }

  /// Sets values that were set by someone who did not know all aliases.
  ///
  /// What was set under the original's own name counts.
  private mutating func merge(_ others: [String: any Sendable]) {
    let names = others.keys.sortedByBytes()
    for name in names {
      if let original = original(of: name) { values[original] = others[name] }
    }
    for name in names where original(of: name) == nil { values[name] = others[name] }
  }

  // MARK: Aliases

  /// Makes a name another name of a key; returns what was set under the name.
  @discardableResult
  mutating func alias(_ name: String, to key: DeclaredKey) -> (any Sendable)? {
    defer { renew() }
    aliases[name] = Alias(original: key.name, makeDefault: key.defaultPayload)
    return values.removeValue(forKey: name)
  }

  /// The default of the key that a name stands for; `nil` for a name that stands for itself.
  func aliasedDefault<Value>(of name: String, as type: Value.Type) -> Value? {
    guard !aliases.isEmpty, let original = original(of: name) else { return nil }
    let last = aliases[name].flatMap { first in
      sequence(first: first) { aliases[$0.original] }.first { $0.original == original }
    }
    guard case .swift(let value)? = last?.makeDefault() else { return nil }
    return value as? Value
  }

  /// Whether a name is another name of an original.
  func isAlias(_ name: String) -> Bool { !aliases.isEmpty && aliases[name] != nil }

  /// Returns the name that a name stands for; `nil` for a name that stands for
  /// itself, or for a circle of aliases.
  func original(of name: String) -> String? {
    guard !aliases.isEmpty, var original = aliases[name]?.original else { return nil }
    for _ in 0..<aliases.count {
      guard let further = aliases[original]?.original else { return original }
      original = further
    }
    return nil
  }

  /// Returns the circle of aliases that a name leads into, or `nil`.
  func aliasCircle(from name: String) -> [String]? {
    guard isAlias(name), original(of: name) == nil else { return nil }
    var circle = [name]
    while let next = circle.last.flatMap({ aliases[$0]?.original }) {
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
