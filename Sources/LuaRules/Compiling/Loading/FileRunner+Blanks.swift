import LuaBridge

// Stubs for files of which no function is ever called. Further states of a model use the stubs, so
// that the code of such a file is run only once, when it is loaded.

extension FileRunner {
  /// Returns whether further states use a stub for a file, because no function
  /// of it is called.
  func isLeftOut(ofChunk chunk: Int) -> Bool {
    // With host stubs every file must be run: its functions may call the stubs, which are Lua.
    request.hostStubs == nil && owner(ofChunk: chunk)?.isPlanned == true
  }

  /// Creates the stub that further states use for a file.
  func noteBlank(for index: Int, chunksBefore: Int) {
    let known = functionCount
    functionCount = state.functionCount
    guard isLeftOut(ofChunk: chunkCount) else { return }
    blanks[index] = FileStub(
      chunkCount: chunkCount - chunksBefore,
      hosts: (known..<functionCount).map { state.info(ofFunction: $0 + 1).host })
  }

  /// Runs the stub of a file, which takes as many numbers as the file did.
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
