/// The keys that are being computed for one another, outermost first.
struct KeyChain {
  private(set) var keys: [KeyID] = []
  /// Those of them that are far in, to find a circle among thousands.
  private var far: Set<KeyID> = []

  /// So many of the first keys are looked through one after the other.
  private static let nearLength = 32

  @inline(__always) var isEmpty: Bool { keys.isEmpty }
  @inline(__always) var count: Int { keys.count }
  var last: KeyID? { keys.last }

  /// Whether a key is being computed.
  ///
  /// - Complexity: O(1), however many there are.
  @inline(__always)
  func contains(_ key: KeyID) -> Bool {
    if keys.isEmpty { return false }
    if keys.count <= Self.nearLength { return keys.contains(key) }
    return far.contains(key) || keys[..<Self.nearLength].contains(key)
  }

  /// Begins to compute a key that is not being computed.
  mutating func enter(_ key: KeyID) {
    if keys.count >= Self.nearLength { far.insert(key) }
    keys.append(key)
  }

  /// Ends computing the key that was begun last.
  mutating func leave() {
    guard let key = keys.popLast() else { return }
    if keys.count >= Self.nearLength { far.remove(key) }
  }

  /// The error of a key that is asked for while it is computed.
  func circle(to key: KeyID) -> RuleError {
    let start = keys.firstIndex(of: key) ?? keys.startIndex
    let circle = (keys[start...] + [key]).map(\.name).joined(separator: " → ")
    return RuleError(.cycle, "`\(key.name)` depends on itself: \(circle)")
  }

  /// The error of a key that would be one more than may be computed for one another.
  func tooDeep(_ key: KeyID, limit: Int) -> RuleError {
    RuleError(
      .budget,
      "more than \(limit) keys are computed for one another: "
        + keys.suffix(3).map(\.name).joined(separator: " → ") + " → \(key.name)")
  }
}
