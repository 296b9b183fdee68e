import LuaBridge
import LuaBytecode

// What is found out about a file before it runs.

extension FileRunner {
  /// Examines the chunk that was compiled last.
  ///
  /// - Throws: ``RuleError`` for code that may not run.
  func analyze(
    _ chunk: Int, _ file: SourceFile, isModule: Bool
  ) throws(RuleError) {
    guard let bytes = state.dumpChunk() else {
      throw RuleError(LuaFailure(.memory, chunk: chunk), in: failureContext)
    }
    if !budget.spend(bytes.count / 16) { throw budgetError(in: chunk) }
    let outline: FileOutline
    do {
      outline = try FileOutline(bytes)
    } catch {
      throw RuleError(
        .unknownLua, "the compiled form of this Lua library is unknown: \(error)",
        hint: "link Lua 5.4")
    }
    if let fault = outline.fault { throw RuleError(fault, in: file) }
    try LargeIntegers.refuse(in: file)
    try noteInnerModules(outline, file, chunk)
    if outline.hasUpvalueAssignment { writingChunks.insert(chunk) }
    outlines[chunk] = outline
    if examinesFiles {
      examinedFiles[chunk] = ConcurrentResult(in: examining) {
        ExaminedFile(bytes, isModule: isModule)
      }
    }
  }
}
