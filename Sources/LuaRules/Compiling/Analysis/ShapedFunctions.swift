import LuaBridge

/// The rule functions of a model that are of known shapes, by number, with their parts.
///
/// Loading finds them in the dumps of the files; plans, made later, need no dump of each.
struct ShapedFunctions: Sendable {
  /// Where a function is in ``bytes``.
  private struct Place: Sendable {
    var shape: Int32 = -1
    var start: Int32 = 0
    var end: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The parts of all these functions, one after the other.
  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// By shape: where the parts of one function are.
  private var layouts: [FunctionOutline.Layout] = []
  /// By shape: the function that was added last, which a loop makes again and again.
  private var latest: [Place] = []

  /// The bytes that are kept.
  var byteCount: Int { bytes.count }

  /// Adds a function; those that would make too much of it are left out.
  ///
  /// - Parameters:
  ///   - layout: Where its parts are.
  ///   - other: The bytes in which it is.
  ///   - shape: The number of its shape, one of those that were added or the next one.
  ///   - number: The number of the function.
  mutating func add(
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

  /// Gives back the memory that was to be filled by more functions.
  mutating func trim() {
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

  /// Returns a function with the number of its shape; `nil` for one that has none.
  func outline(ofFunction number: Int) -> (outline: FunctionOutline, shape: Int)? {
    guard number >= 0, number < places.count, places[number].shape >= 0 else { return nil }
    let shape = Int(places[number].shape)
    return (FunctionOutline(bytes, layouts[shape].moved(to: places[number].range)), shape)
  }
}
