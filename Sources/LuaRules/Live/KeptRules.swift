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

/// A folder that stores the accepted generations of a live model.
struct GenerationFolder: Sendable {
  let path: String
  /// How many generations are stored; older ones are deleted.
  let capacity: Int

  /// Stores what a model was loaded from; failures do not matter to the model.
  ///
  /// - Throws: any error of the file system.
  func store(_ model: ModelCore) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let known = names()
    let number = (known.last.flatMap(Self.number) ?? 0) + 1
    let digits = String(number)
    let name = String(repeating: "0", count: max(0, 8 - digits.count)) + digits + Self.ending
    let data = try JSONEncoder().encode(KeptRules(model))
    // Written beside and renamed: a crash leaves no half file.
    try data.write(to: URL(filePath: FilePath.join(path, name)), options: .atomic)
    for name in (known + [name]).dropLast(capacity) {
      try FileManager.default.removeItem(atPath: FilePath.join(path, name))
    }
  }

  /// The stored generations, newest first; what cannot be read is passed over.
  func stored() -> [(name: String, rules: KeptRules)] {
    names().reversed().compactMap { name in
      guard let data = FileManager.default.contents(atPath: FilePath.join(path, name)),
        let rules = try? JSONDecoder().decode(KeptRules.self, from: data)
      else { return nil }
      return (name, rules)
    }
  }

  private static let ending = ".json"

  /// The number in the name of a stored generation; `nil` for any other file.
  private static func number(_ name: String) -> Int? {
    guard name.hasSuffix(ending) else { return nil }
    return UInt32(name.dropLast(ending.count)).map(Int.init)
  }

  private func names() -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return all.filter { Self.number($0) != nil }
      .sortedByBytes()
  }
}
