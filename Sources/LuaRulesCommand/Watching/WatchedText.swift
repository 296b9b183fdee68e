import Foundation
import LuaRules

/// A text file that the user named, and that is read again when it may have changed.
struct WatchedText {
  let path: String
  /// The kind of the error when it is not UTF-8.
  private let code: RuleError.Code
  /// What a stream gave, which can be read only once.
  private let streamText: String?

  /// Names a file; reads it when it is standard input or a pipe, and may be one.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - code: The kind of the error when it is not UTF-8.
  ///   - orStandardInput: Whether it may be a pipe, and `-` stands for standard input.
  init(_ path: String, or code: RuleError.Code, orStandardInput: Bool = false) {
    self.path = path
    self.code = code
    let isFile = [.regular, .folder].contains(LocalFileSystem().kind(of: path))
    streamText =
      isFile || !orStandardInput
      ? nil : try? InputFile(path, orStandardInput: true).text(or: code)
  }

  /// Where a change of the file shows: at its path, and at what a link leads to.
  var places: Set<WatchedPlace> {
    guard streamText == nil else { return [] }
    let file = URL(filePath: path)
    return Set(
      [file, file.resolvingSymlinksInPath()].map { file in
        WatchedPlace(
          folder: file.deletingLastPathComponent().path, names: [file.lastPathComponent])
      })
  }

  /// Reads the file as it is now.
  ///
  /// - Throws: ``Failure``.
  func read() throws -> String {
    if let streamText { return streamText }
    // A pipe that has taken the file's place would never end.
    return try SettingsFile(path).text(or: code)
  }
}
