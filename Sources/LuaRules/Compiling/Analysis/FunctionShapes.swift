import LuaBridge

/// The shapes of functions that loading met, each with a number.
struct FunctionShapes: Sendable {
  private static let mostShapes = 1024

  /// The first function of each shape, one after the other.
  private var firstBytes: [UInt8] = []
  /// By shape: where the parts of its first function are in ``firstBytes``.
  private var firsts: [FunctionOutline.Layout] = []
  private var numbers: [FunctionOutline.Shape: Int] = [:]
  /// By shape: the one that the next function had, the last time.
  ///
  /// Rules are alike: where two shapes take turns, each tells the next one.
  private var followers: [Int] = []
  private var last = 0

  /// Where the parts of a function are, and the number of its shape, where that is known.
  typealias Found = (layout: FunctionOutline.Layout, shape: Int?)

  /// Finds a function whose number of parameters is at a place of some bytes.
  ///
  /// - Returns: The function, with its shape where that is known; `nil` for a function that
  ///   contains others, and for what is no function.
  mutating func find(in bytes: [UInt8], at start: Int) -> Found? {
    if last < followers.count {
      let expected = followers[last]
      if let layout = firsts[expected].ofSameShape(at: start, in: bytes, as: firstBytes) {
        last = expected
        return (layout, expected)
      }
    }
    guard let outline = FunctionOutline(bytes, at: start) else { return nil }
    guard let shape = outline.shape, let number = numbers[shape] else {
      return (outline.layout, nil)
    }
    follow(with: number)
    return (outline.layout, number)
  }

  /// Gives the shape of a function, which has none yet, a number.
  ///
  /// - Returns: `nil` where the function has no shape, or there are too many.
  mutating func add(_ outline: FunctionOutline) -> Int? {
    let body = outline.layout.body
    guard firsts.count < Self.mostShapes, let shape = outline.shape,
      firstBytes.count + body.count <= Int(Int32.max)
    else { return nil }
    let number = firsts.count
    firsts.append(outline.layout.moved(to: firstBytes.count..<firstBytes.count + body.count))
    firstBytes += outline.bytes[body]
    followers.append(number)
    numbers[shape] = number
    follow(with: number)
    return number
  }

  private mutating func follow(with number: Int) {
    followers[last] = number
    last = number
  }
}
