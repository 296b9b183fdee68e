/// Finds the sources, with their grants, of archived files.
///
/// An archived file gets the intersection of two grants: the one that was stored with it, and the
/// one of the source from which it would be read now.
struct KeptOwners {
  private struct Origin: Hashable {
    var kept: Int?
    var current: Int?
  }

  private let sources: [RuleSource]
  private let fileSystem: any RuleFileSystem
  private var known: [Origin: GrantedSource] = [:]

  /// Creates the lookup for the current sources.
  init(_ sources: [RuleSource], in fileSystem: any RuleFileSystem) {
    self.sources = sources
    self.fileSystem = fileSystem
  }

  /// Returns the index of the source from which the file would be read now.
  func place(of file: ArchivedFile) -> Int? {
    sources.indices.filter { sources[$0].covers(fileNamed: file.name) }
      .max { sources[$0].nameLength < sources[$1].nameLength }
  }

  /// Returns the source of a file; `nil` if the file may do everything.
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
  /// The grant that was stored with the file.
  fileprivate var storedGrant: Grant {
    get throws(RuleError) {
      guard let grant else { return .everything }
      return try Grant(json: grant, name: name)
    }
  }
}

extension RuleSource {
  /// Whether a file with this name belongs to the source.
  func covers(fileNamed name: String) -> Bool {
    switch content {
    case .text(_, let own, _), .wrapper(_, let own, _), .bundle(_, let own): name == own
    case .swift(let list): name == list.name
    case .file(let path, _): name == path
    case .path(let path): name == path || FilePath.isBelow(name, path)
    }
  }

  /// The length of the source's name: of several sources, the one with the longest
  /// name is nearest to a file.
  fileprivate var nameLength: Int {
    switch content {
    case .text(_, let name, _), .wrapper(_, let name, _), .bundle(_, let name): name.utf8.count
    case .swift(let list): list.name.utf8.count
    case .path(let path), .file(let path, _): path.utf8.count
    }
  }
}
