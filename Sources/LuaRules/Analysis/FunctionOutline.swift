import LuaBridge

/// Where the parts of a function are in a dump: its own, or that of the file around it.
///
/// Finding them takes a fraction of decoding it, and allocates nothing. Long lists of rules
/// consist of few shapes of functions; what is known of one function of a shape is known of
/// the others.
struct FunctionOutline {
  private let bytes: [UInt8]
  /// From the number of parameters to the end of the code.
  private let head: Range<Int>
  private let codeStart: Int
  /// The constants, each behind its tag.
  private let constants: Range<Int>
  let constantCount: Int
  private let upvalues: Range<Int>

  /// Finds the parts of a function in its own dump.
  ///
  /// - Returns: `nil` for one that contains other functions, and for what is no such dump.
  init?(_ dump: [UInt8]) {
    do throws(DecodingFailure) {
      var reader = DumpReader(dump)
      // What this process writes begins as the functions did that loading began with.
      try reader.skip(CompiledFunction.headerLength + 1)
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
      self.init(dump, at: reader.position)
    } catch {
      return nil
    }
  }

  /// Finds the parts of a function whose number of parameters is at a place of some bytes.
  ///
  /// What is behind its upvalues is not looked at, but for whether there are functions.
  init?(_ bytes: [UInt8], at start: Int) {
    do throws(DecodingFailure) {
      var reader = DumpReader(bytes, from: start)
      try reader.skip(3)
      let codeCount = try reader.count(ofAtLeast: 4)
      codeStart = reader.position
      try reader.skip(4 * codeCount)
      head = start..<reader.position
      constantCount = try reader.count(ofAtLeast: 1)
      let constantStart = reader.position
      for _ in 0..<constantCount { _ = try reader.constant() }
      constants = constantStart..<reader.position
      let upvalueStart = reader.position
      try reader.skip(3 * (try reader.count(ofAtLeast: 3)))
      upvalues = upvalueStart..<reader.position
      guard try reader.integer() == 0 else { return nil }
      self.bytes = bytes
    } catch {
      return nil
    }
  }

  /// From the number of parameters to the end of what was looked at.
  var body: ArraySlice<UInt8> { bytes[head.lowerBound...upvalues.upperBound] }

  var parameterCount: Int { Int(bytes[head.lowerBound]) }

  /// The instructions; those of a function of a known shape need no check.
  var instructions: [Instruction] {
    stride(from: codeStart, to: head.upperBound, by: 4).map { start in
      Instruction(bits: bytes.word32(at: start))
    }
  }

  // MARK: Constants

  /// Calls `body` with the constants in their order, until it gives `false`.
  private func forEachConstant(_ body: (Int, DumpReader.Constant) -> Bool) {
    var reader = DumpReader(bytes, from: constants.lowerBound)
    for index in 0..<constantCount {
      // INVARIANT: they were read before.
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
    case 0x03: .integer(Int64(bitPattern: word(at: place.bytes)))
    case 0x13: .float(Double(bitPattern: word(at: place.bytes)))
    default: .string(Array(bytes[place.bytes]))
    }
  }

  /// Returns a constant; `nil`, the value, where there is none.
  func constant(_ index: Int) -> CompiledFunction.Constant {
    place(index).map { constant(at: $0) } ?? .nil
  }

  /// Returns a constant that is a text; `nil` for others.
  func text(_ index: Int) -> String? {
    guard let place = place(index), place.isString else { return nil }
    return String(luaText: bytes, in: place.bytes)
  }

  /// Whether some of the constants are the same as those of another function, which has as many.
  func hasSame(
    _ others: [CompiledFunction.Constant], where isWanted: (Int) -> Bool
  ) -> Bool {
    var isSame = true
    forEachConstant { index, place in
      if isWanted(index) { isSame = hasSame(place, as: others[index]) }
      return isSame
    }
    return isSame
  }

  /// Whether a constant is the same as one of another function: 0.0 and −0.0 are not, a NaN is
  /// itself.
  private func hasSame(_ place: DumpReader.Constant, as other: CompiledFunction.Constant) -> Bool {
    switch (place.tag, other) {
    case (0x04, .string(let text)), (0x14, .string(let text)):
      return bytes.hasSame(in: place.bytes, as: text, in: text.indices)
    case (0x13, .float(let number)): return word(at: place.bytes) == number.bitPattern
    case (0x04, _), (0x14, _), (0x13, _): return false
    default: return constant(at: place) == other
    }
  }

  /// The word at a place; 0 where there is none.
  private func word(at place: Range<Int>) -> UInt64 {
    place.count == 8 ? bytes.word64(at: place.lowerBound) : 0
  }
}

// MARK: - Shapes

extension FunctionOutline {
  /// All that decides the complexity of a function: everything but the texts of its strings.
  ///
  /// Of a long string it has which of the constants it is, as one may be there twice, of a short
  /// one whether it is `error`: a function that names it ends that way on purpose.
  struct Shape: Hashable {
    private let outline: FunctionOutline

    fileprivate init(_ outline: FunctionOutline) { self.outline = outline }

    func hash(into hasher: inout Hasher) { hasher.combine(outline.shapeHash) }

    static func == (left: Shape, right: Shape) -> Bool { left.outline.hasShape(of: right.outline) }
  }

  /// The shape; `nil` for a function with so many constants that it is like no other.
  var shape: Shape? { constantCount <= 24 ? Shape(self) : nil }

  private var shapeHash: UInt64 {
    var hash = LuaTextHash.of(bytes, in: head, seed: LuaTextHash.seed)
    hash = LuaTextHash.of(bytes, in: upvalues, seed: hash)
    forEachConstant { index, place in
      let tag: UInt8 = place.isString ? 0x04 : place.tag
      hash = LuaTextHash.of(hash ^ token(of: place, number: index), seed: UInt64(tag))
      return true
    }
    return hash
  }

  /// What the shape has of a constant.
  private func token(of place: DumpReader.Constant, number: Int) -> UInt64 {
    switch place.tag {
    // Lua keeps one of each short string.
    case 0x04: isError(place) ? 1 : 0
    case 0x14: first(like: place, upTo: number).map { 2 + UInt64($0) } ?? 0
    default: word(at: place.bytes)
    }
  }

  private func hasShape(of other: FunctionOutline) -> Bool {
    guard constantCount == other.constantCount,
      bytes.hasSame(in: head, as: other.bytes, in: other.head),
      bytes.hasSame(in: upvalues, as: other.bytes, in: other.upvalues)
    else { return false }
    var reader = DumpReader(bytes, from: constants.lowerBound)
    var otherReader = DumpReader(other.bytes, from: other.constants.lowerBound)
    for index in 0..<constantCount {
      // INVARIANT: they were read before.
      guard let place = try? reader.constant(),
        let otherPlace = try? otherReader.constant(),
        place.tag == otherPlace.tag || place.isString && otherPlace.isString,
        token(of: place, number: index) == other.token(of: otherPlace, number: index)
      else { return false }
    }
    return true
  }

  private func isError(_ place: DumpReader.Constant) -> Bool {
    place.bytes.count == 5 && bytes[place.bytes].elementsEqual("error".utf8)
  }

  /// The number of an earlier string that is the same.
  private func first(like place: DumpReader.Constant, upTo index: Int) -> Int? {
    var result: Int?
    forEachConstant { earlier, other in
      guard earlier < index else { return false }
      guard other.isString, bytes.hasSame(in: other.bytes, as: bytes, in: place.bytes) else {
        return true
      }
      result = earlier
      return false
    }
    return result
  }
}
