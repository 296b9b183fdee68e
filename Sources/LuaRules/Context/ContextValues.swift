import LuaBridge

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an access knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  private struct Entry: Sendable {
    let key: KeyID
    let value: any SetValue & Sendable
  }

  /// INVARIANT: in the order of their numbers, those without one first; each name once.
  private var entries: [Entry] = []
  private var originals: [String: String] = [:]
  private(set) var stamp: UInt64 = 0

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    if entries.isEmpty { return nil }
    return self[KeyID(asked: original(of: name) ?? name)]?.erased
  }

  /// The value that is set for a key, which is no alias.
  subscript(key: KeyID) -> (any SetValue)? {
    index(of: key).map { entries[$0].value }
  }

  /// Whether a value is set for a key, which is no alias.
  func contains(_ key: KeyID) -> Bool { index(of: key) != nil }

  /// The value that is set for a key, or for the one that it is an alias of.
  func set(for key: KeyID) -> (any SetValue)? {
    if entries.isEmpty { return nil }
    guard hasAliases, let original = original(of: key.name) else { return self[key] }
    return self[KeyID(asked: original)]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    entries.map(\.key.name).sortedByBytes()
  }

  mutating func set<Value: Sendable>(_ value: Value, for name: String) {
    set(value, for: KeyID(name))
  }

  mutating func set<Value: Sendable>(_ value: Value, for key: KeyID) {
    var key = key
    if hasAliases, let original = original(of: key.name) { key = KeyID(original) }
    put(Entry(key: key, value: TypedValue(value)))
    renew()
  }

  mutating func remove(_ name: String) {
    if let index = index(of: KeyID(asked: original(of: name) ?? name)) {
      entries.remove(at: index)
    }
    renew()
  }

  /// Returns the values with those of another set over them.
  func overridden(by other: ContextValues) -> ContextValues {
    if other.entries.isEmpty, other.originals.isEmpty { return self }
    if entries.isEmpty, originals.isEmpty { return other }
    var result = self
    result.originals.merge(other.originals) { $1 }
    for entry in other.entries {
      let key = result.original(of: entry.key.name).map { KeyID($0) } ?? entry.key
      result.put(Entry(key: key, value: entry.value))
    }
    result.renew()
    return result
  }

  // MARK: Entries

  private func index(of key: KeyID) -> Int? {
    let number = key.number
    if number == 0 { return entries.firstIndex { $0.key == key } }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.number < number { low = middle + 1 } else { high = middle }
    }
    if low < entries.count, entries[low].key.number == number { return low }
    // A name that was set before it got a number.
    guard let first = entries.first, first.key.number == 0 else { return nil }
    return entries.firstIndex { $0.key.number == 0 && $0.key == key }
  }

  private mutating func put(_ entry: Entry) {
    if let index = index(of: entry.key) {
      entries[index] = Entry(key: entries[index].key, value: entry.value)
    } else {
      let place = entries.firstIndex { $0.key.number > entry.key.number } ?? entries.count
      entries.insert(entry, at: place)
    }
  }

  // MARK: Aliases

  /// Whether some name is another name of an original.
  var hasAliases: Bool { !originals.isEmpty }

  /// Makes a name another name of an original.
  mutating func alias(_ name: String, to original: String) {
    originals[name] = original
    renew()
  }

  /// Returns the name that a name stands for; `nil` for a name that stands for
  /// itself, or for a circle of aliases.
  func original(of name: String) -> String? {
    guard hasAliases, var original = originals[name] else { return nil }
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
    stamp = ThreadNumbers.newStamp
  }
}
