extension FileOutline {
  /// A walk through all functions of a dump.
  struct Walk {
    private let bytes: [UInt8]
    private let findsTablesOfFunctions: Bool
    /// The functions directly inside the main function.
    private(set) var functions: [Place] = []
    /// The functions that are nested more deeply.
    private(set) var deeper: [Place] = []
    /// Whether any function assigns to an upvalue.
    private(set) var assignsUpvalues = false
    /// The first fault.
    private(set) var fault: CodeFault?
    private var code = CodeWalk()
    private var checked = CheckedFunctions()

    init(_ bytes: [UInt8], findsTablesOfFunctions: Bool) {
      self.bytes = bytes
      self.findsTablesOfFunctions = findsTablesOfFunctions
    }

    /// The tables that the code makes.
    var tables: TableSearch { code.tables }

    /// Reads the whole dump.
    mutating func readFile() throws(DecodingFailure) {
      var reader = DumpReader(bytes)
      let upvalueCount = try CompiledFunction.begin(&reader)
      _ = try read(&reader, depth: 0, upvalueCount: upvalueCount)
      guard reader.remaining == 0 else { throw .malformed }
    }

    /// Reads a function with its inner functions.
    private mutating func read(
      _ reader: inout DumpReader, depth: Int, upvalueCount: Int? = nil
    ) throws(DecodingFailure) -> Place {
      guard depth < CompiledFunction.nestingLimit else { throw .nestedTooDeeply }
      let findsTables = depth == 0 || findsTablesOfFunctions
      var found = TableSearch.Function()
      try reader.skipString()
      let line = try reader.integer()
      _ = try reader.integer()
      let start = reader.position
      let parameterCount = Int(try reader.byte())
      try reader.skip(1)
      let registerCount = Int(try reader.byte())
      let codeCount = try reader.count(ofAtLeast: 4)
      let codeStart = reader.position
      try reader.skip(4 * codeCount)
      let head = start..<reader.position
      for _ in 0..<(try reader.count(ofAtLeast: 1)) {
        let constant = try reader.constant()
        if findsTables { found.constants.append(constant) }
      }
      let ownUpvalueCount = try reader.count(ofAtLeast: 3)
      guard upvalueCount ?? ownUpvalueCount == ownUpvalueCount else { throw .malformed }
      try reader.skip(3 * ownUpvalueCount)
      for index in 0..<(try reader.count(ofAtLeast: 12)) {
        var function = try read(&reader, depth: depth + 1)
        if findsTables { found.functionLines.append(Int32(clamping: function.line)) }
        if depth == 0 {
          function.index = index
          functions.append(function)
        } else {
          deeper.append(function)
        }
      }
      let lineStart = reader.position
      try skipLines(&reader)
      let localStart = reader.position
      try skipLocals(&reader)
      let locals = localStart..<reader.position
      for _ in 0..<(try reader.count(ofAtLeast: 1)) { try reader.skipString() }
      let place = Place(line: line, range: start..<reader.position)
      if !findsTables, checked.contains(head: head, locals: locals, in: bytes) { return place }

      if findsTables {
        found.registerCount = registerCount
        found.lines = try lines(at: lineStart, from: line, count: codeCount)
      }
      code.tables.begin(findsTables ? found : nil)
      try readLocals(at: localStart)
      let dumped = DumpedCode(
        bytes: bytes, start: codeStart, count: codeCount, parameterCount: parameterCount,
        registerCount: registerCount)
      guard fault == nil else { return place }
      if let found = try code.firstFault(in: dumped) {
        let lines = try lines(at: lineStart, from: line, count: codeCount)
        fault = CodeFault(
          kind: found.kind,
          line: lines.indices.contains(found.position) ? Int(lines[found.position]) : line)
        return place
      }
      if code.assignsUpvalues { assignsUpvalues = true }
      checked.insert(head: head, locals: locals, of: bytes)
      return place
    }

    private func skipLines(_ reader: inout DumpReader) throws(DecodingFailure) {
      try reader.skip(try reader.count(ofAtLeast: 1))
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        _ = try reader.integer()
        _ = try reader.integer()
      }
    }

    private func skipLocals(_ reader: inout DumpReader) throws(DecodingFailure) {
      for _ in 0..<(try reader.count(ofAtLeast: 3)) {
        try reader.skipString()
        _ = try reader.integer()
        _ = try reader.integer()
      }
    }

    private func lines(at start: Int, from line: Int, count: Int) throws(DecodingFailure) -> [Int32]
    {
      var reader = DumpReader(bytes, from: start)
      return try CompiledFunction.readLines(&reader, from: line, count: count)
    }

    private mutating func readLocals(at start: Int) throws(DecodingFailure) {
      code.locals.removeAll(keepingCapacity: true)
      var reader = DumpReader(bytes, from: start)
      for _ in 0..<(try reader.count(ofAtLeast: 3)) {
        try reader.skipString()
        let start = Int32(try reader.integer())
        code.locals.append(LocalRange(start: start, end: Int32(try reader.integer())))
      }
    }
  }
}
