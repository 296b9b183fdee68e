import Foundation
import LuaRules

/// A text file that the user named, which is read again when it may have
/// changed.
struct WatchedText {
  let path: String
  /// The code of the error if the file is not UTF-8.
  private let code: RuleError.Code
  /// The text of a stream, which can be read only once.
  private let streamText: String?

  /// Names a file; reads it at once if it is standard input or a pipe, and may
  /// be one.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - code: The code of the error if the file is not UTF-8.
  ///   - orStandardInput: Whether the file may be a pipe, and `-` means
  ///     standard input.
  init(_ path: String, or code: RuleError.Code, orStandardInput: Bool = false) {
    self.path = path
    self.code = code
    let isFile = [.regular, .folder].contains(LocalFileSystem().kind(of: path))
    streamText =
      isFile || !orStandardInput
      ? nil : try? InputFile(path, orStandardInput: true).text(or: code)
  }

  /// The places where a change of the file is visible: its path, and the target
  /// of a link.
  var places: Set<WatchedPlace> {
    guard streamText == nil else { return [] }
    let file = URL(filePath: path)
    return Set(
      [file, file.resolvingSymlinksInPath()].map { file in
        WatchedPlace(
          folder: file.deletingLastPathComponent().path, names: [file.lastPathComponent])
      })
  }

  /// Reads the current content of the file.
  ///
  /// - Throws: ``Failure``.
  func read() throws -> String {
    if let streamText { return streamText }
    // A pipe that has replaced the file would never end.
    return try code == .badSchema
      ? SettingsFile(path).schema().text : SettingsFile(path).text(or: code)
  }
}
