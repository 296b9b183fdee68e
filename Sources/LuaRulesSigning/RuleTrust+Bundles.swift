#if Signing
  import LuaRules

  extension RuleTrust {
    package func checkSignature(
      _ signature: String?, of covered: [UInt8], ofBundle name: String
    ) throws(RuleError) {
      guard let signature else {
        throw RuleError(
          .untrusted, "the bundle is not signed; rules that are not signed are refused",
          at: SourceLocation(file: name), hint: "`luarules bundle --key-file` signs it")
      }
      try checkSignature(Array(signature.utf8), of: covered, at: name)
    }

    package func acceptance(
      of bundle: RuleBundle, named name: String
    ) throws(RuleError) -> @Sendable () throws(RuleError) -> Void {
      let location = SourceLocation(file: name)
      guard let number = bundle.revision, let hash = ContentHash(digits: bundle.digest) else {
        throw RuleError(.untrusted, "the bundle has no revision", at: location)
      }
      guard bundle.set == set else {
        throw RuleError(
          .untrusted,
          "the rules are signed as \(bundle.set.map { "`\($0)`" } ?? "no set"); expected `\(set)`",
          at: location)
      }
      let revision = AcceptedRevision(number: number, manifest: hash)
      try check(revision, at: location)
      return { () throws(RuleError) in try self.accept(revision, at: location) }
    }
  }
#endif
