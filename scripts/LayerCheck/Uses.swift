import Foundation

/// A file that names what another file defines.
struct Use: Hashable {
  var from: String
  var line: Int
  /// The symbol with the types that it is declared in: `Priority.init(rawValue:)`.
  var name: String
  var to: String
}

/// What the files below `Sources` use of one another, and which modules they import.
///
/// Files are named by their paths from the root of the package.
struct Uses {
  private(set) var uses: [Use] = []
  private(set) var imports: [(from: String, module: String)] = []
  /// Where types of pointers are named.
  private(set) var pointers: [(file: String, line: Int, name: String)] = []
  private(set) var files: [String] = []

  init(of package: URL, index: IndexStore) throws(Failure) {
    let root = package.path(percentEncoded: false)
    func relative(_ path: String) -> String? {
      path.hasPrefix(root + "Sources/") ? String(path.dropFirst(root.count)) : nil
    }

    let sources = Self.sources(of: package)
    let units = try index.units()
    let newest = Self.newest(units, of: Set(sources.keys), relative: relative)
    try Self.checkFreshness(of: newest, sources: sources)
    files = newest.keys.sorted()
    imports = newest.flatMap { file, unit in unit.imports.map { (file, $0) } }

    var reader = RecordReader()
    // Functions of C are declared in headers; of those, too, only the records of a current unit.
    let newestModules = Dictionary(
      units.filter(\.mainFile.isEmpty).flatMap { unit in
        unit.records.compactMap { record in
          relative(record.file).map { ($0, (time: unit.time, record: record.name)) }
        }
      }, uniquingKeysWith: { $0.time >= $1.time ? $0 : $1 })
    for (file, newest) in newestModules where FileManager.default.fileExists(atPath: root + file) {
      try reader.read(newest.record, of: file, in: index)
    }
    for (file, unit) in newest {
      for record in unit.records where relative(record.file) == file {
        try reader.read(record.name, of: file, in: index)
      }
    }
    uses = reader.uses()
    pointers = reader.pointers()
  }

  /// Returns the sources with the times of their last changes.
  private static func sources(of package: URL) -> [String: Date] {
    let folder = package.appending(path: "Sources").path(percentEncoded: false)
    var sources: [String: Date] = [:]
    guard let walk = FileManager.default.enumerator(atPath: folder) else { return [:] }
    // The steps of a tutorial are no sources.
    for case let path as String in walk {
      if path.hasSuffix(".docc") { walk.skipDescendants() }
      guard path.hasSuffix(".swift") || path.hasSuffix(".c") else { continue }
      sources["Sources/\(path)"] =
        walk.fileAttributes?[.modificationDate] as? Date ?? .distantFuture
    }
    return sources
  }

  /// Returns the last compilation of each source: the index keeps those of files that moved, too.
  private static func newest(
    _ units: [IndexStore.Unit], of sources: Set<String>, relative: (String) -> String?
  ) -> [String: IndexStore.Unit] {
    var newest: [String: IndexStore.Unit] = [:]
    for unit in units {
      guard let file = relative(unit.mainFile), sources.contains(file) else { continue }
      if let known = newest[file], known.time >= unit.time { continue }
      newest[file] = unit
    }
    return newest
  }

  private static func checkFreshness(
    of newest: [String: IndexStore.Unit], sources: [String: Date]
  ) throws(Failure) {
    for (file, changed) in sources.sorted(by: { $0.key < $1.key }) {
      guard let unit = newest[file] else {
        throw Failure("\(file) is not built; run `swift build`")
      }
      if unit.time < changed {
        throw Failure("\(file) has changed since it was built; run `swift build`")
      }
    }
  }
}

/// Collects definitions and mentions of symbols, file by file.
private struct RecordReader {
  private struct Definition {
    var file: String
    var name: String
    var parent: IndexStore.Symbol?
  }

  private struct Mention {
    var usr: String
    var name: String
    /// Whether the compiler adds the mention, as that of an accessor to that of its property.
    var isImplicit: Bool
    var file: String
    var line: Int
  }

  private var definitions: [String: Definition] = [:]
  private var mentions: [Mention] = []
  /// The types that extensions extend.
  private var extendedTypes: [String: String] = [:]

  mutating func read(
    _ record: String, of file: String, in index: IndexStore
  ) throws(Failure) {
    try index.occurrences(of: record) { occurrence in
      let symbol = occurrence.symbol
      let roles = occurrence.roles
      if roles.contains(.definition) || roles.contains(.declaration) {
        // An accessor is named wherever its property is: its definition is not counted again.
        if roles.contains(.accessorOf) { return }
        if definitions[symbol.usr] == nil || roles.contains(.definition) {
          definitions[symbol.usr] = Definition(
            file: file, name: symbol.name, parent: occurrence.parent)
        }
      } else if roles.contains(.reference) || roles.contains(.overrideOf) {
        if let extending = occurrence.extending { extendedTypes[extending.usr] = symbol.usr }
        // Without a reference: a type names a protocol, and an extension elsewhere fulfils it.
        mentions.append(
          Mention(
            usr: symbol.usr, name: symbol.name, isImplicit: roles.contains(.implicit), file: file,
            line: occurrence.line))
      }
    }
  }

  func uses() -> [Use] {
    let known = definitions.mapValues { (file: $0.file, name: name(of: $0)) }
    return mentions.compactMap { mention in
      var defined = known[mention.usr]
      if defined == nil, let type = typeMaking(mention, in: known) {
        defined = (type.file, "\(type.name).\(mention.name)")
      }
      guard let defined, defined.file != mention.file else { return nil }
      return Use(from: mention.file, line: mention.line, name: defined.name, to: defined.file)
    }
  }

  func pointers() -> [(file: String, line: Int, name: String)] {
    mentions.filter { Self.pointerTypes.contains($0.usr) }.map { ($0.file, $0.line, $0.name) }
  }

  /// `UnsafePointer` and its seven relatives: mutable or not, raw or not, buffers or not.
  private static let pointerTypes: Set = [
    "s:SP", "s:Sp", "s:SR", "s:Sr", "s:SV", "s:Sv", "s:SW", "s:Sw",
  ]

  /// Returns the type with a member that the compiler makes, as `rawValue`, and that has no
  /// definition; the compiler's name of the member begins with that of the type.
  private func typeMaking<Place>(_ mention: Mention, in known: [String: Place]) -> Place? {
    guard !mention.isImplicit, mention.usr.hasPrefix("s:") else { return nil }
    var prefix = mention.usr.dropLast()
    while prefix.utf8.count > 3 {
      if let type = known[String(prefix)] { return type }
      prefix = prefix.dropLast()
    }
    return nil
  }

  private func name(of definition: Definition) -> String {
    var name = definition.name
    var parent = definition.parent
    while let enclosing = parent {
      name = "\(enclosing.name).\(name)"
      let type = extendedTypes[enclosing.usr] ?? enclosing.usr
      parent = definitions[type]?.parent
    }
    return name
  }
}
