import LuaBridge

/// A small change of a context that gives a key a wanted value.
package struct Counterfactual: Sendable {
  /// The values to set, in byte order of the paths.
  package let changes: [Change]

  /// One value that is set.
  package struct Change: Sendable {
    /// The path below the context.
    package let path: String
    /// The value to set, as JSON.
    package let value: String
    /// The previous value, as JSON; `nil` if there was none.
    package let previous: String?
  }

  /// The change as text for people; several lines, without a final line break.
  package func text(_ key: String, _ wanted: LuaValue) -> String {
    let value = (try? JSON.write(wanted)) ?? wanted.literal
    if changes.isEmpty { return "\(key) is \(value) already" }
    let lines = changes.map { change in
      "  \(change.path) = \(change.value)"
        + (change.previous.map { ", which is \($0)" } ?? ", which is not set")
    }
    return (["\(key) would be \(value) with"] + lines).joined(separator: "\n")
  }

  /// The change as one line of JSON.
  package func json(_ key: String, _ wanted: LuaValue) -> String {
    let value = (try? JSON.write(wanted)) ?? "null"
    let changes = changes.map { change in
      JSONLayout.object([
        "path": .string(change.path), "value": .text(change.value),
        "was": change.previous.map { .text($0) },
      ])
    }
    return JSONLayout.object([
      "changes": .list(changes), "key": .string(key), "value": .text(value),
    ]).line
  }

  /// Why no change was found.
  package struct Obstacle: Error, Sendable {
    /// The reason in one line.
    package let message: String
    /// Why rules cannot be changed.
    package let notes: [String]
    /// Whether the search ended at a limit, before everything was tried.
    package var isStopped = false

    /// The failure as one line of JSON.
    package func json(_ key: String, _ wanted: LuaValue) -> String {
      let value = (try? JSON.write(wanted)) ?? "null"
      return JSONLayout.object([
        "changes": .text("null"), "key": .string(key), "stopped": .boolean(isStopped),
        "value": .text(value),
      ]).line
    }
  }
}

extension RuleContext {
  /// Finds a change of the set values that gives a key a wanted value.
  ///
  /// The search uses explanations: which conditions failed, and
  /// which conditions of the winning rule held. Contexts with fewer changed paths are
  /// tried first; a change counts only if the changed context really gives the wanted value.
  ///
  /// - Parameters:
  ///   - key: The key, which may be a path.
  ///   - wanted: The wanted value.
  ///   - steps: The most contexts to try.
  ///   - work: The most tests and parts of values to look at, by default some seconds of work.
  /// - Returns: The change; an empty one if the key already has the value.
  /// - Throws: ``Counterfactual/Obstacle``.
  package func flip(
    _ key: String, to wanted: LuaValue, steps: Int = 2000, work: Int = 20_000_000
  ) throws(Counterfactual.Obstacle) -> Counterfactual {
    if isSecret(key) { throw Counterfactual.Obstacle(message: "`\(key)` is secret", notes: []) }
    var search = CounterfactualSearch(self, key, wanted, work: work)
    return try search.run(steps: steps)
  }
}
