/// The keys that are being computed, each for the one before it, outermost first.
struct KeyChain {
  private(set) var keys: [KeyID] = []
  /// The keys after the first `nearLength`, as a set, to find a cycle among thousands.
  private var far: Set<KeyID> = []

  /// How many of the first keys are searched linearly.
  private static let nearLength = 32

  @inline(__always) var isEmpty: Bool { keys.isEmpty }
  @inline(__always) var count: Int { keys.count }
  var last: KeyID? { keys.last }

  /// Whether a key is being computed.
  ///
  /// - Complexity: O(1), however long the chain is.
  @inline(__always)
  func contains(_ key: KeyID) -> Bool {
    if keys.isEmpty { return false }
    if keys.count <= Self.nearLength { return keys.contains(key) }
    return far.contains(key) || keys[..<Self.nearLength].contains(key)
  }

  /// Begins to compute a key; the chain must not contain it.
  mutating func enter(_ key: KeyID) {
    if keys.count >= Self.nearLength { far.insert(key) }
    keys.append(key)
  }

  /// Ends computing the key that was begun last.
  mutating func leave() {
    guard let key = keys.popLast() else { return }
    if keys.count >= Self.nearLength { far.remove(key) }
  }

  /// The error for a key that is needed for its own computation.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - aliases: The aliases of the context, with their originals.
  /// - Returns: The error, with the aliases of the keys of the cycle.
  func circle(
    to key: KeyID, aliases: [(alias: String, original: String)] = []
  ) -> RuleError {
    let start = keys.firstIndex(of: key) ?? keys.startIndex
    let names = keys[start...].map(\.name)
    let circle = (names + [key.name]).joined(separator: " → ")
    var error = RuleError(.cycle, "`\(key.name)` depends on itself: \(circle)")
    error.notes = aliases.filter { pair in names.contains { $0.hasSameBytes(as: pair.original) } }
      .map { .init("`\($0.alias)` is an alias of `\($0.original)`") }
    return error
  }

  /// The error for a key that would make the chain longer than the limit.
  func tooDeep(_ key: KeyID, limit: Int) -> RuleError {
    RuleError(
      .budget,
      "more than \(limit) keys are computed for one another: "
        + keys.suffix(3).map(\.name).joined(separator: " → ") + " → \(key.name)")
  }
}
