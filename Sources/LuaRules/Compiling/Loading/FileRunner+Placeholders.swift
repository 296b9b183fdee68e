import LuaBridge

// Placeholders for files that further states of a model do not run.

extension FileRunner {
  /// Returns whether further states use a placeholder for a file, because no function
  /// of it is called.
  func isLeftOut(ofChunk chunk: Int) -> Bool {
    // With host stubs every file must be run: its functions may call the stubs, which are Lua.
    request.hostStubs == nil && owner(ofChunk: chunk)?.isPlanned == true
  }

  /// Creates the placeholder for a file that was run.
  func notePlaceholder(for index: Int, chunksBefore: Int) {
    let known = functionCount
    functionCount = state.functionCount
    var hosts: [Int: Int] = [:]
    if !request.host.functions.isEmpty {
      for number in known..<functionCount {
        hosts[number - known] = state.info(ofFunction: number + 1).host
      }
    }
    placeholders[index] = FilePlaceholder(
      chunkCount: chunkCount - chunksBefore, functionCount: functionCount - known, hosts: hosts)
    if isLeftOut(ofChunk: chunkCount) { leftOut[index] = .isNotCalled }
  }

  /// Runs the placeholder of a file, which takes as many numbers as the file did.
  func run(
    _ placeholder: FilePlaceholder, because reason: FilePlaceholder.Reason, for file: SourceFile
  ) throws(RuleError) -> LoadedFiles.FileResult {
    var slot = 0
    for text in placeholder.texts(because: reason, calling: request.host) {
      let chunk = begin(file, modules: .texts([:]))
      slot = try lua { () throws(LuaFailure) in
        try state.compile(Array(text.utf8), chunk: chunk, scope: grantID(ofChunk: chunk))
        return try state.run().slot
      }
    }
    return .init(chunk: chunkCount, node: try contents(ofSlot: slot, from: file))
  }
}
