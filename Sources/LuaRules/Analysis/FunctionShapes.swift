/// The rule functions of a model that are of known shapes, by number, with their parts.
///
/// Loading finds them in the dumps of the files; plans, made later, need no dump of each.
struct FunctionShapes: Sendable {
  private struct Place: Sendable {
    var shape: Int32 = -1
    var start: Int32 = 0
  }

  /// The parts of all these functions, one after the other.
  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// By shape: the parts of the function that was added last, which a loop makes again and again.
  private var latest: [Int: Range<Int>] = [:]

  /// The bytes that are kept.
  var byteCount: Int { bytes.count }

  /// Adds a function; those that would make too much of it are left out.
  mutating func add(_ outline: FunctionOutline, shape: Int, number: Int) {
    let body = outline.body
    let isRepeated = latest[shape].map { bytes.hasSame(in: $0, as: body) } ?? false
    let place = isRepeated ? latest[shape]?.lowerBound : bytes.count
    guard let start = place.flatMap({ Int32(exactly: $0) }) else { return }
    if number >= places.count {
      places += repeatElement(Place(), count: max(number + 1, 2 * places.count) - places.count)
    }
    places[number] = Place(shape: Int32(clamping: shape), start: start)
    if isRepeated { return }
    latest[shape] = bytes.count..<bytes.count + body.count
    bytes += body
  }

  /// Gives back the memory that was to be filled by more functions.
  mutating func trim() {
    latest = [:]
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
    guard number >= 0, number < places.count, places[number].shape >= 0,
      let outline = FunctionOutline(bytes, at: Int(places[number].start))
    else { return nil }
    return (outline, Int(places[number].shape))
  }
}
