import LuaBridge

/// The shapes of functions that loading met, each with a number.
struct FunctionShapes: Sendable {
  private static let mostShapes = 1024

  /// The first function of each shape.
  private var firsts: [FunctionOutline] = []
  private var numbers: [FunctionOutline.Shape: Int] = [:]
  /// By shape: the one that the next function had, the last time.
  ///
  /// Rules are alike: where two shapes take turns, each tells the next one.
  private var followers: [Int] = []
  private var last = 0

  /// Finds a function whose number of parameters is at a place of some bytes.
  ///
  /// - Returns: The function, with its shape where that is known; `nil` for a function that
  ///   contains others, and for what is no function.
  mutating func find(in bytes: [UInt8], at start: Int) -> (outline: FunctionOutline, shape: Int?)? {
    if last < followers.count {
      let expected = followers[last]
      if let outline = FunctionOutline(bytes, at: start, like: firsts[expected]) {
        last = expected
        return (outline, expected)
      }
    }
    guard let outline = FunctionOutline(bytes, at: start) else { return nil }
    guard let shape = outline.shape, let number = numbers[shape] else { return (outline, nil) }
    follow(with: number)
    return (outline, number)
  }

  /// Gives the shape of a function, which has none yet, a number.
  ///
  /// - Returns: `nil` where the function has no shape, or there are too many.
  mutating func add(_ outline: FunctionOutline) -> Int? {
    guard firsts.count < Self.mostShapes, let shape = outline.shape else { return nil }
    let number = firsts.count
    firsts.append(outline)
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
