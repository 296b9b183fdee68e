import LuaBridge

/// A change of a context, as small as can be found, that makes a key have a value.
package struct Flip: Sendable {
  /// What is set in place of what was there, in byte order of the paths.
  package let changes: [Change]

  /// One value that is set.
  package struct Change: Sendable {
    /// The path below the context.
    package let path: String
    /// What is set, as JSON.
    package let value: String
    /// What was there, as JSON; `nil` when nothing was.
    package let previous: String?
  }

  /// The change for people; several lines, without a final line break.
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

  /// Why no change is known.
  package struct Obstacle: Error, Sendable {
    /// In one line.
    package let message: String
    /// What stood in the way.
    package let notes: [String]
    /// Whether not all was tried that could be.
    package var isStopped = false

    /// That nothing was found, as one line of JSON.
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
  /// Finds a change of what is set that makes a key have a value.
  ///
  /// The search follows what explanations say: which conditions failed, and
  /// which held of the rule that won. Contexts with fewer changed paths are
  /// asked first; an answer counts only when the changed context has given it.
  ///
  /// - Parameters:
  ///   - key: The key, or a path that is one.
  ///   - wanted: The value that it is to have.
  ///   - steps: How many contexts are asked at most.
  ///   - work: How many tests and parts of values are looked at at most, some seconds by default.
  /// - Returns: The change; none when the key has the value already.
  /// - Throws: ``Flip/Obstacle``.
  package func flip(
    _ key: String, to wanted: LuaValue, steps: Int = 2000, work: Int = 20_000_000
  ) throws(Flip.Obstacle) -> Flip {
    if isSecret(key) { throw Flip.Obstacle(message: "`\(key)` is secret", notes: []) }
    var search = FlipSearch(self, key, wanted, work: work)
    return try search.run(steps: steps)
  }
}
