/// What a live model serves: some models, under a number.
struct Snapshot: Sendable {
  var generation: Int
  var origin: LiveRuleOrigin
  var models: [ModelCore]
  let reporter = ErrorReporter()

  var ruleModel: RuleModel { RuleModel(links: models.map(RuleLink.fixed)) }
}

/// What a load of the sources came from, to tell whether they changed.
struct SourceDigest: Hashable, Sendable {
  private let hash: Int

  /// Digests names and contents.
  init(_ files: some Sequence<SourceFile>) {
    var hasher = Hasher()
    for file in files {
      hasher.combine(file.name)
      hasher.combine(file.bytes)
    }
    hash = hasher.finalize()
  }

  /// Digests an error, for sources that cannot even be read.
  init(_ error: RuleError) {
    hash = error.hashValue
  }
}
