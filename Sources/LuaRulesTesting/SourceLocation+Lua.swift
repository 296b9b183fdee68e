import LuaRules
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Testing.SourceLocation {
  /// Creates the location of a line in a Lua file; of its first line, if none is known.
  init(_ location: LuaRules.SourceLocation) {
    let url = URL(filePath: location.file).standardizedFileURL
    // Swift Testing expects a name, a slash and a file.
    let folder = url.deletingLastPathComponent().lastPathComponent
    self.init(
      fileID: "\(folder)/\(url.lastPathComponent)", filePath: url.path(percentEncoded: false),
      line: max(1, location.line ?? 1), column: 1)
  }
}
