import LuaBridge
import LuaRules

extension RuleSetProof {
  /// The report for people; several lines, without a final line break.
  package var text: String {
    (results.flatMap { key, result in Self.lines(key, result) } + [summary])
      .joined(separator: "\n")
  }

  private static func lines(_ key: String, _ result: Result) -> [String] {
    switch result {
    case .same: return []
    case .unknown(let reason): return ["\(key): not known: \(reason)"]
    case .differs(let witness):
      return ["\(key): \(witness.old.text) → \(witness.new.text) in \(witness.context)"]
        + [("old", witness.old), ("new", witness.new)].compactMap { name, decision in
          decision.origin.map { "  \(name): \($0)" }
        } + (witness.unknown.map { ["  other contexts are not all known: \($0)"] } ?? [])
    }
  }

  /// The counts in words.
  package var summary: String {
    let same = results.count - differenceCount - unknownCount
    return
      "\(same) of \(results.count) keys certainly answer the same in all contexts of the schema; "
      + "\(differenceCount) \(differenceCount == 1 ? "differs" : "differ"), \(unknownCount) not known"
  }

  /// The reports as lines of JSON, one for each key, then one with the counts.
  package var json: [String] {
    results.map { key, result in Self.report(key, result).line } + [
      LuaValue.object([
        "differences": .count(differenceCount), "keys": .count(results.count),
        "unknown": .count(unknownCount),
      ]).json
    ]
  }

  private static func report(_ key: String, _ result: Result) -> JSONLayout {
    switch result {
    case .same: .object(["key": .string(key), "result": .string("same")])
    case .unknown(let reason):
      .object(["key": .string(key), "reason": .string(reason), "result": .string("unknown")])
    case .differs(let witness):
      .object([
        // The text knows an empty object from an empty list.
        "context": .text(witness.context), "key": .string(key),
        "new": .text(witness.new.report.json), "old": .text(witness.old.report.json),
        "reason": witness.unknown.map { .string($0) }, "result": .string("differs"),
      ])
    }
  }
}
