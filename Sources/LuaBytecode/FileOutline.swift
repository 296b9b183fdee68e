/// The main function of a file, with the positions of its other functions in
/// the dump.
///
/// The code of these functions is checked, but not decoded: in a long list of
/// rules most functions have one of few shapes, which a ``FunctionOutline``
/// detects.
package final class FileOutline: Sendable {
  /// A function of the file.
  package struct Place: Sendable {
    /// The line of the word `function`.
    package let line: Int
    /// The range from its number of parameters to its end.
    package let range: Range<Int>
    /// Its index if it is directly inside the main function.
    package fileprivate(set) var index: Int?

    /// The position of its number of parameters.
    package var start: Int { range.lowerBound }
  }

  /// The dump.
  package let bytes: [UInt8]
  /// The main function of the file, without its inner functions.
  package let main: CompiledFunction
  /// The functions directly inside the main function, in the order of its code.
  package let functions: [Place]
  /// All functions, sorted by line.
  private let byLine: [Place]
  /// Why none of the code may run; `nil` if it may.
  package let fault: CodeFault?

  /// Reads the dump of a file.
  ///
  /// - Throws: ``DecodingFailure`` for bytes that are not such a dump.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var reader = DumpReader(bytes)
    let upvalueCount = try CompiledFunction.begin(&reader)
    let start = reader
    var walk = Walk(bytes)
    let beginning = try CompiledFunction.Beginning(&reader, parentSource: "")
    var functions: [Place] = []
    functions.reserveCapacity(beginning.functionCount)
    for index in 0..<beginning.functionCount {
      var place = try walk.read(&reader, depth: 1)
      place.index = index
      functions.append(place)
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
