import LuaBridge

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an evaluation knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  /// Those whose keys have numbers.
  ///
  /// INVARIANT: each name is set once, here or among the rare ones.
  private var entries = Entries()
  /// What few contexts have.
  private var rare: RareValues?
  private(set) var stamp: UInt64 = 0

  private var isEmpty: Bool { entries.isEmpty && unnumbered.isEmpty }
  private var unnumbered: [ByteName: SetValue] { rare?.unnumbered ?? [:] }
  private var aliases: [ByteName: RareValues.Alias] { rare?.aliases ?? [:] }
  /// The names that were set as keys that are secret.
  var secretNames: Set<ByteName> { rare?.secretNames ?? [] }
  var hasSecrets: Bool { rare != nil && !secretNames.isEmpty }

  // MARK: Reading

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    if isEmpty { return nil }
    return self[KeyID(asked: original(of: name) ?? name)]?.erased
  }

  /// The value that is set for a key, which is no alias.
  subscript(key: KeyID) -> SetValue? {
    if let number = number(of: key), let set = entries[number] { return set }
    return rare == nil ? nil : unnumbered[key.name]
  }

  /// Whether a value is set for a key, which is no alias.
  func contains(_ key: KeyID) -> Bool { self[key] != nil }

  /// The value that is set for a key, or for the one that it is an alias of.
  func set(for key: KeyID) -> SetValue? {
    if isEmpty { return nil }
    guard hasAliases, let original = original(of: key.name) else { return self[key] }
    return self[KeyID(asked: original)]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    (entries.keys.map { KeyNames.name(of: $0) } + unnumbered.names).sortedByBytes()
  }

  /// Whether all values are among those that ``read(_:)`` finds by numbers.
  ///
  /// A name that was set before it got a number is looked for by its text.
  var areNumbered: Bool { rare == nil || unnumbered.isEmpty }

  /// Reads values without retaining them.
  ///
  /// INVARIANT: used only while somebody keeps the values as they are.
  var read: EntryReader { entries.read }

  /// The number of a key, also of a name that got it after the key was made.
  private func number(of key: KeyID) -> UInt32? {
    let number = key.number != 0 ? key.number : KeyNames.knownNumber(of: key.name)
    return number == 0 ? nil : number
  }

  // MARK: Setting

  /// Sets a value.
  mutating func set<Value: Sendable>(_ value: Value, for name: String, isSecret: Bool = false) {
    set(value, for: KeyID(name), isSecret: isSecret)
  }

  /// Sets a value.
  mutating func set<Value: Sendable>(_ value: Value, for key: KeyID, isSecret: Bool = false) {
    var key = key
    if rare != nil, hasAliases, let original = original(of: key.name) { key = KeyID(original) }
    if isSecret { changeRare { $0.secretNames.insert(key.name) } }
    if let number = numberForSetting(key) {
      entries.set(value, for: number)
    } else {
      changeRare { $0.unnumbered[key.name] = SetValue(value) }
    }
    renew()
  }

  /// Sets a value by the number of its key.
  ///
  /// - Returns: Whether it was set: not for a key without a number, and not beside aliases, secrets and
  ///   keys without numbers.
  mutating func set<Value: Sendable>(_ value: Value, for number: UInt32) -> Bool {
    guard number != 0, rare == nil else { return false }
    entries.set(value, for: number)
    renew()
    return true
  }

  /// Sets the values of different names, of which none was an alias's.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, those here included.
  mutating func set(_ values: [(name: String, value: LuaValue)]) {
    defer { renew() }
    guard aliases.isEmpty else {
      for (name, value) in values { set(value, for: name) }
      return
    }
    var others = Entries()
    let numbered = values.map { (key: KeyID($0.name), value: $0.value) }
      .sorted { $0.key.number < $1.key.number }
    var rest: [ByteName: SetValue] = [:]
    for (key, value) in numbered {
      if let number = numberForSetting(key) {
        others.set(value, for: number)
      } else {
        rest[key.name] = SetValue(value)
      }
    }
    entries = entries.overridden(by: others)
    if !rest.isEmpty { changeRare { $0.unnumbered.merge(rest) { $1 } } }
  }

  /// Sets what is set in others.
  ///
  /// Runs no code of the host's.
  mutating func take(_ names: Set<ByteName>, of others: ContextValues) {
    for name in names.sortedByBytes() {
      guard let value = others[KeyID(name)] else { continue }
      let key = KeyID(original(of: name) ?? name)
      if others.isSecret(name) { changeRare { $0.secretNames.insert(key.name) } }
      put(value, for: key)
    }
    renew()
  }

  mutating func remove(_ name: String) {
    discard(KeyID(asked: original(of: name) ?? name))
    renew()
  }

  /// Returns the values with those of another set over them.
  func overridden(by other: ContextValues) -> ContextValues {
    if other.isEmpty, other.aliases.isEmpty { return self }
    if isEmpty, aliases.isEmpty { return other }
    var result = self
    result.renew()
    guard let others = other.rare else {
      if aliases.isEmpty, areNumbered {
        result.entries = entries.overridden(by: other.entries)
      } else {
        result.merge(other)
      }
      return result
    }
    result.changeRare { rare in
      rare.secretNames.formUnion(others.secretNames)
      rare.aliases.merge(others.aliases) { $1 }
    }
    for name in others.aliases.keys { result.discard(KeyID(asked: name.text)) }
    result.merge(other)
    return result
  }

  /// Sets values that were set by someone who did not know all aliases.
  ///
  /// What was set under the original's own name counts.
  private mutating func merge(_ other: ContextValues) {
    let names = other.names
    for name in names {
      guard let original = original(of: name), let value = other[KeyID(asked: name)] else {
        continue
      }
      put(value, for: KeyID(original))
    }
    for name in names where original(of: name) == nil {
      if let value = other[KeyID(asked: name)] { put(value, for: KeyID(asked: name)) }
    }
  }

  /// The number under which a key is set; `nil` for a name that is set without one.
  private func numberForSetting(_ key: KeyID) -> UInt32? {
    if areNumbered { return key.number == 0 ? nil : key.number }
    return unnumbered[key.name] == nil ? number(of: key) : nil
  }

  private mutating func put(_ value: SetValue, for key: KeyID) {
    if let number = numberForSetting(key) {
      entries.set(value, for: number)
    } else {
      changeRare { $0.unnumbered[key.name] = value }
    }
  }

  private mutating func discard(_ key: KeyID) {
    if let number = number(of: key), entries.remove(number) { return }
    if rare != nil, unnumbered[key.name] != nil {
      changeRare { $0.unnumbered[key.name] = nil }
    }
  }

  /// Gives the values a stamp of their own, as if something had changed.
  mutating func renew() {
    stamp = ThreadNumbers.newStamp
  }

  private mutating func changeRare(_ body: (inout RareValues.Content) -> Void) {
    var content = rare?.content ?? RareValues.Content()
    body(&content)
    rare = RareValues(content)
  }
}

