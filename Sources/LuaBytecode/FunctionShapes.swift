import LuaBridge

/// The shapes of the functions that were loaded, each with a number.
package struct FunctionShapes: Sendable {
  private static let mostShapes = 1024

  /// The bytes of the first function of each shape, one after the other.
  private var firstBytes: [UInt8] = []
  /// For each shape, the layout of its first function in ``firstBytes``.
  private var firsts: [FunctionOutline.Layout] = []
  private var numbers: [FunctionOutline.Shape: Int] = [:]
  /// For each shape, the shape of the function that followed it last time.
  ///
  /// Rules are alike: if two shapes alternate, each predicts the other.
  private var followers: [Int] = []
  private var last = 0

  /// Begins without a shape.
  package init() {}

  /// The layout of a function, and the number of its shape if the shape is
  /// known.
  package typealias Found = (layout: FunctionOutline.Layout, shape: Int?)

  /// Finds a function whose number of parameters is at a position of some
  /// bytes.
  ///
  /// - Returns: The function, with its shape if it is known; `nil` for a
  ///   function that contains other functions, and for bytes that are not a
  ///   function.
  package mutating func find(in bytes: [UInt8], at start: Int) -> Found? {
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

  /// Assigns a number to the shape of a function, which has none yet.
  ///
  /// - Returns: The number; `nil` if the function has no shape, or there are
  ///   too many shapes.
  package mutating func add(_ outline: FunctionOutline) -> Int? {
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
