import LuaBridge

/// What stands for a rule file in the further states of a model, when no function
/// of the file is ever called.
///
/// It does nothing, but takes the numbers of chunks, slots and functions that the
/// file took, so that those of all other files are the same.
struct FileStub: Sendable {
  /// The chunks of the file, with the modules that it was the first to require.
  let chunkCount: Int
  /// For each function that it was the first to hand out: the host function that it is.
  let hosts: [Int?]

  /// The texts that are run one after the other.
  func texts(calling host: HostFunctions) -> [String] {
    var text = "local function blank() return function() end end return {"
    for number in hosts {
      if let number, host.functions.indices.contains(number) {
        text += "host[\(LuaValue.string(host.functions[number].name).literal)],"
      } else {
        text += "(blank()),"
      }
    }
    return Array(repeating: "return true", count: max(0, chunkCount - 1)) + [text + "}"]
  }
}
