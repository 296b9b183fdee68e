/// The checks of each function's code before any code runs.
package struct CodeCheck {
  private var flow = RegisterFlow()
  private var chains = NameChains()
  /// The local variables of the current function.
  package var locals: [LocalRange] = []
  /// The first fault.
  package private(set) var fault: CodeFault?

  /// Checks a function, whose local variables are in ``locals``.
  ///
  /// - Parameters:
  ///   - code: The function.
  ///   - line: Returns the line of an instruction.
  /// - Throws: ``DecodingFailure`` for malformed code.
  package mutating func check(
    _ code: DumpedCode, line: (Int) throws(DecodingFailure) -> Int
  ) throws(DecodingFailure) {
    guard fault == nil else { return }
    if let found = try flow.firstFault(in: code, locals) {
      fault = CodeFault(kind: found.kind, line: try line(found.position))
    } else if let position = chains.firstFault(in: code, locals) {
      fault = CodeFault(kind: .longNameChain, line: try line(position))
    }
  }
}
