import CLuaSupport

extension LuaFailure {
  /// Creates the failure from the last error that the state has stored.
  init(last error: LRSError, underlying: (any Error)?) {
    let kind = Kind(error.failure)
    var text = unsafe Self.text(error.message, error.messageLength)
    var chunk = Int(error.chunk)
    var line = Int(error.line)
    if kind == .syntax {
      // The compiler puts the position before its message: "12:7: …" for line 7 of chunk 12.
      if let position = Self.position(at: text) {
        (chunk, line) = (position.chunk, position.line)
        text = String(text.dropFirst(position.length))
      }
    }
    let calls = unsafe Self.calls(Self.text(error.traceback, error.tracebackLength))
    self.init(
      kind, text, chunk: chunk, line: line, traceback: calls.filter { $0.line > 0 },
      underlying: underlying)
    if let innermost = calls.first, innermost.line <= 0 { libraryFunction = innermost.function }
    spent = Int(clamping: error.spent)
    if kind == .runtime, let start = unsafe error.code {
      code = unsafe Array(UnsafeRawBufferPointer(start: start, count: error.codeLength))
    }
  }

  private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let bytes = unsafe bytes else { return "" }
    return unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: length) { start in
      unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
  }

  private static func position(at text: String) -> (chunk: Int, line: Int, length: Int)? {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let chunk = Int(parts[0]), let line = Int(parts[1]),
      parts[2].first == " "
    else { return nil }
    return (chunk, line, parts[0].count + parts[1].count + 3)
  }

  /// Returns the active calls; those of a library have no line.
  private static func calls(_ text: String) -> [Frame] {
    text.split(separator: "\n").compactMap { row in
      let parts = row.split(separator: ":", maxSplits: 2)
      guard parts.count == 3, let chunk = Int(parts[0]), let line = Int(parts[1]) else {
        return nil
      }
      return Frame(chunk: chunk, line: line, function: String(parts[2]))
    }
  }
}

extension LuaFailure.Kind {
  init(_ failure: LRSFailure) {
    self =
      switch failure {
      case .none, .runtime: .runtime
      case .syntax: .syntax
      case .host: .host
      case .frozen: .frozen
      case .undefinedGlobal: .undefinedGlobal
      case .undefinedField: .undefinedField
      case .unknownHost: .unknownHost
      case .hostWhileLoading: .hostWhileLoading
      case .unordered: .unordered
      case .conversion: .conversion
      case .staleView: .staleView
      case .depth: .depth
      case .instructions: .instructions
      case .time: .time
      case .memory: .memory
      case .sharedMemory: .sharedMemory
      case .valueNodes: .valueNodes
      case .valueBytes: .valueBytes
      case .valueDepth: .valueDepth
      @unknown default: .runtime
      }
  }
}
