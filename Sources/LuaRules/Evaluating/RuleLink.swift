/// One model in a chain of fallbacks.
package enum RuleLink: Sendable {
  /// A model that never changes.
  case fixed(ModelCore)
  /// A live model; an evaluation takes its current generation when it begins.
  case live(LiveSlot)
  /// One generation of a live model.
  case pinned(Snapshot)
  /// Rules without a model: each question fails.
  case broken(BrokenModel)

  /// The models at this moment: one, except for a live model whose snapshot is a chain.
  var current: [ModelCore] {
    switch self {
    case .fixed(let core): [core]
    case .live(let live): live.snapshot.models
    case .pinned(let snapshot): snapshot.models
    case .broken: []
    }
  }

  /// The models at this moment; throws if the link has no model.
  func asked() throws(RuleError) -> [ModelCore] {
    if case .broken(let broken) = self { throw broken.error }
    return current
  }

  /// Runs `body` with the only model of the link at this moment; returns
  /// `nil` if there are several.
  ///
  /// The model stays alive for `body`: the context keeps a fixed model, and this function keeps a
  /// snapshot.
  @inline(__always) func withCore<Result>(
    _ body: (ModelCore) throws(RuleError) -> Result
  ) throws(RuleError) -> Result? {
    switch self {
    case .fixed(let core): return try body(core)
    case .live(let live): return try live.withOnlyModel(body)
    case .pinned(let snapshot):
      guard snapshot.models.count == 1 else { return nil }
      return try body(snapshot.models[0])
    case .broken(let broken): throw broken.error
    }
  }

  /// The reporter of errors of the link's current generation.
  var reporter: ErrorReporter {
    switch self {
    case .fixed(let core): core.reporter
    case .live(let live): live.snapshot.reporter
    case .pinned(let snapshot): snapshot.reporter
    case .broken(let broken): broken.reporter
    }
  }

  /// A link that stays at the current generation.
  var pinned: RuleLink {
    if case .live(let live) = self { .pinned(live.snapshot) } else { self }
  }

  /// Whether two links have the same model or the same live model.
  static func isSame(_ left: RuleLink, _ right: RuleLink) -> Bool {
    switch (left, right) {
    case (.fixed(let left), .fixed(let right)): left === right
    case (.live(let left), .live(let right)): left === right
    case (.broken(let left), .broken(let right)): left === right
    case (.pinned(let left), .pinned(let right)): left.reporter === right.reporter
    default: false
    }
  }
}
