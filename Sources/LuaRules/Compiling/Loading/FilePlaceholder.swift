import LuaBridge

/// A replacement for a rule file in further states of a model.
///
/// It takes as many numbers of chunks, slots and functions as the file did, so that the numbers of
/// all other files stay the same.
struct FilePlaceholder: Sendable {
  /// Why the file is not run again.
  enum Reason: Sendable {
    /// No function of the file is ever called.
    case isNotCalled
    /// The file gave other rules when it was run again: its functions fail.
    case differs
  }

  /// How many chunks the file added, including the modules that it was the
  /// first to require.
  let chunkCount: Int
  /// How many functions the file was the first to return.
  let functionCount: Int
  /// The numbers of the host functions among them, by position.
  let hosts: [Int: Int]

  /// Returns the texts that are run one after the other.
  func texts(because reason: Reason, calling host: HostFunctions) -> [String] {
    let body =
      switch reason {
      case .isNotCalled: ""
      case .differs: "error(\"\(RuleError.differsWhenRunAgain)\", 0)"
      }
    var text = "local function placeholder() return function() \(body) end end return {"
    for position in 0..<functionCount {
      if let number = hosts[position], host.functions.indices.contains(number) {
        text += "host[\(LuaValue.string(host.functions[number].name).literal)],"
      } else {
        text += "(placeholder()),"
      }
    }
    return Array(repeating: "return true", count: max(0, chunkCount - 1)) + [text + "}"]
  }
}

extension RuleError {
  /// The message for a file whose rules differ from run to run.
  static let differsWhenRunAgain = "the rule file gave other rules when it was run again"
}
