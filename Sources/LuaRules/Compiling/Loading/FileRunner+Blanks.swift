import LuaBridge

// Files of which no function is ever called: further states of a model do
// without them, so that their code is run once, when it is loaded.

extension FileRunner {
  /// Whether further states do without a file, since no function of it is called.
  func isLeftOut(ofChunk chunk: Int) -> Bool {
    // What stands in for host functions is Lua, and is called.
    request.hostStubs == nil && owner(ofChunk: chunk)?.isPlanned == true
  }

  /// Notes what will stand for a file in further states.
  func noteBlank(for index: Int, chunksBefore: Int) {
    let known = functionCount
    functionCount = state.functionCount
    guard isLeftOut(ofChunk: chunkCount) else { return }
    blanks[index] = FileStub(
      chunkCount: chunkCount - chunksBefore,
      hosts: (known..<functionCount).map { state.info(ofFunction: $0 + 1).host })
  }

  /// Runs what stands for a file, which takes as many numbers.
  func run(
    _ blank: FileStub, for file: SourceFile
  ) throws(RuleError) -> LoadedFiles.FileResult {
    var slot = 0
    for text in blank.texts(calling: request.host) {
      let chunk = begin(file, modules: .texts([:]))
      slot = try lua { () throws(LuaFailure) in
        try state.compile(Array(text.utf8), chunk: chunk, scope: scope(ofChunk: chunk))
        return try state.run().slot
      }
    }
    return .init(chunk: chunkCount, node: try contents(ofSlot: slot, from: file), site: nil)
  }
}
