import LuaBridge

/// The second line of a bundle: what is in it.
///
/// ```json
/// {"folder":"rules","set":"shop","revision":42,"files":[
///   {"path":"todo.lua","size":120,"sha256":"…"}],"schema":{"path":"app.json", …}}
/// ```
struct BundleManifest {
  /// A file of the bundle, without its bytes.
  struct Entry {
    var path: String
    var size: Int
    /// The SHA-256 of the bytes.
    var digits: String

    init(_ file: RuleBundle.File) {
      path = file.path
      size = file.bytes.count
      digits = SHA256Digest(of: file.bytes).digits
    }

    fileprivate init(path: String, size: Int, digits: String) {
      self.path = path
      self.size = size
      self.digits = digits
    }
  }

  /// The most bytes that are read.
  static let greatestSize = 4 << 20
  /// The most files in a manifest.
  static let greatestCount = 10_000

  var folder: String
  var set: String?
  var revision: Int64?
  /// In byte order of the paths.
  var files: [Entry]
  var schema: Entry?

  /// The files, and then the schema: the order of their bytes.
  var entries: [Entry] { files + [schema].compactMap(\.self) }

  /// The manifest on one line.
  var line: String {
    var members: [(name: String, value: JSONLayout)] = [("folder", .string(folder))]
    if let set { members.append(("set", .string(set))) }
    if let revision { members.append(("revision", .integer(revision))) }
    members.append(("files", .list(files.map(\.layout))))
    if let schema { members.append(("schema", schema.layout)) }
    return JSONLayout.object(members).line
  }
}

extension BundleManifest.Entry {
  fileprivate var layout: JSONLayout {
    .object([("path", .string(path)), ("size", .integer(size)), ("sha256", .string(digits))])
  }
}

extension BundleManifest {
  /// Parses a manifest.
  ///
  /// - Throws: ``RuleError`` for an invalid manifest, and for files beyond the
  ///   limits.
  init(
    reading line: some Collection<UInt8>, at location: SourceLocation, within limits: Budget
  ) throws(RuleError) {
    let reading = BundleManifestReading(location: location, limits: limits)
    try self.init(try reading.table(of: line), reading)
    try reading.check(self)
  }

  /// Throws for a folder of which hosts would refuse the bundle.
  func checkWritable(at location: SourceLocation, within limits: Budget) throws(RuleError) {
    var reading = BundleManifestReading(location: location, limits: limits)
    reading.refusal = "the folder cannot be bundled"
    guard files.count <= Self.greatestCount else {
      throw reading.failure("it has more than \(Self.greatestCount) files")
    }
    try reading.check(self)
    guard line.utf8.count <= Self.greatestSize else {
      throw reading.failure("the manifest would have more than \(Self.greatestSize) bytes")
    }
  }

  private init(_ fields: LuaTable, _ reading: BundleManifestReading) throws(RuleError) {
    try reading.checkNames(of: fields, ["files", "folder", "revision", "schema", "set"])
    guard case .string(let folder)? = fields["folder"] else {
      throw reading.failure("`folder` has to be a string")
    }
    self.folder = folder
    switch fields["set"] {
    case .string(let name)?: set = name
    case nil: set = nil
    default: throw reading.failure("`set` has to be a string")
    }
    switch fields["revision"] {
    case .integer(let number)?: revision = number
    case nil: revision = nil
    default: throw reading.failure("`revision` has to be an integer")
    }
    guard case .table(let list)? = fields["files"], list.fields.isEmpty else {
      throw reading.failure("`files` has to be a list")
    }
    guard list.elements.count <= Self.greatestCount else {
      throw reading.failure("`files` has more than \(Self.greatestCount) elements")
    }
    files = try list.elements.map { (value) throws(RuleError) in try reading.entry(value) }
    schema = try fields["schema"].map { (value) throws(RuleError) in try reading.entry(value) }
  }
}

/// The parser of one manifest.
private struct BundleManifestReading {
  let location: SourceLocation
  let limits: Budget
  /// How errors begin.
  var refusal = "the manifest is not one"

  func table(of line: some Collection<UInt8>) throws(RuleError) -> LuaTable {
    let value: LuaValue
    do {
      // Also refuses names that occur twice, compared byte by byte.
      value = try JSON.read(Array(line))
    } catch {
      throw failure("\(error)")
    }
    guard case .table(let table) = value, table.elements.isEmpty else {
      throw failure("it has to be an object")
    }
    return table
  }

  func entry(_ value: LuaValue) throws(RuleError) -> BundleManifest.Entry {
    guard case .table(let fields) = value, fields.elements.isEmpty,
      case .string(let path)? = fields["path"], case .integer(let size)? = fields["size"],
      case .string(let digits)? = fields["sha256"]
    else { throw failure("a file has to be an object with `path`, `size` and `sha256`") }
    try checkNames(of: fields, ["path", "sha256", "size"])
    guard SHA256Digest.isDigits(digits) else {
      throw failure("the digest of `\(path)` is not 64 small digits")
    }
    guard size >= 0 else { throw failure("the size of `\(path)` is negative") }
    guard size <= limits.fileSize else {
      throw RuleError(
        .budget, "`\(path)` has \(size) bytes; at most \(limits.fileSize) are read", at: location)
    }
    return BundleManifest.Entry(path: path, size: Int(size), digits: digits)
  }

  func checkNames(of fields: LuaTable, _ known: [String]) throws(RuleError) {
    for field in fields.fields where !known.contains(field.name) {
      throw failure("`\(field.name)` is no member of it")
    }
  }

  /// Checks names, numbers and the sizes together.
  func check(_ manifest: BundleManifest) throws(RuleError) {
    if let fault = BundlePaths.fault(inFolder: manifest.folder) {
      throw failure("the folder `\(manifest.folder)` \(fault)")
    }
    if let set = manifest.set, !RuleBundle.isSetName(set) {
      throw failure("`\(set)` is not the name of a set")
    }
    if let revision = manifest.revision, !RuleBundle.revisions.contains(revision) {
      throw failure("`revision` has to be from 1 to \(RuleBundle.revisions.upperBound)")
    }
    for file in manifest.files {
      if let fault = BundlePaths.fault(in: file.path) {
        throw failure("the path `\(file.path)` \(fault)")
      }
    }
    if let schema = manifest.schema, let fault = BundlePaths.fault(inName: schema.path) {
      throw failure("the name `\(schema.path)` of the schema \(fault)")
    }
    for (file, next) in zip(manifest.files, manifest.files.dropFirst())
    where !file.path.precedesInBytes(next.path) {
      throw failure("`\(next.path)` does not follow `\(file.path)` in byte order")
    }
    if let clash = BundlePaths.clash(among: manifest.files.map(\.path)) { throw failure(clash) }
    var total = 0
    let isTooLarge = manifest.entries.contains { entry in
      let (sum, isOver) = total.addingReportingOverflow(entry.size)
      total = sum
      return isOver || sum > limits.totalSize
    }
    guard !isTooLarge else {
      throw RuleError(
        .budget, "the files have more than \(Budget.text(bytes: limits.totalSize)) together",
        at: location)
    }
  }

  func failure(_ message: String) -> RuleError {
    RuleError(.badBundle, "\(refusal): \(message)", at: location)
  }
}
