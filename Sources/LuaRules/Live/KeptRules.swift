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
      File(
        name: file.name, bytes: Data(file.bytes), requires: requires[file.name] ?? [:],
        source: file.owner.flatMap { sources.firstIndex(of: $0) }, grant: file.owner?.grant.json)
    }
    for (request, file) in model.recording.modules where request.chunk <= model.files.count {
      requires[model.files[request.chunk - 1], default: [:]][request.name] = kept(file).key
    }
    files = model.request.files.map(kept)
    standIns = model.request.standIns.map(kept)
    var modules: [String: File] = [:]
    for file in model.recording.modules.values { modules[kept(file).key] = kept(file) }
    self.modules = modules.keys.sortedByBytes().compactMap { modules[$0] }
  }

  /// Returns the files, with modules that are found among what was kept.
  ///
  /// A file may do what it might when it was stored, as far as the source that
  /// it would be read from may do it now.
  func sourceFiles(
    limitedBy sources: [RuleSource], in fileSystem: any RuleFileSystem
  ) throws(RuleError) -> (files: [SourceFile], standIns: SourceFile?) {
    let library = KeptModules(
      Dictionary(modules.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }))
    var owners = KeptOwners(sources: sources, fileSystem: fileSystem)
    var result: [SourceFile] = []
    for file in files {
      result.append(library.sourceFile(file, of: try owners.owner(of: file)))
    }
    return (result, standIns.map { library.sourceFile($0, of: nil) })
  }
}

/// The sources of kept files that may not do everything.
private struct KeptOwners {
  private struct Origin: Hashable {
    var kept: Int?
    var current: Int?
  }

  private let sources: [RuleSource]
  private let fileSystem: any RuleFileSystem
  private var known: [Origin: GrantedSource] = [:]

  init(sources: [RuleSource], fileSystem: any RuleFileSystem) {
    self.sources = sources
    self.fileSystem = fileSystem
  }

  mutating func owner(of file: KeptRules.File) throws(RuleError) -> GrantedSource? {
    let current = sources.indices.filter { sources[$0].covers(fileNamed: file.name) }
      .max { sources[$0].nameLength < sources[$1].nameLength }
    var grant = Grant.everything
    if let json = file.grant { grant = try Grant(json: json, name: file.name) }
    if let current { grant = grant.intersection(sources[current].grant) }
    if grant.isEverything { return nil }
    let origin = Origin(kept: file.source, current: current)
    if let owner = known[origin] { return owner }
    let owner = GrantedSource(grant, at: current.flatMap { sources[$0].place(in: fileSystem) })
    known[origin] = owner
    return owner
  }
}

extension RuleSource {
  /// Whether a file of this name would be one of the source's.
  fileprivate func covers(fileNamed name: String) -> Bool {
    switch content {
    case .text(_, let own, _): name == own
    case .path(let path): name == path || FilePath.isBelow(name, path)
    }
  }

  /// The longer the name of a source, the nearer it is to a file below it.
  fileprivate var nameLength: Int {
    switch content {
    case .text(_, let name, _): name.utf8.count
    case .path(let path): path.utf8.count
    }
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
