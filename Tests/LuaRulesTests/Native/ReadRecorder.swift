import LuaBridge

@testable import LuaRules

/// Notes what the Lua code of one function reads, and lets an access answer.
final class ReadRecorder: LuaHost {
  private let access: Access
  private var paths: [ObjectHandle: String] = [.context: ""]
  private var depth = 0
  /// The paths, each once, in the order of their first read.
  private(set) var reads: [String] = []
  /// What rules of other keys read; Lua remembers it, and does not ask again.
  private(set) var nested: Set<String> = []

  init(_ access: Access) { self.access = access }

  func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush {
    let base = paths[object ?? .context] ?? "?"
    let path: String =
      switch key {
      case .integer(let index): "\(base)[\(index)]"
      case .string(let name): base.isEmpty ? name : "\(base).\(name)"
      default: "\(base)[?]"
      }
    if depth > 0 {
      nested.insert(path)
    } else if !reads.contains(path) {
      reads.append(path)
    }
    // What rules of other keys read is not read by this function.
    depth += 1
    defer { depth -= 1 }
    let push = try access.member(key, of: object)
    if case .view(let handle, _, _, _) = push { paths[handle] = path }
    return push
  }

  func count(of object: ObjectHandle) throws -> Int { try access.count(of: object) }
  func keys(of object: ObjectHandle?) throws -> [LuaValue] { try access.keys(of: object) }
  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush {
    try access.call(function, arguments: arguments)
  }
  func require(_ name: String, from chunk: Int) throws -> Int {
    try access.require(name, from: chunk)
  }
  func print(_ text: String) { access.print(text) }
}
