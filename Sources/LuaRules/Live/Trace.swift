/// What observers need of an evaluation: the winning rules and their activations.
struct Trace {
  /// A rule that gave its key a value, and the activation of its model.
  struct Win {
    var rule: Rule
    var activation: Activation

    var reference: RuleID { RuleID(rule) }
  }

  /// The activations of the models that were asked, in the order of the chain.
  var activations: [Activation] = []
  var memo = AnswerMemo()

  /// The rules that won, in byte order of their keys.
  var wins: [Win] {
    memo.all.map(\.key.name).sortedByBytes().flatMap { wins(for: $0) }
  }

  /// The rules that gave the value for a key: several only if they answer together.
  private func wins(for key: String) -> [Win] {
    (memo[KeyID(asked: key)]?.origin.rules ?? []).compactMap { rule, modelIndex in
      activations.indices.contains(modelIndex)
        ? Win(rule: rule, activation: activations[modelIndex]) : nil
    }
  }

  /// The rule that won for a key; of several that answered together the first.
  func win(for key: String) -> Win? { wins(for: key).first }

  /// The rule that gave the value from which the answer at a path was taken.
  func win(at path: String, in values: ContextValues) -> Win? {
    var path = path[...]
    while true {
      let name = values.original(of: String(path)) ?? String(path)
      if values[name] != nil { return nil }
      if let answer = memo[KeyID(asked: name)], !answer.isNothing { return win(for: name) }
      guard let dot = path.lastIndex(of: ".") else { return nil }
      path = path[..<dot]
    }
  }

  /// The generation to report for an answer.
  func generation(_ win: Win?) -> Int? {
    if let win { return win.activation.generation }
    return activations.lazy.compactMap(\.generation).first
  }
}

/// A period in which a model is active: without an end for a static model, one
/// generation for a live model.
struct Activation {
  var generation: Int?
  /// Identifies the activation: each activation has a reporter of its own, which lives as long.
  var identity: ErrorReporter
}

extension RuleLink {
  /// The models of the link at this moment, each with its activation.
  var activations: [(model: ModelCore, activation: Activation)] {
    switch self {
    case .fixed(let core): [(core, Activation(generation: nil, identity: core.reporter))]
    case .pinned(let snapshot): snapshot.activations
    case .live(let live): live.snapshot.activations
    case .broken: []
    }
  }
}

extension Snapshot {
  var activations: [(model: ModelCore, activation: Activation)] {
    models.map { ($0, Activation(generation: generation, identity: reporter)) }
  }
}
