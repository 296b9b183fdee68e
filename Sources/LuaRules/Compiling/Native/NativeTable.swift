/// A table that was made while loading, of scalars by scalars.
struct NativeTable: Sendable {
  private var content: [NativeKey: NativeValue] = [:]
  /// The bytes of the longest key: a longer text is none, whatever it is.
  private var longestKey = 0

  /// Adds a value; returns whether the two can be in such a table.
  mutating func add(_ value: NativeValue, for key: NativeValue) -> Bool {
    guard let kept = NativeKey(kept: key), !value.isUndecided else { return false }
    content[kept] = value
    longestKey = max(longestKey, key.byteCount)
    return true
  }

  /// What it costs to look for a key, in addition to a step.
  func cost(ofFinding key: NativeValue) -> Int {
    let count = key.byteCount
    return count > longestKey ? 0 : NativeCost.ofBytes(count)
  }

  /// Returns the value for a key; `nil` for none, undecided where only Lua can tell.
  subscript(key: NativeValue) -> NativeValue {
    if key.byteCount > longestKey { return .nil }
    guard let found = NativeKey(key) else { return key.isNaN ? .nil : .undecided }
    return content[found] ?? .nil
  }
}

extension NativeValue {
  fileprivate var isNaN: Bool { if case .float(let value) = self { value.isNaN } else { false } }

  /// Whether the value is a text of ASCII.
  var isPlainText: Bool {
    if case .string(let text) = self { text.utf8.allSatisfy { $0 < 0x80 } } else { false }
  }
}
