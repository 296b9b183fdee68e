import Foundation
import LuaRules

/// A file whose content a command replaces.
struct CorrectedFile {
  /// The path; a symbolic link stays one.
  let path: String
  /// The content that the new one was made from.
  let original: [UInt8]

  /// Replaces the content by an atomic write, which keeps the permissions.
  ///
  /// - Throws: ``Failure`` if somebody else has changed the file meanwhile, if it
  ///   is read-only, or if it cannot be written.
  func replace(with content: [UInt8]) throws {
    let place = URL(filePath: path).resolvingSymlinksInPath()
    guard let current = try? Data(contentsOf: place), current.elementsEqual(original) else {
      throw failure("the file has changed meanwhile, and is left as it is")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
    let permissions = attributes?[.posixPermissions] as? Int
    // An atomic write would replace the file all the same.
    guard permissions.map({ $0 & 0o222 != 0 }) ?? true else {
      throw failure("the file is read-only, and is left as it is")
    }
    do {
      try Data(content).write(to: place, options: .atomic)
      if let permissions {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: place.path)
      }
    } catch {
      throw failure("the file cannot be written")
    }
  }

  private func failure(_ message: String) -> Failure {
    Failure(RuleError(.unwritable, message, at: SourceLocation(file: path)), .noOutput)
  }
}
