#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The observable state of a folder: if two signatures agree, nothing changed between them.
struct FolderSignature: Sendable {
  /// The folder itself; nil when it is missing or cannot be read.
  private(set) var folder: FileID?
  private(set) var entries: [String: FileStamp] = [:]
  /// Whether some entry is a link.
  private(set) var hasLinks = false

  /// The signature of a missing folder.
  static let missing = FolderSignature()

  private init() {}

  /// Reads the state of a folder and of its watched entries.
  init(of path: String, names: EntryNames, linksOnly: Bool = false) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0 { folder = FileID(status) }
    switch names {
    case .only(let names):
      defer { close(descriptor) }
      for name in names {
        entries[name] = unsafe FileStamp(of: name, in: descriptor)
      }
    case .any:
      readEntries(of: descriptor, linksOnly: linksOnly)
    }
    if linksOnly { self = links }
    hasLinks = entries.values.contains { $0.isLink }
  }

  /// The same signature with links only.
  var links: FolderSignature {
    var links = self
    links.entries = entries.filter { $0.value.isLink }
    return links
  }

  /// Adds entries that are missing here.
  mutating func addUnknown(from other: FolderSignature) {
    entries.merge(other.entries) { known, _ in known }
    hasLinks = hasLinks || other.hasLinks
  }

  /// Returns the names of entries that may differ in a later signature of the same names.
  func changedNames(in later: FolderSignature, among names: EntryNames) -> Set<String> {
    var changed: Set<String> = []
    for (name, stamp) in later.entries {
      guard let earlier = entries[name], !stamp.mayDiffer(from: earlier) else {
        changed.insert(name)
        continue
      }
    }
    for name in entries.keys where later.entries[name] == nil && names.contains(name) {
      changed.insert(name)
    }
    return changed
  }

  /// Takes over a later signature of these names; with `linksOnly`,
  /// entries that are not links stay.
  mutating func replace(
    _ names: EntryNames, by later: FolderSignature, linksOnly: Bool = false
  ) {
    folder = later.folder
    entries = entries.filter { name, stamp in
      !names.contains(name) || linksOnly && !stamp.isLink
    }
    entries.merge(later.entries) { _, new in new }
    hasLinks = entries.values.contains { $0.isLink }
  }

  /// Reads all entries; closes the descriptor.
  private mutating func readEntries(of descriptor: Int32, linksOnly: Bool) {
    _ = unsafe FolderEntries.read(descriptor) { name, type in
      if linksOnly, type != Int32(DT_LNK), type != Int32(DT_UNKNOWN) { return }
      unsafe entries[String(cString: name)] = unsafe FileStamp(of: name, in: descriptor)
    }
  }
}
