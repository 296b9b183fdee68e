import Foundation
import LuaRules

/// A file of values that the user named, perhaps a pipe; `-` may mean standard
/// input.
///
/// A file that says how rules are read, such as a schema, is a
/// ``SettingsFile``.
struct InputFile {
  let path: String
  /// Whether it is standard input, where more data may still arrive.
  let isStandardInput: Bool
  private let handle: FileHandle

  /// The maximum number of bytes of a text.
  static let longestText = 1 << 28
  private static let pieceLength = 1 << 20

  /// Opens a file.
  ///
  /// - Throws: ``Failure`` with the status `noInput`.
  init(_ path: String, orStandardInput: Bool = false) throws {
    self.path = path
    isStandardInput = orStandardInput && path == "-"
    if isStandardInput {
      handle = .standardInput
    } else if let handle = FileHandle(forReadingAtPath: path) {
      self.handle = handle
    } else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Self.unreadable(path, isThere ? "the file cannot be read" : "no such file")
    }
  }

  /// Reads the whole file.
  ///
  /// - Parameter code: The code of the error if the file is not UTF-8.
  /// - Returns: The text.
  /// - Throws: ``Failure``; with `badData` if the file is not UTF-8.
  func text(or code: RuleError.Code) throws -> String {
    guard let text = String(validating: try rest(), as: UTF8.self) else {
      throw Failure(
        RuleError(code, "the file is not UTF-8", at: SourceLocation(file: path)), .badData)
    }
    return text
  }

  /// Waits for bytes of standard input; returns `nil` at its end.
  ///
  /// Call it only after ``bytes(upTo:)`` has succeeded: it traps on an
  /// unreadable input.
  func availableBytes() -> Data? {
    let data = handle.availableData
    return data.isEmpty ? nil : data
  }

  /// Reads up to `limit` bytes, fewer only before the end; returns `nil` at the
  /// end.
  func bytes(upTo limit: Int) throws -> Data? {
    do {
      let data = try handle.read(upToCount: limit)
      return data?.isEmpty == true ? nil : data
    } catch {
      throw unreadable
    }
  }

  private func rest() throws -> Data {
    var data = Data()
    while let piece = try bytes(upTo: Self.pieceLength) {
      data += piece
      guard data.count <= Self.longestText else {
        throw Self.unreadable(path, "the file has more than \(Self.longestText) bytes")
      }
    }
    return data
  }

  private var unreadable: Failure {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
    return Self.unreadable(path, isFolder ? "this is a folder" : "the file cannot be read")
  }

  fileprivate static func unreadable(_ path: String, _ message: String) -> Failure {
    Failure(RuleError(.unreadable, message, at: SourceLocation(file: path)), .noInput)
  }
}

/// A file that says how rules are read: a project, a schema, a grant.
///
/// Its path may be untrusted, so it is opened like a rule file: only a regular
/// file is read, not a pipe without a writer and not an endless device.
struct SettingsFile {
  let path: String
  private let files: any RuleFileSystem

  /// Names a file of a file system: an editor may have a text of it that is not saved.
  init(_ path: String, in files: any RuleFileSystem = LocalFileSystem()) {
    self.path = path
    self.files = files
  }

  /// Reads the whole file.
  ///
  /// - Parameter code: The code of the error if the file is not UTF-8.
  /// - Returns: The text.
  /// - Throws: ``Failure``; with `badData` if the file is not UTF-8.
  func text(or code: RuleError.Code) throws -> String {
    try text(of: bytes(), or: code)
  }

  /// Reads a JSON Schema: the file, or the one in the file if that is a bundle.
  ///
  /// - Returns: The text, and its name in errors.
  /// - Throws: ``Failure``; with `badData` if it is not UTF-8.
  func schema() throws -> (text: String, name: String) {
    let bytes = try bytes()
    guard RuleBundle.isBundle(bytes) else { return (try text(of: bytes, or: .badSchema), path) }
    do {
      guard let schema = try RuleBundle(bytes, name: path).schema else {
        throw RuleError(
          .badSchema, "the bundle has no schema", at: SourceLocation(file: path),
          hint: "`luarules bundle --schema` puts it in")
      }
      return (try text(of: schema.bytes, or: .badSchema), schema.path)
    } catch let error as RuleError {
      throw Failure(error, .badData)
    }
  }

  private func bytes() throws -> [UInt8] {
    do {
      return try files.contents(ofFile: path, limit: InputFile.longestText)
    } catch {
      throw InputFile.unreadable(path, reason(error, files.kind(of: path)))
    }
  }

  private func text(of bytes: [UInt8], or code: RuleError.Code) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        RuleError(code, "the file is not UTF-8", at: SourceLocation(file: path)), .badData)
    }
    return text
  }

  private func reason(_ error: any Error, _ kind: RuleFileKind) -> String {
    switch kind {
    case .missing: "no such file"
    case .folder: "this is a folder"
    case .other: "not a regular file"
    case .regular: (error as? RuleFileError)?.reason ?? "the file cannot be read"
    }
  }
}
