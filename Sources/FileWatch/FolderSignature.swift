#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a folder looks like: two signatures that agree mean that nothing changed between them.
struct FolderSignature: Sendable {
  /// The folder itself; nil when it is missing or cannot be read.
  private(set) var folder: FileID?
  private(set) var entries: [String: FileStamp] = [:]
  /// Whether some entry is a link.
  private(set) var hasLinks = false

  /// The signature of a folder that is not there.
  static let missing = FolderSignature()

  private init() {}

  /// Looks at a folder and those of its entries that matter.
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

  /// The same without entries that are no links.
  var links: FolderSignature {
    var links = self
    links.entries = entries.filter { $0.value.isLink }
    return links
  }

  /// Adds entries that are not known yet.
  mutating func addUnknown(from other: FolderSignature) {
    entries.merge(other.entries) { known, _ in known }
    hasLinks = hasLinks || other.hasLinks
  }

  /// Returns the names whose entries may differ in a later signature of the same names.
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

  /// Takes over what a later signature of these names says; if that has only links, others stay.
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

  /// Reads all entries; takes over the descriptor.
  private mutating func readEntries(of descriptor: Int32, linksOnly: Bool) {
    _ = unsafe FolderEntries.read(descriptor) { name, type in
      if linksOnly, type != Int32(DT_LNK), type != Int32(DT_UNKNOWN) { return }
      unsafe entries[String(cString: name)] = unsafe FileStamp(of: name, in: descriptor)
    }
  }
}
