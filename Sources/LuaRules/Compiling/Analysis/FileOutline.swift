/// The code of a file, with where in its dump the functions are that it contains.
///
/// Their code is checked, but no more: of a long list of rules most are of few shapes, which is
/// found out with a ``FunctionOutline`` each.
final class FileOutline: Sendable {
  /// A function of the file.
  struct Place: Sendable {
    /// The line of the word `function`.
    let line: Int
    /// Where its number of parameters is.
    let start: Int
  }

  /// The dump.
  let bytes: [UInt8]
  /// What the file itself does; without the functions in it.
  let main: CompiledFunction
  /// The functions in it, as its code numbers them.
  let functions: [Place]
  /// All functions, by their lines.
  private let byLine: [Place]
  /// Why none of the code may run.
  let fault: CodeFault?

  /// Reads the dump of a file.
  ///
  /// - Throws: ``DecodingFailure`` for anything that is not such a dump.
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = DumpReader(bytes)
    let upvalueCount = try CompiledFunction.begin(&reader)
    let start = reader
    var walk = Walk(bytes)
    let beginning = try CompiledFunction.Beginning(&reader, parentSource: "")
    var functions: [Place] = []
    functions.reserveCapacity(beginning.functionCount)
    for _ in 0..<beginning.functionCount {
      functions.append(try walk.read(&reader, depth: 1))
    }
    main = try beginning.function(
      with: [], isAssignedWithin: walk.assignsUpvalues, readingRestFrom: &reader)
    guard main.upvalues.count == upvalueCount, reader.remaining == 0 else { throw .malformed }
    try walk.check(main, from: start)
    fault = walk.check.fault
    self.bytes = bytes
    self.functions = functions
    byLine = (functions + walk.deeper).sorted { $0.line < $1.line }
  }

  /// Finds the function that begins in a line: its number of parameters in ``bytes``; `nil` where
  /// there are several.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - hint: Where the last one was, among all by their lines; where this one is, from then on.
  /// - Returns: Its place in the bytes.
  func start(ofFunctionAt line: Int, near hint: inout Int) -> Int? {
    let place = place(ofLine: line, behind: hint) ?? place(ofLine: line)
    hint = place
    guard place < byLine.count, byLine[place].line == line,
      place + 1 == byLine.count || byLine[place + 1].line != line
    else { return nil }
    return byLine[place].start
  }

  /// How far a function is looked for behind the last one.
  private static let mostSteps = 4

  /// The first place of a line, if it is behind another one, and not far.
  private func place(ofLine line: Int, behind hint: Int) -> Int? {
    guard hint >= 0 else { return nil }
    var place = hint
    let end = min(hint + Self.mostSteps, byLine.count)
    while place < end, byLine[place].line < line { place += 1 }
    guard place < end, byLine[place].line == line, place == 0 || byLine[place - 1].line < line
    else { return nil }
    return place
  }

  /// The first place of a line, or of one behind it.
  private func place(ofLine line: Int) -> Int {
    var low = 0
    var high = byLine.count
    while low < high {
      let middle = (low + high) / 2
      if byLine[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where the table was written that the file returns, if it was written in it.
  var returnedTable: TableSite? {
    TableSite.ofReturnedValue(of: main, functionLines: functions.map(\.line))
  }
}
