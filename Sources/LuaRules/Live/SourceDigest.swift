/// A digest of everything that a load read, to find out whether the sources changed.
struct SourceDigest: Sendable {
  private let files: Int
  /// The accesses to modules, which are not in `files`.
  var modules = FileLooks()
  var modulePlaces: Set<WatchedPlace> = []

  /// Digests the names and contents of the files.
  init(_ files: [SourceFile], hostStubs: SourceFile?) {
    var hasher = Hasher()
    hasher.combine(files.count)
    for file in files + [hostStubs].compactMap({ $0 }) {
      hasher.combine(file.name)
      if case .texts(let texts) = file.modules { hasher.combine(texts) }
      hasher.combine(file.bytes)
      hasher.combine(file.owner?.grant)
      // Covers the modules of a verified set too, and a set that was signed again.
      hasher.combine(file.modules.verified?.digest)
    }
    self.files = hasher.finalize()
  }

  /// Digests the error of sources that cannot be read.
  init(_ error: RuleError) {
    files = error.hashValue
  }

  /// Whether the files of the sources are the same; modules are not compared.
  func isSameFiles(as other: SourceDigest) -> Bool { files == other.files }
}
