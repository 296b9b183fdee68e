/// One model in a chain of fallbacks.
enum RuleLink: Sendable {
  /// A model that stays as it is.
  case fixed(ModelCore)
  /// A model whose current generation is taken when an evaluation begins.
  case live(LiveSlot)
  /// One generation of a live model.
  case pinned(Snapshot)
  /// Rules that make no model: each question fails.
  case broken(BrokenModel)

  /// The models at this moment: one, but for a live model that serves a chain.
  var current: [ModelCore] {
    switch self {
    case .fixed(let core): [core]
    case .live(let live): live.snapshot.models
    case .pinned(let snapshot): snapshot.models
    case .broken: []
    }
  }

  /// The models at this moment, for a question.
  func asked() throws(RuleError) -> [ModelCore] {
    if case .broken(let broken) = self { throw broken.error }
    return current
  }

  /// Runs a body with the only model of the link at this moment.
  ///
  /// The model stays for the body: the context that is asked holds a fixed one,
  /// and a snapshot is held here.
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

  /// What remembers the errors of the link's generation.
  var reporter: ErrorReporter {
    switch self {
    case .fixed(let core): core.reporter
    case .live(let live): live.snapshot.reporter
    case .pinned(let snapshot): snapshot.reporter
    case .broken(let broken): broken.reporter
    }
  }

  /// The link that stays what this one is at the moment.
  var pinned: RuleLink {
    if case .live(let live) = self { .pinned(live.snapshot) } else { self }
  }

  /// Whether two links are one: the same model, or the same live model.
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
