#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an accepted generation, as stored in the archive for times
/// when the sources are bad.
struct ArchivedGeneration: Codable, Equatable, Sendable {
  var files: [ArchivedFile]
  var modules: [ArchivedFile]
  var hostStubs: ArchivedFile?

  /// Collects the files from which a model was loaded.
  init(_ model: ModelCore) {
    let sources = model.grantedSources
    var requires: [String: [String: String]] = [:]
    func kept(_ file: SourceFile) -> ArchivedFile {
      var kept =
        file.modules.verified.map { ArchivedFile($0) }
        ?? ArchivedFile(
          name: file.name, bytes: Data(file.bytes), requires: requires[file.name] ?? [:])
      kept.source = file.owner.flatMap { sources.firstIndex(of: $0) }
      kept.grant = file.owner?.grant.json
      return kept
    }
    for (request, file) in model.recording.modules where request.chunk <= model.files.count {
      requires[model.files[request.chunk - 1], default: [:]][request.name] = kept(file).key
    }
    var sets: Set<ObjectIdentifier> = []
    files = model.request.files
      // All files of a verified folder share one set; archive the set once.
      .filter { $0.modules.verified.map { sets.insert(ObjectIdentifier($0)).inserted } ?? true }
      .map(kept)
    hostStubs = model.request.hostStubs.map(kept)
    var modules: [String: ArchivedFile] = [:]
    for file in model.recording.modules.values where file.modules.verified == nil {
      modules[kept(file).key] = kept(file)
    }
    self.modules = modules.keys.sortedByBytes().compactMap { modules[$0] }
  }
}

extension ArchivedFile {
  /// Creates an archived file for a set of files that were verified together.
  init(_ set: VerifiedFiles) {
    if let origin = set.origin {
      self.init(name: origin.name, bytes: Data(origin.bundle.bytes), requires: [:])
      isBundle = true
      return
    }
    let files = set.contents.merging(set.proof) { content, _ in content }
    self.init(name: set.root, bytes: Data(), requires: [:], verified: files.mapValues { Data($0) })
  }
}
