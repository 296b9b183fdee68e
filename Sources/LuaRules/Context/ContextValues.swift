import LuaBridge

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an access knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  private struct Alias: Sendable {
    var original: String
    var makeDefault: @Sendable () -> Payload
  }

  /// Those whose keys have numbers.
  ///
  /// INVARIANT: in the order of their numbers; each name once, here or below.
  private var entries: [Entry] = []
  /// Those whose names had no number when they were set, as all were taken.
  private var unnumbered: [ByteName: Entry] = [:]
  private var isEmpty: Bool { entries.isEmpty && unnumbered.isEmpty }
  private var aliases: [ByteName: Alias] = [:]
  /// The names that were set as keys that are secret.
  private(set) var secretNames: Set<ByteName> = []
  var hasSecrets: Bool { !secretNames.isEmpty }
  private(set) var stamp: UInt64 = 0

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    if isEmpty { return nil }
    return self[KeyID(asked: original(of: name) ?? name)]?.erased
  }

  /// The value that is set for a key, which is no alias.
  subscript(key: KeyID) -> (any SetValue)? {
    entry(of: key)?.value
  }

  /// Whether a key is set, as far as that is found by its number.
  enum Setting { case set, unset, uncertain }

  /// Puts what is set for the key with a number, which is no alias, into a place.
  ///
  /// - Returns: Whether the key is set, also when it is as another type.
  func fill(_ place: borrowing VacantPlace, withValueOf number: UInt32) -> Setting {
    guard let index = index(of: number) else {
      // A name that was set before it got a number is looked for by its text.
      return unnumbered.isEmpty ? .unset : .uncertain
    }
    if let trivial = entries[index].trivial {
      trivial.with { place.put($0) }
    } else {
      entries[index].value.fill(place)
    }
    return .set
  }

  /// Tells what is set for a key, which is no alias, from all else that was; 0 for nothing.
  func stamp(of key: KeyID) -> UInt64 { entry(of: key)?.stamp ?? 0 }

  /// Whether a value is set for a key, which is no alias.
  func contains(_ key: KeyID) -> Bool { entry(of: key) != nil }

  /// The value that is set for a key, or for the one that it is an alias of.
  func set(for key: KeyID) -> (any SetValue)? {
    if isEmpty { return nil }
    guard hasAliases, let original = original(of: key.name) else { return self[key] }
    return self[KeyID(asked: original)]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    (entries.map(\.key.name) + unnumbered.names).sortedByBytes()
  }

  /// Sets a value and returns the one that it replaces.
  @discardableResult
  mutating func set<Value: Sendable>(
    _ value: Value, for name: String, isSecret: Bool = false
  ) -> (any Sendable)? {
    set(value, for: KeyID(name), isSecret: isSecret)
  }

  /// Sets a value and returns the one that it replaces.
  @discardableResult
  mutating func set<Value: Sendable>(
    _ value: Value, for key: KeyID, isSecret: Bool = false
  ) -> (any Sendable)? {
    defer { renew() }
    var key = key
    if hasAliases, let original = original(of: key.name) { key = KeyID(original) }
    if isSecret { secretNames.insert(key.name) }
    return put(Entry(key: key, value: TypedValue(value)))?.value.erased
  }

  /// Sets what is set in others; returns the values that it replaces.
  ///
  /// Runs no code of the host's.
  mutating func take(_ names: Set<ByteName>, of others: ContextValues) -> [(any Sendable)?] {
    defer { renew() }
    return names.sortedByBytes().compactMap { name in
      guard let entry = others.entry(of: KeyID(name)) else { return nil }
      let key = original(of: name).map { KeyID($0) } ?? entry.key
      if others.isSecret(name) { secretNames.insert(key.name) }
      return put(Entry(key: key, value: entry.value, stamp: entry.stamp))?.value.erased
    }
  }

  mutating func remove(_ name: String) {
    take(KeyID(asked: original(of: name) ?? name))
    renew()
  }

  /// Returns the values with those of another set over them.
  func overridden(by other: ContextValues) -> ContextValues {
    if other.isEmpty, other.aliases.isEmpty { return self }
    if isEmpty, aliases.isEmpty { return other }
    var result = self
    result.secretNames.formUnion(other.secretNames)
    for (name, alias) in other.aliases {
      result.aliases[name] = alias
      result.take(KeyID(asked: name.text))
    }
    let others = other.entries + other.unnumbered.values
    if result.aliases.isEmpty { result.put(others) } else { result.merge(others) }
    result.renew()
    return result
  }

  /// Sets values that were set by someone who did not know all aliases.
  ///
  /// What was set under the original's own name counts.
  private mutating func merge(_ others: [Entry]) {
    let named = Dictionary(others.map { (ByteName($0.key.name), $0) }) { $1 }
    let names = named.keys.sortedByBytes()
    for name in names {
      guard let original = original(of: name), let entry = named[name] else { continue }
      put(Entry(key: KeyID(original), value: entry.value, stamp: entry.stamp))
    }
    for name in names where original(of: name) == nil {
      if let entry = named[name] { put(entry) }
    }
  }

  /// Runs a body that reads values without counting them.
  @inline(__always)
  func read<Result>(_ body: (Reader) -> Result) -> Result {
    BorrowedList.with(entries) { body(Reader($0, isWhole: unnumbered.isEmpty)) }
  }

  // MARK: Entries

  private func entry(of key: KeyID) -> Entry? {
    if let index = index(of: key) { return entries[index] }
    return unnumbered.isEmpty ? nil : unnumbered[key.name]
  }

  /// The place among those with numbers, also of a name that got one meanwhile.
  private func index(of key: KeyID) -> Int? {
    let number = key.number != 0 ? key.number : KeyNames.knownNumber(of: key.name)
    return number == 0 ? nil : index(of: number)
  }

  private func index(of number: UInt32) -> Int? {
    read { $0.index(of: number) }
  }

  /// Puts an entry in and returns the one that it replaces.
  @discardableResult
  private mutating func put(_ entry: Entry) -> Entry? {
    if let index = index(of: entry.key) {
      let old = entries[index]
      entries[index] = Entry(key: old.key, value: entry.value, stamp: entry.stamp)
      return old
    }
    let name = ByteName(entry.key.name)
    if entry.key.number == 0 || unnumbered[name] != nil {
      let old = unnumbered[name]
      unnumbered[name] = Entry(key: old?.key ?? entry.key, value: entry.value, stamp: entry.stamp)
      return old
    }
    entries.insert(entry, at: read { $0.place(of: entry.key.number) })
    return nil
  }

  /// Puts entries in.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, those here included.
  private mutating func put(_ others: [Entry]) {
    var added: [Entry] = []
    for entry in others {
      if entry.key.number == 0 || index(of: entry.key) != nil
        || unnumbered[entry.key.name] != nil
      {
        put(entry)
      } else {
        added.append(entry)
      }
    }
    guard added.count > 1 else {
      added.forEach { put($0) }
      return
    }
    entries += added
    entries.sort { $0.key.number < $1.key.number }
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
    put(values.map { Entry(key: KeyID($0.name), value: TypedValue($0.value)) })
  }

  /// Takes an entry out.
  @discardableResult
  private mutating func take(_ key: KeyID) -> Entry? {
    if let index = index(of: key) { return entries.remove(at: index) }
    return unnumbered.isEmpty ? nil : unnumbered.removeValue(forKey: ByteName(key.name))
  }

  // MARK: Aliases

  /// Whether some name is another name of an original.
  var hasAliases: Bool { !aliases.isEmpty }

  /// Makes a name another name of a key; returns what was set under the name.
  @discardableResult
  mutating func alias(_ name: String, to key: DeclaredKey) -> (any Sendable)? {
    defer { renew() }
    aliases[name] = Alias(original: key.name, makeDefault: key.defaultPayload)
    return take(KeyID(asked: name))?.value.erased
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

  /// Gives the values a stamp of their own, as if something had changed.
  mutating func renew() {
    stamp = ThreadNumbers.newStamp
  }
}

extension ContextValues: CustomReflectable {
  /// The names of what is set: who dumps a context does not print its secrets.
  var customMirror: Mirror { Mirror(self, unlabeledChildren: names) }
}
