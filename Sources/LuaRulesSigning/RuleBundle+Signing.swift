#if Signing
  public import LuaRules

  extension RuleBundle {
    /// Returns the bundle with a signature of the key.
    ///
    /// The signature covers the first two lines of the bundle's file, and with
    /// them the digest of each of its files.
    ///
    /// - Throws: `RuleError` with the code `untrusted` when the bundle has no set
    ///   or no revision.
    public func signed(by key: SigningKey) throws(RuleError) -> RuleBundle {
      guard set != nil, revision != nil else {
        throw RuleError(
          .untrusted, "a bundle without a set and a revision cannot be signed",
          at: SourceLocation(file: folder), hint: "hosts refuse old revisions, and other sets")
      }
      return withSignature(try key.signature(of: covered).line)
    }
  }
#endif
