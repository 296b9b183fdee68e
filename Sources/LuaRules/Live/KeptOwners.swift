/// The sources of kept files that may not do everything.
///
/// A file may do what it might when it was stored, as far as the source that it
/// would be read from may do it now.
struct KeptOwners {
  private struct Origin: Hashable {
    var kept: Int?
    var current: Int?
  }

  private let sources: [RuleSource]
  private let fileSystem: any RuleFileSystem
  private var known: [Origin: GrantedSource] = [:]

  /// Begins with the sources as they are now.
  init(_ sources: [RuleSource], in fileSystem: any RuleFileSystem) {
    self.sources = sources
    self.fileSystem = fileSystem
  }

  /// Returns the number of the source that a file would be read from now.
  func place(of file: ArchivedFile) -> Int? {
    sources.indices.filter { sources[$0].covers(fileNamed: file.name) }
      .max { sources[$0].nameLength < sources[$1].nameLength }
  }

  /// Finds the source of a file; `nil` for one that may do everything.
  mutating func owner(of file: ArchivedFile) throws(RuleError) -> GrantedSource? {
    let current = place(of: file)
    var grant = try file.storedGrant
    if let current { grant = grant.intersection(sources[current].grant) }
    if grant.isEverything { return nil }
    let origin = Origin(kept: file.source, current: current)
    if let owner = known[origin] { return owner }
    let owner = GrantedSource(grant, at: current.flatMap { sources[$0].place(in: fileSystem) })
    known[origin] = owner
    return owner
  }
}

extension ArchivedFile {
  /// What the file might do when it was stored.
  fileprivate var storedGrant: Grant {
    get throws(RuleError) {
      guard let grant else { return .everything }
      return try Grant(json: grant, name: name)
    }
  }
}

extension RuleSource {
  /// Whether a file of this name would be one of the source's.
  func covers(fileNamed name: String) -> Bool {
    switch content {
    case .text(_, let own, _), .wrapper(_, let own, _): name == own
    case .swift(let list): name == list.name
    case .file(let path, _): name == path
    case .path(let path): name == path || FilePath.isBelow(name, path)
    }
  }

  /// The longer the name of a source, the nearer it is to a file below it.
  fileprivate var nameLength: Int {
    switch content {
    case .text(_, let name, _), .wrapper(_, let name, _): name.utf8.count
    case .swift(let list): list.name.utf8.count
    case .path(let path), .file(let path, _): path.utf8.count
    }
  }
}
