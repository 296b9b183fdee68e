import LuaBridge

extension FunctionOutline {
  /// Everything that decides the complexity of a function: all of it except the
  /// texts of its strings.
  ///
  /// For a long string the shape has the index of the first equal constant,
  /// because a long string may occur twice. For a short string it has whether
  /// the string is `error`: a function that mentions `error` ends with an error
  /// on purpose.
  package struct Shape: Hashable {
    private let outline: FunctionOutline

    fileprivate init(_ outline: FunctionOutline) { self.outline = outline }

    package func hash(into hasher: inout Hasher) { hasher.combine(outline.shapeHash) }

    package static func == (left: Shape, right: Shape) -> Bool {
      let start = Int(left.outline.layout.start)
      return FunctionOutline(left.outline.bytes, at: start, like: right.outline) != nil
    }
  }

  /// The shape; `nil` for a function with many constants, which no other
  /// function resembles.
  package var shape: Shape? { constantCount <= 24 ? Shape(self) : nil }

  /// Finds the parts of a function with the same shape as another one; returns
  /// `nil` for any other function.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to read.
  ///   - start: The position of the number of parameters.
  ///   - other: A function that has a shape.
  package init?(_ bytes: [UInt8], at start: Int, like other: FunctionOutline) {
    guard let layout = other.layout.ofSameShape(at: start, in: bytes, as: other.bytes)
    else { return nil }
    self.init(bytes, layout)
  }

  private var shapeHash: UInt64 {
    let head = Int(layout.start)..<Int(layout.codeEnd)
    let upvalues = Int(layout.constantEnd)..<Int(layout.end)
    var hash = LuaTextHash.of(bytes, in: head, seed: LuaTextHash.seed)
    hash = LuaTextHash.of(bytes, in: upvalues, seed: hash)
    forEachConstant { index, place in
      let tag: UInt8 = place.isString ? 0x04 : place.tag
      let token = Self.token(
        of: place, number: index, in: bytes, from: Int(layout.constantStart))
      hash = LuaTextHash.of(hash ^ token, seed: UInt64(tag))
      return true
    }
    return hash
  }
}

extension FunctionOutline.Layout {
  /// Returns the layout of a function if it has the same shape.
  ///
  /// - Parameters:
  ///   - newStart: The position of its number of parameters.
  ///   - bytes: The bytes that contain it.
  ///   - ownBytes: The bytes that this layout describes.
  /// - Returns: The layout; `nil` for another shape.
  package func ofSameShape(
    at newStart: Int, in bytes: [UInt8], as ownBytes: [UInt8]
  ) -> FunctionOutline.Layout? {
    let head = Int(start)..<Int(constantStart)
    guard bytes.count <= Int(Int32.max), bytes.hasSame(from: newStart, as: ownBytes, in: head)
    else { return nil }
    let newConstantStart = newStart + head.count
    var reader = DumpReader(bytes, from: newConstantStart)
    var ownReader = DumpReader(ownBytes, from: head.upperBound)
    for index in 0..<Int(constantCount) {
      guard let place = try? reader.constant(),
        // INVARIANT: these constants were read before.
        let ownPlace = try? ownReader.constant(),
        place.tag == ownPlace.tag || place.isString && ownPlace.isString,
        FunctionOutline.token(of: place, number: index, in: bytes, from: newConstantStart)
          == FunctionOutline.token(
            of: ownPlace, number: index, in: ownBytes, from: head.upperBound)
      else { return nil }
    }
    let rest = ownReader.position..<Int(end)
    guard bytes.hasSame(from: reader.position, as: ownBytes, in: rest) else { return nil }
    return moved(to: newStart..<reader.position + rest.count)
  }
}

extension FunctionOutline {
  /// Returns the part of a constant that belongs to the shape.
  fileprivate static func token(
    of place: DumpReader.Constant, number: Int, in bytes: [UInt8], from start: Int
  ) -> UInt64 {
    switch place.tag {
    // Lua stores each short string only once.
    case 0x04: isError(place, in: bytes) ? 1 : 0
    case 0x14: first(like: place, upTo: number, in: bytes, from: start).map { 2 + UInt64($0) } ?? 0
    default: place.word(in: bytes)
    }
  }

  private static func isError(_ place: DumpReader.Constant, in bytes: [UInt8]) -> Bool {
    place.bytes.count == 5 && bytes.word32(at: place.bytes.lowerBound) == firstBytesOfError
      && bytes[place.bytes.lowerBound + 4] == UInt8(ascii: "r")
  }

  /// The bytes `erro` as a number.
  private static let firstBytesOfError: UInt32 = 0x6F72_7265

  /// Returns the index of the first equal string before an index.
  private static func first(
    like place: DumpReader.Constant, upTo index: Int, in bytes: [UInt8], from start: Int
  ) -> Int? {
    var reader = DumpReader(bytes, from: start)
    for earlier in 0..<index {
      // INVARIANT: these constants were read before.
      guard let other = try? reader.constant() else { return nil }
      if other.isString, bytes.hasSame(in: other.bytes, as: bytes, in: place.bytes) {
        return earlier
      }
    }
    return nil
  }
}
