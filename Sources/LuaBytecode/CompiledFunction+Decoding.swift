extension CompiledFunction {
  /// The maximum nesting depth of functions; Lua's parser stops at 200.
  package static let nestingLimit = 200

  /// Reads a function as `lua_dump` of Lua 5.4 writes it.
  ///
  /// - Throws: ``DecodingFailure`` for bytes that are not a complete dump with
  ///   this machine's number formats.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func decode(_ bytes: [UInt8]) throws(DecodingFailure) -> CompiledFunction {
    var reader = DumpReader(bytes)
    let upvalueCount = try begin(&reader)
    let function = try read(&reader, parentSource: "", depth: 0)
    guard function.upvalues.count == upvalueCount, reader.remaining == 0 else {
      throw .malformed
    }
    return function
  }

  /// Reads the header before a function, and returns the function's number of
  /// upvalues.
  package static func begin(_ reader: inout DumpReader) throws(DecodingFailure) -> Int {
    try readHeader(&reader)
    return Int(try reader.byte())
  }

  private static func readHeader(_ reader: inout DumpReader) throws(DecodingFailure) {
    guard reader.matches(signature) else { throw .notADump }
    guard reader.matches(layout) else { throw .unknownLayout }
    guard try reader.word() == 0x5678 else { throw .unknownLayout }
    guard try reader.word() == (370.5).bitPattern else { throw .unknownLayout }
  }

  /// The number of bytes before the functions of a dump.
  package static let headerLength = 31

  private static let signature: [UInt8] = [0x1B, 0x4C, 0x75, 0x61]

  /// Version, format, conversion check, and the sizes of an instruction, integer and number.
  private static let layout: [UInt8] = [
    0x54, 0, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A, 4, 8, 8,
  ]

  /// Reads a function with its inner functions.
  private static func read(
    _ reader: inout DumpReader, parentSource: String, depth: Int
  ) throws(DecodingFailure) -> CompiledFunction {
    guard depth < nestingLimit else { throw .nestedTooDeeply }
    let ownSource = try reader.name()
    let source = ownSource.isEmpty ? parentSource : ownSource
    let lineDefined = try reader.integer()
    let lastLineDefined = try reader.integer()
    let parameterCount = Int(try reader.byte())
    let isVariadic = try reader.byte() != 0
    let registerCount = Int(try reader.byte())
    let code = try readCode(&reader)
    let constants = try readConstants(&reader)
    let places = try readUpvalues(&reader)
    let functionCount = try reader.count(ofAtLeast: 12)
    var functions: [CompiledFunction] = []
    if functionCount > 0 { functions.reserveCapacity(functionCount) }
    for _ in 0..<functionCount {
      functions.append(try read(&reader, parentSource: source, depth: depth + 1))
    }
    let lines = try readLines(&reader, from: lineDefined, count: code.count)
    let locals = try readLocals(&reader)
    let upvalues = try readUpvalueNames(&reader, of: places)
    let assignsUpvalues = try checkStructure(code)
    return CompiledFunction(
      source: source, lineDefined: lineDefined, lastLineDefined: lastLineDefined,
      parameterCount: parameterCount, isVariadic: isVariadic, registerCount: registerCount,
      code: code, constants: constants, upvalues: upvalues, functions: functions,
      lines: lines, locals: locals, assignsUpvalues: assignsUpvalues,
      hasUpvalueAssignment: assignsUpvalues || functions.contains(where: \.hasUpvalueAssignment))
  }

  private static func readCode(
    _ reader: inout DumpReader
  ) throws(DecodingFailure) -> [Instruction] {
    let count = try reader.count(ofAtLeast: 4)
    var code: [Instruction] = []
    code.reserveCapacity(count)
    for _ in 0..<count { code.append(try reader.instruction()) }
    return code
  }

  private static func readConstants(
    _ reader: inout DumpReader
  ) throws(DecodingFailure) -> [Constant] {
    let count = try reader.count(ofAtLeast: 1)
    var constants: [Constant] = []
    if count > 0 { constants.reserveCapacity(count) }
    for _ in 0..<count {
      // SOURCE: the type tags with their variants, `lobject.h`.
      switch try reader.byte() {
      case 0x00: constants.append(.nil)
      case 0x01: constants.append(.boolean(false))
      case 0x11: constants.append(.boolean(true))
      case 0x03: constants.append(.integer(Int64(bitPattern: try reader.word())))
      case 0x13: constants.append(.float(Double(bitPattern: try reader.word())))
      case 0x04, 0x14:
        guard let bytes = try reader.string() else { throw .malformed }
        constants.append(.string(Array(bytes)))
      default: throw .malformed
      }
    }
    return constants
  }

  private static func readUpvalues(
    _ reader: inout DumpReader
  ) throws(DecodingFailure) -> [Upvalue] {
    let count = try reader.count(ofAtLeast: 3)
    guard count <= 255 else { throw .malformed }
    var upvalues: [Upvalue] = []
    if count > 0 { upvalues.reserveCapacity(count) }
    for _ in 0..<count {
      let isInStack = try reader.byte() != 0
      let index = Int(try reader.byte())
      upvalues.append(
        Upvalue(isInStack: isInStack, index: index, kind: try reader.byte(), name: ""))
    }
    return upvalues
  }

  private static func readUpvalueNames(
    _ reader: inout DumpReader, of upvalues: [Upvalue]
  ) throws(DecodingFailure) -> [Upvalue] {
    let count = try reader.count(ofAtLeast: 1)
    guard count == 0 || count == upvalues.count else { throw .malformed }
    guard count > 0 else { return upvalues }
    var named: [Upvalue] = []
    named.reserveCapacity(count)
    for upvalue in upvalues {
      named.append(
        Upvalue(
          isInStack: upvalue.isInStack, index: upvalue.index, kind: upvalue.kind,
          name: try reader.name()))
    }
    return named
  }

  /// Reads the differences between lines and adds them up.
  ///
  /// SOURCE: `luaG_getfuncline` in `ldebug.c`: −128 means that the line is in the
  /// second list.
  package static func readLines(
    _ reader: inout DumpReader, from first: Int, count codeCount: Int
  ) throws(DecodingFailure) -> [Int32] {
    let count = try reader.count(ofAtLeast: 1)
    guard count == 0 || count == codeCount else { throw .malformed }
    var differences = reader
    try reader.skip(count)
    var absoluteCount = try reader.count(ofAtLeast: 2)
    var lines: [Int32] = []
    lines.reserveCapacity(count)
    var line = Int32(truncatingIfNeeded: first)
    for position in 0..<count {
      let difference = Int8(bitPattern: try differences.byte())
      if difference == -128 {
        guard absoluteCount > 0, try reader.integer() == position else { throw .malformed }
        absoluteCount -= 1
        line = Int32(truncatingIfNeeded: try reader.integer())
      } else {
        line = line &+ Int32(difference)
      }
      lines.append(line)
    }
    guard absoluteCount == 0 else { throw .malformed }
    return lines
  }

  private static func readLocals(
    _ reader: inout DumpReader
  ) throws(DecodingFailure) -> [LocalVariable] {
    let count = try reader.count(ofAtLeast: 3)
    var locals: [LocalVariable] = []
    locals.reserveCapacity(count)
    for _ in 0..<count {
      let name = try reader.name()
      let start = try reader.integer()
      locals.append(LocalVariable(name: name, start: start, end: try reader.integer()))
    }
    return locals
  }
}
