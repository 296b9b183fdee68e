import LuaBridge

/// The rule functions of a model with known shapes, by number, with their
/// parts.
///
/// Loading finds them in the dumps of the files; plans, which are made later,
/// need no dump of each function.
package struct ShapedFunctions: Sendable {
  /// The range of a function in ``bytes``.
  private struct Place: Sendable {
    var shape: Int32 = -1
    var start: Int32 = 0
    var end: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The bytes of all these functions, one after the other.
  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// For each shape, the layout of one function.
  private var layouts: [FunctionOutline.Layout] = []
  /// For each shape, the function that was added last; a loop in a file creates
  /// it repeatedly.
  private var latest: [Place] = []

  /// Creates the empty set.
  package init() {}

  /// The number of stored bytes.
  package var byteCount: Int { bytes.count }

  /// Adds a function; a function that would exceed the maximum size is not
  /// added.
  ///
  /// - Parameters:
  ///   - layout: The positions of its parts.
  ///   - other: The bytes that contain it.
  ///   - shape: The number of its shape: a known number, or the next one.
  ///   - number: The number of the function.
  package mutating func add(
    _ layout: FunctionOutline.Layout, in other: [UInt8], shape: Int, number: Int
  ) {
    if shape == layouts.count {
      layouts.append(layout)
      latest.append(Place())
    }
    let body = layout.body
    if !bytes.hasSame(in: latest[shape].range, as: other, in: body) {
      guard let end = Int32(exactly: bytes.count + body.count) else { return }
      latest[shape] = Place(shape: Int32(shape), start: Int32(bytes.count), end: end)
      bytes += other[body]
    }
    if number >= places.count {
      places += repeatElement(Place(), count: max(number + 1, 2 * places.count) - places.count)
    }
    places[number] = latest[shape]
  }

  /// Releases the capacity for further functions.
  package mutating func trim() {
    latest = []
    var exact: [UInt8] = []
    exact.reserveCapacity(bytes.count)
    exact += bytes
    bytes = exact
    let used = (places.lastIndex { $0.shape >= 0 } ?? -1) + 1
    var exactPlaces: [Place] = []
    exactPlaces.reserveCapacity(used)
    exactPlaces += places[..<used]
    places = exactPlaces
  }

  /// Returns a function with the number of its shape; `nil` for a function
  /// without a known shape.
  package func outline(ofFunction number: Int) -> (outline: FunctionOutline, shape: Int)? {
    guard number >= 0, number < places.count, places[number].shape >= 0 else { return nil }
    let shape = Int(places[number].shape)
    return (FunctionOutline(bytes, layouts[shape].moved(to: places[number].range)), shape)
  }
}
