import LuaBridge

/// A replacement for a rule file in further states of a model, if no function
/// of the file is ever called.
///
/// It does nothing, but it takes as many numbers of chunks, slots and functions
/// as the file did, so that the numbers of all other files stay the same.
struct FileStub: Sendable {
  /// How many chunks the file added, including the modules that it was the
  /// first to require.
  let chunkCount: Int
  /// The functions that the file was the first to return: for each, the number
  /// of its host function, or `nil`.
  let hosts: [Int?]

  /// Returns the texts that are run one after the other.
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
