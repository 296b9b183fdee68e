/// The code of a file, with where in its dump the functions are that it contains.
///
/// Their code is not followed: of a long list of rules most are of few shapes, which is found
/// out with a ``FunctionOutline`` each.
final class FileOutline: Sendable {
  /// A function of the file.
  struct Place: Sendable {
    /// The line of the word `function`.
    let line: Int
    /// Where its number of parameters is.
    let start: Int
  }

  private let bytes: [UInt8]
  /// What the file itself does; without the functions in it.
  let main: CompiledFunction
  /// The functions in it, as its code numbers them.
  let functions: [Place]
  /// All functions, by their lines.
  private let byLine: [Place]

  /// Reads the dump of a file.
  ///
  /// - Throws: ``DecodingFailure`` for anything that is not such a dump.
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = DumpReader(bytes)
    let upvalueCount = try CompiledFunction.begin(&reader)
    var functions: [Place] = []
    var deeper: [Place] = []
    main = try CompiledFunction.read(&reader, parentSource: "", depth: 0) {
      (reader, count) throws(DecodingFailure) in
      var code = NestedCode()
      functions.reserveCapacity(count)
      for _ in 0..<count {
        functions.append(try Self.read(&reader, depth: 1, &deeper, &code))
      }
      return code
    }
    guard main.upvalues.count == upvalueCount, reader.remaining == 0 else { throw .malformed }
    self.bytes = bytes
    self.functions = functions
    byLine = (functions + deeper).sorted { $0.line < $1.line }
  }

  /// Finds the function that begins in a line; `nil` where there are several, or it has
  /// functions in it.
  func outline(ofFunctionAt line: Int) -> FunctionOutline? {
    var low = 0
    var high = byLine.count
    while low < high {
      let middle = (low + high) / 2
      if byLine[middle].line < line { low = middle + 1 } else { high = middle }
    }
    guard low < byLine.count, byLine[low].line == line,
      low + 1 == byLine.count || byLine[low + 1].line != line
    else { return nil }
    return FunctionOutline(bytes, at: byLine[low].start)
  }

  /// Where the table was written that the file returns, if it was written in it.
  var returnedTable: TableSite? {
    TableSite.ofReturnedValue(of: main, functionLines: functions.map(\.line))
  }

  /// Reads a function whose code nobody follows.
  private static func read(
    _ reader: inout DumpReader, depth: Int, _ deeper: inout [Place], _ code: inout NestedCode
  ) throws(DecodingFailure) -> Place {
    guard depth < CompiledFunction.nestingLimit else { throw .nestedTooDeeply }
    try reader.skipString()
    let line = try reader.integer()
    _ = try reader.integer()
    let place = Place(line: line, start: reader.position)
    try reader.skip(3)
    var previous = Instruction(bits: 0)
    for _ in 0..<(try reader.count(ofAtLeast: 4)) {
      let instruction = try reader.instruction()
      if instruction.opcode == .setUpvalue { code.hasUpvalueAssignment = true }
      if instruction.isSeparated(from: previous) { code.hasWrongIndex = true }
      previous = instruction
    }
    for _ in 0..<(try reader.count(ofAtLeast: 1)) { _ = try reader.constant() }
    try reader.skip(3 * (try reader.count(ofAtLeast: 3)))
    for _ in 0..<(try reader.count(ofAtLeast: 12)) {
      let function = try read(&reader, depth: depth + 1, &deeper, &code)
      deeper.append(function)
    }
    try reader.skip(try reader.count(ofAtLeast: 1))
    for _ in 0..<(try reader.count(ofAtLeast: 2)) {
      _ = try reader.integer()
      _ = try reader.integer()
    }
    for _ in 0..<(try reader.count(ofAtLeast: 3)) {
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
    }
    for _ in 0..<(try reader.count(ofAtLeast: 1)) { try reader.skipString() }
    return place
  }
}