// MARK: - Aliases

extension ContextValues {
  /// Whether some name is another name of an original.
  var hasAliases: Bool { rare != nil && !aliases.isEmpty }

  /// Makes a name another name of a key.
  mutating func alias(_ name: String, to key: DeclaredKey) {
    changeRare {
      $0.aliases[name] = RareValues.Alias(original: key.name, makeDefault: key.defaultPayload)
    }
    discard(KeyID(asked: name))
    renew()
  }

  /// The default of the key that a name stands for; `nil` for a name that stands for itself.
  func aliasedDefault<Value>(of name: String, as type: Value.Type) -> Value? {
    guard hasAliases, let original = original(of: name) else { return nil }
    let last = aliases[name].flatMap { first in
      sequence(first: first) { aliases[$0.original] }.first { $0.original == original }
    }
    guard case .swift(let value)? = last?.makeDefault() else { return nil }
    return value as? Value
  }

  /// Whether a name is another name of an original.
  func isAlias(_ name: String) -> Bool { hasAliases && aliases[name] != nil }

  /// Returns the name that a name stands for; `nil` for a name that stands for
  /// itself, or for a circle of aliases.
  func original(of name: String) -> String? {
    guard hasAliases, var original = aliases[name]?.original else { return nil }
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
}

extension ContextValues: CustomReflectable {
  /// The names of what is set: who dumps a context does not print its secrets.
  var customMirror: Mirror { Mirror(self, unlabeledChildren: names) }
}

/// What few contexts have beside their values.
private final class RareValues: Sendable {
  struct Content: Sendable {
    /// Values whose names had no number when they were set, as all were taken.
    var unnumbered: [ByteName: SetValue] = [:]
    var aliases: [ByteName: Alias] = [:]
    /// The names that were set as keys that are secret.
    var secretNames: Set<ByteName> = []
  }

  struct Alias: Sendable {
    var original: String
    var makeDefault: @Sendable () -> RawAnswer
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  var unnumbered: [ByteName: SetValue] { content.unnumbered }
  var aliases: [ByteName: Alias] { content.aliases }
  var secretNames: Set<ByteName> { content.secretNames }
}
