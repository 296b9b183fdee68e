extension FileOutline {
  /// A walk through the nested functions of a dump.
  package struct Walk {
    private let bytes: [UInt8]
    /// The functions that are nested more deeply.
    package private(set) var deeper: [Place] = []
    /// Whether any function assigns to an upvalue.
    package private(set) var assignsUpvalues = false
    package private(set) var check = CodeCheck()
    private var checked = CheckedFunctions()

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a function with its inner functions.
    package mutating func read(
      _ reader: inout DumpReader, depth: Int
    ) throws(DecodingFailure) -> Place {
      guard depth < CompiledFunction.nestingLimit else { throw .nestedTooDeeply }
      try reader.skipString()
      let line = try reader.integer()
      _ = try reader.integer()
      let start = reader.position
      let (parameterCount, registerCount) = try Self.skipCounts(&reader)
      let codeCount = try reader.count(ofAtLeast: 4)
      let codeStart = reader.position
      try reader.skip(4 * codeCount)
      let head = start..<reader.position
      for _ in 0..<(try reader.count(ofAtLeast: 1)) { _ = try reader.constant() }
      try reader.skip(3 * (try reader.count(ofAtLeast: 3)))
      for _ in 0..<(try reader.count(ofAtLeast: 12)) {
        let function = try read(&reader, depth: depth + 1)
        deeper.append(function)
      }
      let lineStart = reader.position
      try reader.skip(try reader.count(ofAtLeast: 1))
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        _ = try reader.integer()
        _ = try reader.integer()
      }
      let localStart = reader.position
      for _ in 0..<(try reader.count(ofAtLeast: 3)) {
        try reader.skipString()
        _ = try reader.integer()
        _ = try reader.integer()
      }
      let locals = localStart..<reader.position
      for _ in 0..<(try reader.count(ofAtLeast: 1)) { try reader.skipString() }
      let place = Place(line: line, range: start..<reader.position)
      if checked.contains(head: head, locals: locals, in: bytes) { return place }

      let code = DumpedCode(
        bytes: bytes, start: codeStart, count: codeCount, parameterCount: parameterCount,
        registerCount: registerCount)
      for position in 0..<codeCount where code[position].opcode == .setUpvalue {
        assignsUpvalues = true
      }
      try readLocals(at: localStart)
      try check.check(code) { [bytes] (position) throws(DecodingFailure) in
        var reader = DumpReader(bytes, from: lineStart)
        let lines = try CompiledFunction.readLines(&reader, from: line, count: codeCount)
        return lines.indices.contains(position) ? Int(lines[position]) : line
      }
      if check.fault == nil { checked.insert(head: head, locals: locals, of: bytes) }
      return place
    }

    private mutating func readLocals(at start: Int) throws(DecodingFailure) {
      check.locals.removeAll(keepingCapacity: true)
      var reader = DumpReader(bytes, from: start)
      for _ in 0..<(try reader.count(ofAtLeast: 3)) {
        try reader.skipString()
        let start = Int32(try reader.integer())
        check.locals.append(LocalRange(start: start, end: Int32(try reader.integer())))
      }
    }

    /// Checks the code of the main function.
    package mutating func check(
      _ main: CompiledFunction, from start: DumpReader
    ) throws(DecodingFailure) {
      var reader = start
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
      let (parameterCount, registerCount) = try Self.skipCounts(&reader)
      let count = try reader.count(ofAtLeast: 4)
      let code = DumpedCode(
        bytes: bytes, start: reader.position, count: count, parameterCount: parameterCount,
        registerCount: registerCount)
      check.locals = main.locals.map { LocalRange(start: Int32($0.start), end: Int32($0.end)) }
      try check.check(code) { main.line(at: $0) }
    }

    /// Reads the numbers of parameters and registers, and skips the byte
    /// between them.
    @inline(__always)
    private static func skipCounts(
      _ reader: inout DumpReader
    ) throws(DecodingFailure) -> (parameters: Int, registers: Int) {
      let parameterCount = Int(try reader.byte())
      try reader.skip(1)
      return (parameterCount, Int(try reader.byte()))
    }
  }
}
