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
  }

  var files: [File]
  var modules: [File]
  var standIns: File?

  /// Notes what a model was loaded from.
  init(_ model: ModelCore) {
    var requires: [String: [String: String]] = [:]
    for (request, file) in model.recording.modules where request.chunk <= model.files.count {
      requires[model.files[request.chunk - 1], default: [:]][request.name] = file.name
    }
    func kept(_ file: SourceFile) -> File {
      File(name: file.name, bytes: Data(file.bytes), requires: requires[file.name] ?? [:])
    }
    files = model.request.files.map(kept)
    standIns = model.request.standIns.map(kept)
    var modules: [String: File] = [:]
    for file in model.recording.modules.values { modules[file.name] = kept(file) }
    self.modules = modules.keys.sortedByBytes().compactMap { modules[$0] }
  }

  /// The files, with modules that are found among what was kept.
  var sourceFiles: (files: [SourceFile], standIns: SourceFile?) {
    let library = KeptModules(
      Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    return (files.map(library.sourceFile), standIns.map(library.sourceFile))
  }
}

/// The modules of a kept generation.
struct KeptModules: Sendable {
  private let files: [String: KeptRules.File]

  init(_ files: [String: KeptRules.File]) {
    self.files = files
  }

  func sourceFile(_ file: KeptRules.File) -> SourceFile {
    SourceFile(
      name: file.name, bytes: Array(file.bytes),
      modules: .kept(self, requires: file.requires))
  }

  func module(_ name: String, requires: [String: String]) -> SourceFile? {
    requires[name].flatMap { files[$0] }.map(sourceFile)
  }
}
