extension FileOutline {
  /// A walk through the functions of a dump, one inside the other.
  struct Walk {
    /// The functions that are in functions of the file.
    var deeper: [Place] = []
    /// Whether some function assigns to an upvalue.
    var assignsUpvalues = false
    var check = CodeCheck()

    /// Reads a function with those in it.
    mutating func read(
      _ reader: inout DumpReader, _ bytes: [UInt8], depth: Int
    ) throws(DecodingFailure) -> Place {
      guard depth < CompiledFunction.nestingLimit else { throw .nestedTooDeeply }
      try reader.skipString()
      let line = try reader.integer()
      _ = try reader.integer()
      let place = Place(line: line, start: reader.position)
      let code = try Self.code(&reader, bytes)
      for position in 0..<code.count where code[position].opcode == .setUpvalue {
        assignsUpvalues = true
      }
      for _ in 0..<(try reader.count(ofAtLeast: 1)) { _ = try reader.constant() }
      try reader.skip(3 * (try reader.count(ofAtLeast: 3)))
      for _ in 0..<(try reader.count(ofAtLeast: 12)) {
        let function = try read(&reader, bytes, depth: depth + 1)
        deeper.append(function)
      }
      let lines = reader
      try reader.skip(try reader.count(ofAtLeast: 1))
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        _ = try reader.integer()
        _ = try reader.integer()
      }
      check.locals.removeAll(keepingCapacity: true)
      for _ in 0..<(try reader.count(ofAtLeast: 3)) {
        try reader.skipString()
        let start = Int32(try reader.integer())
        check.locals.append(LocalRange(start: start, end: Int32(try reader.integer())))
      }
      for _ in 0..<(try reader.count(ofAtLeast: 1)) { try reader.skipString() }
      try check.check(code) { (position) throws(DecodingFailure) in
        var reader = lines
        let lines = try CompiledFunction.readLines(&reader, from: line, count: code.count)
        return lines.indices.contains(position) ? Int(lines[position]) : line
      }
      return place
    }

    /// Checks the code of the file itself.
    mutating func check(
      _ main: CompiledFunction, _ bytes: [UInt8], from start: DumpReader
    ) throws(DecodingFailure) {
      var reader = start
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
      let code = try Self.code(&reader, bytes)
      check.locals = main.locals.map { LocalRange(start: Int32($0.start), end: Int32($0.end)) }
      try check.check(code) { main.line(at: $0) }
    }

    /// Reads the numbers of parameters and registers, and leaves the code out.
    private static func code(
      _ reader: inout DumpReader, _ bytes: [UInt8]
    ) throws(DecodingFailure) -> DumpedCode {
      let parameterCount = Int(try reader.byte())
      try reader.skip(1)
      let registerCount = Int(try reader.byte())
      let count = try reader.count(ofAtLeast: 4)
      let start = reader.position
      try reader.skip(4 * count)
      return DumpedCode(
        bytes: bytes, start: start, count: count, parameterCount: parameterCount,
        registerCount: registerCount)
    }
  }
}
