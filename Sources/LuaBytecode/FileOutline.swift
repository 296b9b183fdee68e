/// What can be learned from the dump of a file without decoding its functions: where they are, the tables that
/// the file makes, and why its code may not run.
///
/// In a long list of rules most functions have one of few shapes, which a ``FunctionOutline`` detects.
package final class FileOutline: Sendable {
  /// A function of the file.
  package struct Place: Sendable {
    /// The line of the word `function`.
    package let line: Int
    /// The range from its number of parameters to its end.
    package let range: Range<Int>
    /// Its index if it is directly inside the main function.
    package var index: Int?

    /// The position of its number of parameters.
    package var start: Int { range.lowerBound }
  }

  /// The dump.
  package let bytes: [UInt8]
  /// The functions directly inside the main function, in the order of its code.
  package let functions: [Place]
  /// The tables that the code makes: that of the main function, or of all functions.
  package let tables: WrittenTables
  /// Whether a function of the file assigns to an upvalue.
  package let hasUpvalueAssignment: Bool
  /// All functions, sorted by line.
  private let byLine: [Place]
  /// Why none of the code may run; `nil` if it may.
  package let fault: CodeFault?

  /// Reads the dump of a file.
  ///
  /// - Parameters:
  ///   - bytes: The dump.
  ///   - findsTablesOfFunctions: Whether ``tables`` has those that inner functions make, too.
  /// - Throws: ``DecodingFailure`` for bytes that are not such a dump.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(
    _ bytes: [UInt8], findsTablesOfFunctions: Bool = false
  ) throws(DecodingFailure) {
    var walk = Walk(bytes, findsTablesOfFunctions: findsTablesOfFunctions)
    try walk.readFile()
    self.bytes = bytes
    functions = walk.functions
    tables = WrittenTables(walk.tables, in: bytes)
    hasUpvalueAssignment = walk.assignsUpvalues
    byLine = (walk.functions + walk.deeper).sorted { $0.line < $1.line }
    fault = walk.fault
  }

  /// Returns the place in ``bytes`` of the function that begins in a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - hint: The index of the last function that was found; set to the index
  ///     of this one.
  /// - Returns: The place; `nil` if no function or several functions begin in the line.
  package func place(ofFunctionAt line: Int, near hint: inout Int) -> Place? {
    let place = place(ofLine: line, behind: hint) ?? place(ofLine: line)
    hint = place
    guard place < byLine.count, byLine[place].line == line,
      place + 1 == byLine.count || byLine[place + 1].line != line
    else { return nil }
    return byLine[place]
  }

  /// How many functions behind the last one are searched.
  private static let mostSteps = 4

  /// Returns the first index with a line, if it is closely behind another
  /// index.
  private func place(ofLine line: Int, behind hint: Int) -> Int? {
    guard hint >= 0 else { return nil }
    var place = hint
    let end = min(hint + Self.mostSteps, byLine.count)
    while place < end, byLine[place].line < line { place += 1 }
    guard place < end, byLine[place].line == line, place == 0 || byLine[place - 1].line < line
    else { return nil }
    return place
  }

  /// Returns the first index with a line, or with a later one.
  private func place(ofLine line: Int) -> Int {
    var low = 0
    var high = byLine.count
    while low < high {
      let middle = (low + high) / 2
      if byLine[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
