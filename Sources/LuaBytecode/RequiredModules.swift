extension CompiledFunction {
  /// Calls a body with each use of the global `require` in the function and its inner functions.
  ///
  /// - Parameter body: Receives the name of the module if the use is a call with a constant, or one
  ///   through `pcall`; `nil` for any other use; and the line.
  package func forEachRequire(_ body: (_ name: String?, _ line: Int) -> Void) {
    for position in code.indices where code[position].opcode == .getUpvalueField {
      let read = code[position]
      guard upvalues.indices.contains(read.b), upvalues[read.b].name == "_ENV",
        name(read.c) == "require"
      else { continue }
      body(constantArgument(of: read.a, behind: position), line(at: position))
    }
    for function in functions { function.forEachRequire(body) }
  }

  /// The text that a call gets as the argument behind the register of a function.
  private func constantArgument(of register: Int, behind position: Int) -> String? {
    guard position + 2 < code.count else { return nil }
    let (argument, call) = (code[position + 1], code[position + 2])
    guard argument.opcode == .loadConstant, argument.a == register + 1,
      call.opcode == .call || call.opcode == .tailCall,
      call.a == register || call.a == register - 1
    else { return nil }
    return name(argument.bx)
  }
}

extension FileOutline {
  private static let require = Array("require".utf8)

  /// Returns whether some function of the file, whose text is `code`, may call `require`.
  package func mayRequireInFunctions(_ code: ArraySlice<UInt8>) -> Bool {
    guard let start = functions.first?.range.lowerBound, let end = functions.last?.range.upperBound
    else { return false }
    return Self.mentionsRequire(code) && Self.mentionsRequire(bytes[start..<end])
  }

  private static func mentionsRequire(_ bytes: ArraySlice<UInt8>) -> Bool {
    var position = bytes.startIndex + 2
    while position < bytes.endIndex {
      // The letter is rare.
      if bytes[position] == UInt8(ascii: "q"), bytes[(position - 2)...].starts(with: require) {
        return true
      }
      position += 1
    }
    return false
  }
}
