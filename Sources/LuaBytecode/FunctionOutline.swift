import LuaBridge

/// The positions of the parts of a function in a dump: its own dump, or that of
/// its file.
///
/// Finding them takes a fraction of the time of decoding, and allocates
/// nothing. Long lists of rules consist of functions with few shapes; what is
/// known about one function of a shape holds for all others.
package struct FunctionOutline {
  package let bytes: [UInt8]
  package let layout: Layout

  /// The positions of the parts.
  package struct Layout: Sendable {
    /// The position of the number of parameters.
    package let start: Int32
    package let codeStart: Int32
    package let codeEnd: Int32
    package let constantStart: Int32
    package let constantEnd: Int32
    package let upvalueStart: Int32
    /// The position behind the number of inner functions, which is 0.
    package let end: Int32
    package let constantCount: Int32

    /// The range from the number of parameters to the end of the examined part.
    package var body: Range<Int> { Int(start)..<Int(end) }

    /// Returns the layout of a function of the same shape at another range.
    package func moved(to range: Range<Int>) -> Layout {
      // Only the constants may have another size.
      let newStart = Int32(range.lowerBound)
      let newEnd = Int32(range.upperBound)
      return Layout(
        start: newStart, codeStart: newStart + (codeStart - start),
        codeEnd: newStart + (codeEnd - start),
        constantStart: newStart + (constantStart - start),
        constantEnd: newEnd - (end - constantEnd), upvalueStart: newEnd - (end - upvalueStart),
        end: newEnd, constantCount: constantCount)
    }
  }

  package var constantCount: Int { Int(layout.constantCount) }

  package init(_ bytes: [UInt8], _ layout: Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// Returns the position where a function begins in its own dump: its number
  /// of parameters.
  ///
  /// - Returns: The position; `nil` if the bytes are not such a dump.
  package static func start(inDump dump: [UInt8]) -> Int? {
    do throws(DecodingFailure) {
      var reader = DumpReader(dump)
      // Dumps of this process all have the header that was checked at the beginning of
      // loading.
      try reader.skip(CompiledFunction.headerLength + 1)
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
      return reader.position
    } catch {
      return nil
    }
  }

  /// Finds the parts of a function in its own dump.
  ///
  /// - Returns: `nil` for a function that contains other functions, and for
  ///   bytes that are not such a dump.
  package init?(_ dump: [UInt8]) {
    guard let start = Self.start(inDump: dump) else { return nil }
    self.init(dump, at: start)
  }

  /// Finds the parts of a function whose number of parameters is at a position
  /// of some bytes.
  ///
  /// Behind its upvalues only the number of inner functions is examined.
  package init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.count <= Int(Int32.max) else { return nil }
    do throws(DecodingFailure) {
      var reader = DumpReader(bytes, from: start)
      try reader.skip(3)
      let codeCount = try reader.count(ofAtLeast: 4)
      let codeStart = reader.position
      try reader.skip(4 * codeCount)
      let codeEnd = reader.position
      let constantCount = try reader.count(ofAtLeast: 1)
      let constantStart = reader.position
      for _ in 0..<constantCount { _ = try reader.constant() }
      let constantEnd = reader.position
      let upvalueCount = try reader.count(ofAtLeast: 3)
      let upvalueStart = reader.position
      try reader.skip(3 * upvalueCount)
      guard try reader.integer() == 0 else { return nil }
      self.bytes = bytes
      layout = Layout(
        start: Int32(start), codeStart: Int32(codeStart), codeEnd: Int32(codeEnd),
        constantStart: Int32(constantStart), constantEnd: Int32(constantEnd),
        upvalueStart: Int32(upvalueStart), end: Int32(reader.position),
        constantCount: Int32(constantCount))
    } catch {
      return nil
    }
  }

  package var parameterCount: Int { Int(bytes[Int(layout.start)]) }

  /// The instructions; functions of a known shape need no check.
  package var instructions: [Instruction] {
    stride(from: Int(layout.codeStart), to: Int(layout.codeEnd), by: 4).map { start in
      Instruction(bits: bytes.word32(at: start))
    }
  }

  // MARK: Constants

  /// Calls `body` with the constants in order, until it returns `false`.
  package func forEachConstant(_ body: (Int, DumpReader.Constant) -> Bool) {
    var reader = DumpReader(bytes, from: Int(layout.constantStart))
    for index in 0..<constantCount {
      // INVARIANT: these constants were read before.
      guard let place = try? reader.constant(), body(index, place) else { return }
    }
  }

  private func place(_ wanted: Int) -> DumpReader.Constant? {
    var found: DumpReader.Constant?
    forEachConstant { index, place in
      if index == wanted { found = place }
      return found == nil
    }
    return found
  }

  private func constant(at place: DumpReader.Constant) -> CompiledFunction.Constant {
    switch place.tag {
    case 0x00: .nil
    case 0x01: .boolean(false)
    case 0x11: .boolean(true)
    case 0x03: .integer(Int64(bitPattern: place.word(in: bytes)))
    case 0x13: .float(Double(bitPattern: place.word(in: bytes)))
    default: .string(Array(bytes[place.bytes]))
    }
  }

  /// Returns a constant; the constant `nil` if the index is wrong.
  package func constant(_ index: Int) -> CompiledFunction.Constant {
    place(index).map { constant(at: $0) } ?? .nil
  }

  /// Returns a constant that is a text; `nil` for other constants.
  package func text(_ index: Int) -> String? {
    guard let place = place(index), place.isString else { return nil }
    return String(luaText: bytes, in: place.bytes)
  }

  /// Returns the first constants as bytes of the dump, each with its tag.
  package func constantBytes(upTo count: Int) -> [UInt8] {
    var reader = DumpReader(bytes, from: Int(layout.constantStart))
    // INVARIANT: these constants were read before.
    for _ in 0..<min(count, constantCount) { _ = try? reader.constant() }
    return Array(bytes[Int(layout.constantStart)..<reader.position])
  }

  /// Returns whether the first constants have given bytes; see
  /// ``constantBytes(upTo:)``.
  ///
  /// INVARIANT: the bytes contain no more constants than the function has.
  package func beginsWithConstants(_ others: [UInt8]) -> Bool {
    bytes.hasSame(from: Int(layout.constantStart), as: others, in: others.indices)
  }

  /// Returns whether some constants are equal to those of another function with
  /// as many constants.
  package func hasSame(
    _ others: [CompiledFunction.Constant], where isWanted: (Int) -> Bool
  ) -> Bool {
    var isSame = true
    forEachConstant { index, place in
      if isWanted(index) { isSame = hasSame(place, as: others[index]) }
      return isSame
    }
    return isSame
  }

  /// Returns whether a constant is exactly equal to one of another function:
  /// 0.0 is not −0.0, and a NaN is itself.
  private func hasSame(_ place: DumpReader.Constant, as other: CompiledFunction.Constant) -> Bool {
    switch (place.tag, other) {
    case (0x04, .string(let text)), (0x14, .string(let text)):
      return bytes.hasSame(in: place.bytes, as: text, in: text.indices)
    case (0x13, .float(let number)): return place.word(in: bytes) == number.bitPattern
    case (0x04, _), (0x14, _), (0x13, _): return false
    default: return constant(at: place) == other
    }
  }
}
