import Foundation

/// The index that the compiler writes while it builds: what each file defines, and what it names.
struct IndexStore {
  /// What was compiled in one go: a file of sources, or a module of C headers.
  struct Unit {
    /// Empty for a module of C headers.
    var mainFile: String
    var time: Date
    /// The modules that the file imports, without those of the system.
    var imports: Set<String> = []
    /// The records of this compilation by the path of the file that each describes.
    var records: [(file: String, name: String)] = []
  }

  /// A place where a symbol is defined, declared or named.
  struct Occurrence {
    var symbol: Symbol
    var roles: Roles
    var line: Int
    /// The type, extension or function that the symbol is declared in.
    var parent: Symbol?
    /// The extension that is written here, if the symbol is the type that it extends.
    var extending: Symbol?
  }

  struct Symbol {
    /// The compiler's own name of the symbol, which no other symbol has.
    var usr: String
    var name: String
  }

  struct Roles: OptionSet {
    let rawValue: UInt64
    static let declaration = Roles(rawValue: 1 << 0)
    static let definition = Roles(rawValue: 1 << 1)
    static let reference = Roles(rawValue: 1 << 2)
    static let implicit = Roles(rawValue: 1 << 8)
    static let childOf = Roles(rawValue: 1 << 9)
    static let overrideOf = Roles(rawValue: 1 << 11)
    static let extendedBy = Roles(rawValue: 1 << 14)
    static let accessorOf = Roles(rawValue: 1 << 15)
  }

  private let store: indexstore_t

  init(path: String) throws(Failure) {
    store = try Self.opened { indexstore_store_create(path, &$0) }
  }

  /// Reads all units, also those of files that are no longer there.
  func units() throws(Failure) -> [Unit] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) {
      _ = indexstore_store_units_apply_f(store, 0, $0) { names, name in
        names.assumingMemoryBound(to: [String].self).pointee.append(text(name))
        return true
      }
    }
    return try names.map { (name) throws(Failure) in try unit(name) }
  }

  private func unit(_ name: String) throws(Failure) -> Unit {
    let reader = try Self.opened { indexstore_unit_reader_create(store, name, &$0) }
    defer { indexstore_unit_reader_dispose(reader) }
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    indexstore_unit_reader_get_modification_time(reader, &seconds, &nanoseconds)
    var unit = Unit(
      mainFile: text(indexstore_unit_reader_get_main_file(reader)),
      time: Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9))
    each({ indexstore_unit_reader_dependencies_apply_f(reader, $0, $1) }) { dependency in
      let path = text(indexstore_unit_dependency_get_filepath(dependency))
      switch indexstore_unit_dependency_get_kind(dependency) {
      case 1 where !indexstore_unit_dependency_is_system(dependency):
        unit.imports.insert(Self.module(of: dependency, path: path))
      case 2:
        let record = text(indexstore_unit_dependency_get_name(dependency))
        unit.records.append((path, record))
      default: break
      }
    }
    return unit
  }

  /// Returns the name of an imported module; the index has that of a Swift module by its file only.
  private static func module(of dependency: indexstore_unit_dependency_t, path: String) -> String {
    let file = URL(filePath: path)
    if file.pathExtension == "swiftmodule" { return file.deletingPathExtension().lastPathComponent }
    return text(indexstore_unit_dependency_get_modulename(dependency))
  }

  /// Passes each occurrence of a record to `body`.
  func occurrences(of record: String, _ body: (Occurrence) -> Void) throws(Failure) {
    let reader = try Self.opened { indexstore_record_reader_create(store, record, &$0) }
    defer { indexstore_record_reader_dispose(reader) }
    each({ indexstore_record_reader_occurrences_apply_f(reader, $0, $1) }) { occurrence in
      var line: UInt32 = 0
      var column: UInt32 = 0
      indexstore_occurrence_get_line_col(occurrence, &line, &column)
      var parent: Symbol?
      var extending: Symbol?
      each({ indexstore_occurrence_relations_apply_f(occurrence, $0, $1) }) { relation in
        let roles = Roles(rawValue: indexstore_symbol_relation_get_roles(relation))
        if roles.contains(.childOf) {
          parent = symbol(indexstore_symbol_relation_get_symbol(relation))
        } else if roles.contains(.extendedBy) {
          extending = symbol(indexstore_symbol_relation_get_symbol(relation))
        }
      }
      body(
        Occurrence(
          symbol: symbol(indexstore_occurrence_get_symbol(occurrence)),
          roles: Roles(rawValue: indexstore_occurrence_get_roles(occurrence)),
          line: Int(line), parent: parent, extending: extending))
    }
  }

  private static func opened(
    _ open: (inout indexstore_error_t?) -> UnsafeMutableRawPointer?
  ) throws(Failure) -> UnsafeMutableRawPointer {
    var error: indexstore_error_t?
    if let opened = open(&error) { return opened }
    guard let error else { throw Failure("the index cannot be read") }
    defer { indexstore_error_dispose(error) }
    let reason = String(cString: indexstore_error_get_description(error))
    throw Failure("the index cannot be read; run `swift build` (\(reason))")
  }
}

private func text(_ text: indexstore_string_ref_t) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
}

private func symbol(_ symbol: indexstore_symbol_t) -> IndexStore.Symbol {
  IndexStore.Symbol(
    usr: text(indexstore_symbol_get_usr(symbol)), name: text(indexstore_symbol_get_name(symbol)))
}

private typealias Visitor =
  @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Bool

/// Passes to `body` what a function of the library passes to a C function, which knows only a pointer.
private func each(
  _ apply: (UnsafeMutableRawPointer, Visitor) -> Bool,
  _ body: (UnsafeMutableRawPointer) -> Void
) {
  typealias Body = (UnsafeMutableRawPointer) -> Void
  withoutActuallyEscaping(body) { body in
    var body: Body = body
    withUnsafeMutablePointer(to: &body) {
      _ = apply($0) { body, item in
        body.assumingMemoryBound(to: Body.self).pointee(item)
        return true
      }
    }
  }
}
