extension LoadRequest {
  /// The checked sets of files that the request is made of.
  var verified: [VerifiedFiles] {
    var sets: [VerifiedFiles] = []
    for file in files + [hostStubs].compactMap(\.self) {
      guard let set = file.modules.verified, !sets.contains(where: { $0 === set }) else { continue }
      sets.append(set)
    }
    return sets
  }

  /// Tells who checked the files that a model of them is about to answer.
  ///
  /// - Throws: ``RuleError`` when it may not.
  func accept() throws(RuleError) {
    for set in verified { try set.accept() }
  }
}
