import LuaBridge

/// Where the parts of a function are in its dump.
///
/// Finding them takes a fraction of decoding it. Long lists of rules consist of few
/// shapes of functions; what is known of one function of a shape is known of the others.
struct FunctionOutline {
  /// A constant of the function, by its place in the dump.
  private struct Place {
    let tag: UInt8
    let bytes: Range<Int>

    var isString: Bool { tag & 0x0F == 0x04 }
  }

  private let bytes: [UInt8]
  /// From the number of parameters to the end of the code.
  private let head: Range<Int>
  private let upvalues: Range<Int>
  private let constants: [Place]
  private let code: Range<Int>
  let parameterCount: Int

  /// Finds the parts of a function that contains no other function.
  ///
  /// What is behind its upvalues is not looked at.
  ///
  /// - Returns: `nil` for others, and for what is no such dump.
  init?(_ bytes: [UInt8]) {
    do throws(DecodingFailure) {
      var reader = DumpReader(bytes)
      // What this process writes begins as the functions did that loading began with.
      try reader.skip(CompiledFunction.headerLength + 1)
      try reader.skipString()
      _ = try reader.integer()
      _ = try reader.integer()
      let start = reader.position
      parameterCount = Int(try reader.byte())
      try reader.skip(2)
      let codeCount = try reader.count(ofAtLeast: 4)
      let codeStart = reader.position
      try reader.skip(4 * codeCount)
      code = codeStart..<reader.position
      head = start..<reader.position
      let constantCount = try reader.count(ofAtLeast: 1)
      var constants: [Place] = []
      if constantCount > 0 { constants.reserveCapacity(constantCount) }
      for _ in 0..<constantCount {
        let tag = try reader.byte()
        var length = 0
        switch tag {
        case 0x00, 0x01, 0x11: break
        case 0x03, 0x13: length = 8
        case 0x04, 0x14:
          length = try reader.size() - 1
          guard length >= 0 else { return nil }
        default: return nil
        }
        let start = reader.position
        try reader.skip(length)
        constants.append(Place(tag: tag, bytes: start..<start + length))
      }
      self.constants = constants
      let upvalueStart = reader.position
      try reader.skip(3 * (try reader.count(ofAtLeast: 3)))
      upvalues = upvalueStart..<reader.position
      guard try reader.integer() == 0 else { return nil }
      self.bytes = bytes
    } catch {
      return nil
    }
  }

  /// The instructions; those of a function of a known shape need no check.
  var instructions: [Instruction] {
    stride(from: code.lowerBound, to: code.upperBound, by: 4).map { start in
      let low = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
      let high = UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 3]) << 24
      return Instruction(bits: low | high)
    }
  }

  // MARK: Constants

  var constantCount: Int { constants.count }

  /// Returns a constant.
  func constant(_ index: Int) -> CompiledFunction.Constant {
    let place = constants[index]
    switch place.tag {
    case 0x00: return .nil
    case 0x01: return .boolean(false)
    case 0x11: return .boolean(true)
    case 0x03: return .integer(Int64(bitPattern: word(at: place.bytes)))
    case 0x13: return .float(Double(bitPattern: word(at: place.bytes)))
    default: return .string(Array(bytes[place.bytes]))
    }
  }

  /// Whether a constant is the same as one of another function: 0.0 and −0.0 are not, a NaN is
  /// itself.
  func hasSame(_ index: Int, as other: CompiledFunction.Constant) -> Bool {
    let place = constants[index]
    switch (place.tag, other) {
    case (0x04, .string(let text)), (0x14, .string(let text)):
      return bytes[place.bytes].elementsEqual(text)
    case (0x13, .float(let number)): return word(at: place.bytes) == number.bitPattern
    case (0x04, _), (0x14, _), (0x13, _): return false
    default: return constant(index) == other
    }
  }

  private func word(at place: Range<Int>) -> UInt64 {
    place.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  // MARK: The shape

  /// All that decides the complexity of a function: everything but the texts of its strings.
  struct Shape: Hashable {
    fileprivate let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      hasher.combine(LuaTextHash.of(bytes, seed: LuaTextHash.seed))
    }
  }

  /// The shape; `nil` for a function with so many constants that it is like no other.
  ///
  /// Of a string it has which of the constants it is, as one may be there twice.
  var shape: Shape? {
    guard constants.count <= 24 else { return nil }
    var shape: [UInt8] = []
    shape.reserveCapacity(head.count + upvalues.count + 10 * constants.count + 1)
    shape += bytes[head]
    for (index, place) in constants.enumerated() {
      shape.append(place.isString ? 0x04 : place.tag)
      if place.isString {
        shape.append(UInt8(truncatingIfNeeded: first(like: place, upTo: index)))
      } else {
        shape += bytes[place.bytes]
      }
    }
    shape += bytes[upvalues]
    // A function that names it ends that way on purpose.
    let error = "error".utf8
    let endsByError = constants.contains { place in
      place.isString && place.bytes.count == error.count
        && bytes[place.bytes].elementsEqual(error)
    }
    shape.append(endsByError ? 1 : 0)
    return Shape(bytes: shape)
  }

  private func first(like place: Place, upTo index: Int) -> Int {
    for (earlier, other) in constants[..<index].enumerated()
    where other.isString && other.bytes.count == place.bytes.count
      && bytes[other.bytes] == bytes[place.bytes]
    {
      return earlier
    }
    return index
  }
}
