import LuaBridge

/// The values that are set on a context.
///
/// An unchanged copy has the same stamp. An evaluation compares stamps to
/// recognize a context that it has seen before.
struct ContextValues: Sendable {
  /// The values whose keys have numbers.
  ///
  /// INVARIANT: each name is set at most once, here or in `rare`.
  private var entries = ContextStorage()
  /// Aliases, secret names and values without numbers, which few contexts have.
  private var rare: RareValues?
  private(set) var stamp: UInt64 = 0

  private var isEmpty: Bool { entries.isEmpty && unnumbered.isEmpty }
  private var unnumbered: [ByteName: SetValue] { rare?.unnumbered ?? [:] }
  private var aliases: [ByteName: RareValues.Alias] { rare?.aliases ?? [:] }
  /// The names that were set as secret keys.
  var secretNames: Set<ByteName> { rare?.secretNames ?? [] }
  var hasSecrets: Bool { rare != nil && !secretNames.isEmpty }
  /// Whether some name is a path of several names.
  var hasPaths: Bool { rare?.content.paths.isEmpty == false }

  /// The first names of the paths that are set.
  var pathRoots: [String] { NamePath.roots(of: rare?.content.prefixes ?? []) }

  // MARK: Reading

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    if isEmpty { return nil }
    return self[KeyID(asked: original(of: name) ?? name)]?.erased
  }

  /// The value that is set for a key that is not an alias.
  subscript(key: KeyID) -> SetValue? {
    if let number = number(of: key), let set = entries[number] { return set }
    return rare == nil ? nil : unnumbered[key.name]
  }

  /// Returns the value that is set for a key, or for its original if the key is
  /// an alias.
  func set(for key: KeyID) -> SetValue? {
    if isEmpty { return nil }
    guard hasAliases, let original = original(of: key.name) else { return self[key] }
    return self[KeyID(asked: original)]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    (entries.keys.map { KeyNames.name(of: $0) } + unnumbered.names).sortedByBytes()
  }

  /// Whether a name is set that is a path below this one.
  func hasPath(below name: String) -> Bool { rare?.content.prefixes.contains(name) == true }

  /// Whether ``read`` finds all values by their numbers.
  ///
  /// A name that was set before it got a number is found only by its text.
  var areNumbered: Bool { rare == nil || unnumbered.isEmpty }

  /// Reads values without retaining them.
  ///
  /// INVARIANT: used only while the caller keeps the values alive and
  /// unchanged.
  var read: EntryReader { entries.read }

  /// Returns the number of a key, even if the name got its number after the key
  /// was made.
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
    notePath(key)
    if let number = numberForSetting(key) {
      entries.set(value, for: number)
    } else {
      changeRare { $0.unnumbered[key.name] = SetValue(value) }
    }
    renew()
  }

  /// Fast path of `set(_:for:isSecret:)`: sets a value by the number of its
  /// key.
  ///
  /// - Returns: `false`, and nothing is set, if the key has no number or is a path, or if
  ///   there are aliases, secrets, paths or values without numbers.
  mutating func set<Value: Sendable>(_ value: Value, for number: UInt32) -> Bool {
    guard number != 0, rare == nil, !KeyNames.isPath(number) else { return false }
    entries.set(value, for: number)
    renew()
    return true
  }

  /// Sets the values of distinct names.
  ///
  /// - Parameters:
  ///   - values: The names and their values.
  ///   - numbersNames: Whether names without numbers get them, which makes them faster to read.
  /// - Complexity: O(*n* log *n*) for *n* values, those here included.
  mutating func set(_ values: [(name: String, value: LuaValue)], numbersNames: Bool = true) {
    defer { renew() }
    guard aliases.isEmpty else {
      for (name, value) in values { set(value, for: name) }
      return
    }
    var others = ContextStorage()
    let numbered =
      values
      .map { (key: numbersNames ? KeyID($0.name) : KeyID(asked: $0.name), value: $0.value) }
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
    for (key, _) in numbered { notePath(key) }
  }

  /// Copies the values of the keys from other values.
  ///
  /// Runs no host code.
  mutating func take(_ keys: [KeyID], of others: ContextValues) {
    for key in keys {
      guard let value = others[key] else { continue }
      let own = hasAliases ? original(of: key.name).map { KeyID($0) } ?? key : key
      if others.hasSecrets, others.isSecret(key.name) {
        changeRare { $0.secretNames.insert(own.name) }
      }
      put(value, for: own)
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

  /// Sets values that were set without knowledge of all aliases.
  ///
  /// A value that was set under the original's own name wins.
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

  /// Returns the number under which a key is set; `nil` if its value is stored
  /// by name.
  private func numberForSetting(_ key: KeyID) -> UInt32? {
    if areNumbered { return key.number == 0 ? nil : key.number }
    return unnumbered[key.name] == nil ? number(of: key) : nil
  }

  private mutating func put(_ value: SetValue, for key: KeyID) {
    notePath(key)
    if let number = numberForSetting(key) {
      entries.set(value, for: number)
    } else {
      changeRare { $0.unnumbered[key.name] = value }
    }
  }

  /// Notes a name that is a path.
  private mutating func notePath(_ key: KeyID) {
    guard key.isPath, rare?.content.paths.contains(key.name) != true else { return }
    changeRare { rare in
      rare.paths.insert(key.name)
      rare.prefixes.formUnion(NamePath.prefixes(of: [key.name]))
    }
  }

  private mutating func discard(_ key: KeyID) {
    if hasPaths, key.isPath {
      changeRare { rare in
        rare.paths.remove(ByteName(key.name))
        rare.prefixes = NamePath.prefixes(of: rare.paths.map(\.text))
      }
    }
    if let number = number(of: key), entries.remove(number) { return }
    if rare != nil, unnumbered[key.name] != nil {
      changeRare { $0.unnumbered[key.name] = nil }
    }
  }

  /// Gives the values a new stamp, as if a value had changed.
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
  /// Whether any name is an alias.
  var hasAliases: Bool { rare != nil && !aliases.isEmpty }

  /// Makes a name an alias of a key.
  mutating func alias(_ name: String, to key: DeclaredKey) {
    changeRare {
      $0.aliases[name] = RareValues.Alias(
        original: key.name, makeDefault: key.defaultRawAnswer,
        makeValueOnError: key.rawAnswerOnError, hitPolicy: key.hitPolicy)
    }
    discard(KeyID(asked: name))
    renew()
  }

  /// The aliases with their original keys, in byte order.
  var aliasNames: [(alias: String, original: String)] {
    guard hasAliases else { return [] }
    return aliases.keys.sortedByBytes().compactMap { name in
      original(of: name).map { (name, $0) }
    }
  }

  /// Returns the default of an alias's original; `nil` if the name is not an
  /// alias.
  func aliasedDefault<Value>(of name: String, as type: Value.Type) -> Value? {
    guard case .swift(let value)? = lastAlias(from: name)?.makeDefault() else { return nil }
    return value as? Value
  }

  /// Returns the value after an error of an alias's original; `nil` if the name is not an alias.
  func aliasedValueOnError<Value>(of name: String, as type: Value.Type) -> Value? {
    guard hasAliases, let alias = lastAlias(from: name) else { return nil }
    guard case .swift(let value) = alias.makeValueOnError() ?? alias.makeDefault() else {
      return nil
    }
    return value as? Value
  }

  /// Returns the hit policy of an alias's original; `nil` if the name is not an
  /// alias.
  func aliasedPolicy(of name: String) -> HitPolicy? {
    hasAliases ? lastAlias(from: name)?.hitPolicy : nil
  }

  /// Returns the alias that names the original, at the end of a chain of aliases.
  private func lastAlias(from name: String) -> RareValues.Alias? {
    guard hasAliases, let original = original(of: name) else { return nil }
    return aliases[name].flatMap { first in
      sequence(first: first) { aliases[$0.original] }.first { $0.original == original }
    }
  }

  /// Returns whether a name is an alias.
  func isAlias(_ name: String) -> Bool { hasAliases && aliases[name] != nil }

  /// Returns the original of an alias; `nil` if the name is not an alias, or if
  /// its aliases form a circle.
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
  /// The names of the values without the values, so that `dump` prints no
  /// secrets.
  var customMirror: Mirror { Mirror(self, unlabeledChildren: names) }
}
