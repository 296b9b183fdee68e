import LuaBridge

@testable import LuaRules

/// Notes what the Lua code of one function reads, and lets an evaluation answer.
final class ReadRecorder: LuaHost {
  private let evaluation: Evaluation
  private var paths: [ObjectHandle: String] = [.context: ""]
  private var depth = 0
  /// The paths, each once, in the order of their first read.
  private(set) var reads: [String] = []
  /// What rules of other keys read; Lua remembers it, and does not ask again.
  private(set) var nested: Set<String> = []

  init(_ evaluation: Evaluation) { self.evaluation = evaluation }

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
    let push = try evaluation.member(key, of: object)
    if case .view(let handle, _, _, _) = push { paths[handle] = path }
    return push
  }

  func count(of object: ObjectHandle) throws -> Int { try evaluation.count(of: object) }
  func keys(of object: ObjectHandle?) throws -> [LuaValue] { try evaluation.keys(of: object) }
  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush {
    try evaluation.call(function, arguments: arguments)
  }
  func require(_ name: String, from chunk: Int) throws -> Int {
    try evaluation.require(name, from: chunk)
  }
  func print(_ text: String) { evaluation.print(text) }
}
