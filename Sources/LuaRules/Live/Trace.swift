/// What an evaluation leaves behind for observers: who won, and in which activation.
struct Trace {
  /// A rule that gave its key a value, and the activation of its model.
  struct Win {
    var rule: Rule
    var activation: Activation

    var reference: RuleID { RuleID(rule) }
  }

  /// What stood behind the models that were asked, one for each.
  var activations: [Activation] = []
  var memo = AnswerMemo()

  /// The rules that won, in byte order of their keys.
  var wins: [Win] {
    memo.all.map(\.key.name).sortedByBytes().compactMap { win(for: $0) }
  }

  /// The rule that won for a key.
  func win(for key: String) -> Win? {
    guard case .rule(let rule, let link) = memo[KeyID(asked: key)]?.origin,
      activations.indices.contains(link)
    else { return nil }
    return Win(rule: rule, activation: activations[link])
  }

  /// The rule that gave what an answer at a path was taken from.
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

  /// The number of the generation that matters for an answer.
  func generation(_ win: Win?) -> Int? {
    if let win { return win.activation.generation }
    return activations.lazy.compactMap(\.generation).first
  }
}

/// One time that a model is what answers: a static model for ever, a live one
/// for a generation.
struct Activation {
  var generation: Int?
  /// Lives as long as the activation, and stands for it: each has its own.
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
