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
      if let set = file.modules.verified { return File(set) }
      return File(name: file.name, bytes: Data(file.bytes), requires: requires[file.name] ?? [:])
    }
    var sets: Set<ObjectIdentifier> = []
    files = model.request.files
      // The files of a folder stand together; the first one stands for all.
      .filter { $0.modules.verified.map { sets.insert(ObjectIdentifier($0)).inserted } ?? true }
      .map(kept)
    standIns = model.request.standIns.map(kept)
    var modules: [String: File] = [:]
    for file in model.recording.modules.values where file.modules.verified == nil {
      modules[file.name] = kept(file)
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
