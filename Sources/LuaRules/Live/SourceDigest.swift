/// What a load of the sources came from, to tell whether they changed.
struct SourceDigest: Sendable {
  private let files: Int
  /// What loading looked at beyond the files: the modules.
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
      // Tells of the modules, too, and of a set that was signed anew.
      hasher.combine(file.modules.verified?.digest)
    }
    self.files = hasher.finalize()
  }

  /// Digests an error, for sources that cannot even be read.
  init(_ error: RuleError) {
    files = error.hashValue
  }

  /// Whether the files of the sources are the same, whatever modules they require.
  func isSameFiles(as other: SourceDigest) -> Bool { files == other.files }
}
