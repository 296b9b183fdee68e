import Foundation

/// The Lua files of the project: rules, modules, and files that are wrong on purpose.
enum LuaFiles {
  static let all: [(name: String, bytes: [UInt8])] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folders = [
      "lua", "examples", "Tests/AttackPrograms", "Tests/LuaRulesTests",
      "Tests/LuaRulesCommandTests",
    ]
    return folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter {
        $0.pathExtension == "lua" && !$0.path.contains("/.build")
      }
    }.sorted { $0.path < $1.path }.map {
      ($0.lastPathComponent, [UInt8]((try? Data(contentsOf: $0)) ?? Data()))
    }
  }()
}
