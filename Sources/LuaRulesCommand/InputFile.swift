import Foundation
import LuaRules

/// A file that the user named; `-` may stand for standard input.
struct InputFile {
  let path: String
  /// Whether it is standard input, on which someone may be writing still.
  let isStandardInput: Bool
  private let handle: FileHandle

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
  /// - Parameter code: The kind of the error when the file is not UTF-8.
  /// - Returns: The text.
  /// - Throws: ``Failure``; `badData` when the file is not UTF-8.
  func text(or code: RuleError.Code) throws -> String {
    guard let text = String(validating: try rest(), as: UTF8.self) else {
      throw Failure(
        RuleError(code, "the file is not UTF-8", at: SourceLocation(file: path)), .badData)
    }
    return text
  }

  /// Waits for bytes of standard input; `nil` at its end.
  ///
  /// Only after ``bytes(upTo:)`` has shown that it can be read: this traps where it cannot.
  func availableBytes() -> Data? {
    let data = handle.availableData
    return data.isEmpty ? nil : data
  }

  /// Reads the next bytes, as many as asked for if there are so many; `nil` at the end.
  func bytes(upTo limit: Int) throws -> Data? {
    do {
      let data = try handle.read(upToCount: limit)
      return data?.isEmpty == true ? nil : data
    } catch {
      throw unreadable
    }
  }

  private func rest() throws -> Data {
    do {
      return try handle.readToEnd() ?? Data()
    } catch {
      throw unreadable
    }
  }

  private var unreadable: Failure {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
    return Self.unreadable(path, isFolder ? "this is a folder" : "the file cannot be read")
  }

  private static func unreadable(_ path: String, _ message: String) -> Failure {
    Failure(RuleError(.unreadable, message, at: SourceLocation(file: path)), .noInput)
  }
}
