import LuaBridge

/// The native code of a model's rules, and the plan of each key.
///
/// It is made once, of a state whose files were run and frozen, and is good for
/// every state of the model, as all of them hold the same.
///
/// Asking for a key goes like this:
/// 1. ``KeyPlan/ask(_:_:_:)`` tries the candidates with a ``NativeReader``.
/// 2. For one that is known to hold, the value is next: its constant, or
///    ``NativeCode/result(from:reader:)`` of its value function, which is a
///    constant's number, a path that is still to be read, or a value; `nil`
///    declines. Where that is odd, or there is no native code, Lua is called.
/// 3. For one that is not known to hold, the engine finds out in its ordinary
///    way, whole: Lua reads again what native code read, and raises what is to be
///    raised.
struct NativePlan: Sendable {
  /// The candidates of one key.
  struct Key: Sendable {
    let plan: KeyPlan
    /// By the place of the candidate.
    let predicates: [NativePredicate]
    /// The value functions; `nil` for constants and host functions.
    let values: [NativeFunction?]
  }

  let code: NativeCode
  /// What the paths in the code stand for; a reader resolves each once per model.
  let paths: NativePaths
  let keys: [String: Key]

  /// Makes the plans of all keys.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rules, plus the bounded work for each function.
  init(_ candidates: [String: [Rule]], state: LuaState) {
    var builder = NativeBuilder(outside: StateOutsideValues(state))
    var parts: [(key: String, predicates: [NativePredicate], values: [NativeFunction?])] = []
    // In the order of their names, so that the same rules give the same numbers.
    for key in candidates.keys.sortedByBytes() {
      let rules = candidates[key] ?? []
      parts.append(
        (
          key, rules.map { builder.build($0.predicate) },
          rules.map { builder.build(valueOf: $0.assignment) }
        ))
    }
    var keys: [String: Key] = [:]
    keys.reserveCapacity(parts.count)
    for (key, predicates, values) in parts {
      let rules = candidates[key] ?? []
      let steps = rules.indices.map { number in
        KeyPlan.Candidate(
          entry: predicates[number].entry,
          canDecline: rules[number].assignment.canDecline(values[number]))
      }
      keys[key] = Key(
        plan: KeyPlan(steps, code: builder.code, paths: builder.paths), predicates: predicates,
        values: values)
    }
    code = builder.code
    paths = builder.paths
    self.keys = keys
  }
}

extension NativeBuilder {
  /// Makes native code of what a rule gives, if that is a function.
  fileprivate mutating func build(valueOf assignment: Assignment) -> NativeFunction? {
    guard case .function(let number) = assignment else { return nil }
    guard let function = outside.code(ofFunction: number) else {
      return .lua(because: NativeObstacle(kind: .call, line: 0))
    }
    return build(function, number: number)
  }
}

extension Assignment {
  /// Whether the value can be `nil`, so that the next candidate is asked.
  fileprivate func canDecline(_ function: NativeFunction?) -> Bool {
    switch self {
    case .constant(.nil): true
    case .constant: false
    case .function: function?.canDecline ?? true
    case .host: true
    }
  }
}
