extension LoadRequest {
  /// The verified sets of files that the request consists of.
  package var verified: [VerifiedFiles] {
    var sets: [VerifiedFiles] = []
    for file in files + [hostStubs].compactMap(\.self) {
      guard let set = file.modules.verified, !sets.contains(where: { $0 === set }) else { continue }
      sets.append(set)
    }
    return sets
  }

  /// Notifies the verifiers that a model of their files is about to answer.
  ///
  /// - Throws: ``RuleError`` if it must not.
  func accept() throws(RuleError) {
    for set in verified { try set.accept() }
  }
}
