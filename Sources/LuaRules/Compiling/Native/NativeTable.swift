/// A table that was made during loading, with scalars as keys and values.
struct NativeTable: Sendable {
  private var content: [NativeKey: NativeValue] = [:]
  /// The number of bytes of the longest key: a longer text is never a key.
  private var longestKey = 0

  /// Adds a value; returns `false` if the key or the value cannot be in such a
  /// table.
  mutating func add(_ value: NativeValue, for key: NativeValue) -> Bool {
    guard let kept = NativeKey(kept: key), !value.isUndecided else { return false }
    content[kept] = value
    longestKey = max(longestKey, key.byteCount)
    return true
  }

  /// Returns the cost of looking up a key, in addition to a step.
  func cost(ofFinding key: NativeValue) -> Int {
    let count = key.byteCount
    return count > longestKey ? 0 : NativeCost.ofBytes(count)
  }

  /// The value for a key; `nil` if there is none, undecided if only Lua can
  /// compare the key.
  subscript(key: NativeValue) -> NativeValue {
    if key.byteCount > longestKey { return .nil }
    guard let found = NativeKey(key) else { return key.isNaN ? .nil : .undecided }
    return content[found] ?? .nil
  }
}

extension NativeValue {
  fileprivate var isNaN: Bool { if case .float(let value) = self { value.isNaN } else { false } }

  /// Whether the value is an ASCII string.
  var isPlainText: Bool {
    if case .string(let text) = self { text.utf8.allSatisfy { $0 < 0x80 } } else { false }
  }
}
