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
    if linksOnly { keepLinks() }
  }

  /// Forgets all entries but links.
  mutating func keepLinks() {
    entries = entries.filter { $0.value.isLink }
  }

  /// Adds entries that are not known yet.
  mutating func addUnknown(from other: FolderSignature) {
    entries.merge(other.entries) { known, _ in known }
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

  /// Takes over what a later signature of these names says.
  mutating func replace(_ names: EntryNames, by later: FolderSignature) {
    folder = later.folder
    entries = entries.filter { !names.contains($0.key) }
    entries.merge(later.entries) { _, new in new }
  }

  /// Reads all entries; takes over the descriptor.
  private mutating func readEntries(of descriptor: Int32, linksOnly: Bool) {
    guard let directory = unsafe fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let kind = unsafe Int32(entry.pointee.d_type)
      if linksOnly, kind != Int32(DT_LNK), kind != Int32(DT_UNKNOWN) { continue }
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        // The name runs to its zero, wherever the declared array ends.
        let bytes = unsafe UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self)
        let name = unsafe String(cString: bytes)
        if name == "." || name == ".." { return }
        entries[name] = unsafe FileStamp(of: bytes, in: descriptor)
      }
    }
  }
}
