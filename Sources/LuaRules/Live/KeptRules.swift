#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an accepted generation, as they are stored for a bad morning.
struct KeptRules: Codable, Sendable {
  /// A file with what it required: module names with the files they led to.
  struct File: Codable, Sendable {
    var name: String
    var bytes: Data
    var requires: [String: String]
    /// The files of a folder that were checked together, proof included, in
    /// place of the bytes; they are checked again.
    var verified: [String: Data]?
    /// The number of the file's source among those that may not do everything.
    var source: Int?
    /// What that source was allowed, as JSON.
    var grant: String?

    /// What it is called among the modules: two such sources may each have one of a name.
    var key: String { source.map { "\($0)/\(name)" } ?? name }
  }

  var files: [File]
  var modules: [File]
  var standIns: File?

  /// Notes what a model was loaded from.
  init(_ model: ModelCore) {
    let sources = model.grantedSources
    var requires: [String: [String: String]] = [:]
    func kept(_ file: SourceFile) -> File {
      var kept =
        file.modules.verified.map { File($0) }
        ?? File(name: file.name, bytes: Data(file.bytes), requires: requires[file.name] ?? [:])
      kept.source = file.owner.flatMap { sources.firstIndex(of: $0) }
      kept.grant = file.owner?.grant.json
      return kept
    }
    for (request, file) in model.recording.modules where request.chunk <= model.files.count {
      requires[model.files[request.chunk - 1], default: [:]][request.name] = kept(file).key
    }
    var sets: Set<ObjectIdentifier> = []
    files = model.request.files
      // The files of a folder stand together; the first one stands for all.
      .filter { $0.modules.verified.map { sets.insert(ObjectIdentifier($0)).inserted } ?? true }
      .map(kept)
    standIns = model.request.standIns.map(kept)
    var modules: [String: File] = [:]
    for file in model.recording.modules.values where file.modules.verified == nil {
      modules[kept(file).key] = kept(file)
    }
    self.modules = modules.keys.sortedByBytes().compactMap { modules[$0] }
  }
}

extension KeptRules.File {
  /// Notes the files that were checked together.
  init(_ set: VerifiedFiles) {
    let files = set.contents.merging(set.proof) { content, _ in content }
    self.init(name: set.root, bytes: Data(), requires: [:], verified: files.mapValues { Data($0) })
  }
}

/// The modules of a kept generation.
struct KeptModules: Sendable {
  private let files: [String: KeptRules.File]

  init(_ files: [String: KeptRules.File]) {
    self.files = files
  }

  func sourceFile(_ file: KeptRules.File, of owner: GrantedSource?) -> SourceFile {
    SourceFile(
      name: file.name, bytes: Array(file.bytes),
      modules: .kept(self, requires: file.requires), owner: owner)
  }

  func module(_ name: String, requires: [String: String]) -> SourceFile? {
    requires[name].flatMap { files[$0] }.map { sourceFile($0, of: nil) }
  }
}
