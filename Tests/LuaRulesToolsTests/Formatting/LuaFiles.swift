import Foundation
import LuaBridge
import Testing

/// The Lua files of the project, and their compiled form.
enum LuaFiles {
  static let all: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return ["lua", "examples", "Tests/LuaRulesTests", "Tests/LuaRulesCommandTests"].flatMap {
      name in
      let folder = FileManager.default.enumerator(
        at: root.appending(path: name), includingPropertiesForKeys: nil)
      return (folder?.compactMap { $0 as? URL } ?? []).filter {
        $0.pathExtension == "lua" && !$0.path.contains("/.build")
      }
    }.sorted { $0.path < $1.path }
  }()

  /// Returns the compiled form of a text with its lines; throws for what is no Lua.
  static func compiled(_ text: String) throws -> [UInt8] {
    let state = try LuaState(memoryLimit: 64 << 20, sharing: SharedMemoryLimit(limit: .max))
    try state.compile(Array(text.utf8), chunk: 1)
    return try #require(state.dumpChunk())
  }
}
