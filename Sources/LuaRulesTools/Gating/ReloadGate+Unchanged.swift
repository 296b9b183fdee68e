import LuaRules

extension ReloadGate {
  /// A gate that refuses a generation in which the answer for a key changes.
  ///
  /// Both sets of rules are compared for all contexts of the schema, as by `luarules diff --prove`.
  /// The reason of a refusal has an example for each key:
  ///
  ///     the answers for 1 key change:
  ///       limit: 100 → 200 in {"plan":"free"}
  ///
  /// Rules without a schema are refused, because it says what contexts there are.
  ///
  /// - Parameters:
  ///   - keys: The keys whose answers stay; if there are none, those of all keys do.
  ///   - needsProof: Whether a key is refused, too, of which nothing can be proved. Otherwise such keys
  ///     are reported.
  ///   - fallback: The rules that contexts ask where the live model has no answer.
  ///   - timeLimit: How long the comparison may take.
  /// - Returns: The gate.
  public static func unchanged(
    _ keys: [String] = [], needsProof: Bool = false, fallback: RuleModel = .empty,
    timeLimit: Duration = .seconds(10)
  ) -> ReloadGate {
    ReloadGate(timeLimit: timeLimit) { old, new in
      let proof = try RuleSetProof(
        of: old.fallback(fallback), with: new.fallback(fallback), keys: keys)
      let changed = proof.lines { if case .differs = $0 { true } else { false } }
      let unknown = proof.lines { if case .unknown = $0 { true } else { false } }
      if !changed.isEmpty {
        let count = changed.count == 1 ? "1 key change" : "\(changed.count) keys change"
        return .refuse(reason: RefusalText.of("the answers for \(count)", changed))
      }
      guard !unknown.isEmpty else { return .allow }
      let count = unknown.count == 1 ? "1 key" : "\(unknown.count) keys"
      let reason = RefusalText.of(
        "it is not known whether the answers for \(count) change", unknown)
      return needsProof ? .refuse(reason: reason) : .report(reason)
    }
  }
}

extension RuleSetProof {
  /// Returns the first line about each key with some result.
  fileprivate func lines(_ isTold: (Result) -> Bool) -> [String] {
    results.filter { isTold($0.result) }.compactMap { key, result in
      Self.lines(key, result).first.map { PrintableText.of($0) }
    }
  }
}
