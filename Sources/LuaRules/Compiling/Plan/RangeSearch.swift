/// A search tree of number intervals, each with a position, that finds the
/// intervals around a number.
///
/// The bounds divide the numbers into slots: each bound is a slot, and so is
/// each gap between two bounds. A tree over the slots stores each interval in
/// few nodes. The intervals that contain a slot are those on its path to the
/// root.
struct RangeSearch: Sendable {
  /// An interval; a missing bound is infinity.
  struct Interval: Sendable {
    var lower: Bound?
    var upper: Bound?
  }

  struct Bound: Sendable {
    var value: NativeValue
    var isInside: Bool
  }

  /// The bounds in ascending order, each once.
  private let bounds: [NativeValue]
  /// The number of leaves of the tree, a power of two.
  private let leafCount: Int
  /// The start of each node's list in `positions`, followed by the end.
  private let starts: [Int32]
  /// The positions of the intervals of each node, ascending.
  private let positions: [Int32]
  /// The slots of each interval.
  let slots: [Range<Int>]

  /// How many slots there are.
  var slotCount: Int { 2 * bounds.count + 1 }

  /// - Complexity: O(*n* log *n*) for *n* intervals, in time and memory.
  init(_ intervals: [Interval]) {
    var all: [NativeValue] = []
    for interval in intervals {
      if let lower = interval.lower { all.append(lower.value) }
      if let upper = interval.upper { all.append(upper.value) }
    }
    all.sort { NativeValue.isLess($0, $1) == .yes }
    var bounds: [NativeValue] = []
    for value in all where bounds.last.map({ NativeValue.isLess($0, value) == .yes }) ?? true {
      bounds.append(value)
    }
    var leafCount = 1
    while leafCount < 2 * bounds.count + 1 { leafCount *= 2 }

    var counts = [Int32](repeating: 0, count: 2 * leafCount + 1)
    let slots = intervals.map { Self.slots(of: $0, among: bounds) }
    for range in slots {
      Self.forEachNode(of: range, leafCount) { counts[$0 + 1] += 1 }
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    var next = counts
    var positions = [Int32](repeating: 0, count: Int(counts[counts.count - 1]))
    for (position, range) in slots.enumerated() {
      Self.forEachNode(of: range, leafCount) { node in
        positions[Int(next[node])] = Int32(clamping: position)
        next[node] += 1
      }
    }
    self.slots = slots
    self.bounds = bounds
    self.leafCount = leafCount
    self.starts = counts
    self.positions = positions
  }

  /// The bounds as floats; empty unless all of them are exact as floats.
  var floats: [Double] {
    let floats = bounds.compactMap(\.exactFloat)
    return floats.count == bounds.count ? floats : []
  }

  /// Returns the slot of a number; `nil` for NaN, which is in no interval.
  func slot(of value: NativeValue) -> Int? {
    if case .float(let number) = value, number.isNaN { return nil }
    return Self.slot(of: value, among: bounds)
  }

  /// Returns the first position after another one whose interval contains the slot.
  ///
  /// - Complexity: O(log² *n*) for *n* intervals.
  func position(after position: Int, inSlot slot: Int) -> Int? {
    var node = leafCount + slot
    var best = Int32.max
    while node > 0 {
      var low = Int(starts[node])
      var high = Int(starts[node + 1])
      let end = high
      while low < high {
        let middle = (low + high) / 2
        if Int(positions[middle]) > position { high = middle } else { low = middle + 1 }
      }
      if low < end { best = min(best, positions[low]) }
      node /= 2
    }
    return best == .max ? nil : Int(best)
  }

  // MARK: Slots

  private static func slot(of value: NativeValue, among bounds: [NativeValue]) -> Int {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if NativeValue.isLess(bounds[middle], value) == .yes {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isBound = low < bounds.count && NativeValue.isEqual(bounds[low], value) == .yes
    return isBound ? 2 * low + 1 : 2 * low
  }

  private static func slots(of interval: Interval, among bounds: [NativeValue]) -> Range<Int> {
    let lower = interval.lower.map { slot(of: $0.value, among: bounds) + ($0.isInside ? 0 : 1) }
    let upper = interval.upper.map { slot(of: $0.value, among: bounds) + ($0.isInside ? 1 : 0) }
    let start = lower ?? 0
    return start..<max(start, upper ?? 2 * bounds.count + 1)
  }

  /// Calls `body` with the nodes that together cover a range of slots.
  private static func forEachNode(
    of range: Range<Int>, _ leafCount: Int, _ body: (Int) -> Void
  ) {
    var low = range.lowerBound + leafCount
    var high = range.upperBound + leafCount
    while low < high {
      if low & 1 == 1 {
        body(low)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        body(high)
      }
      low /= 2
      high /= 2
    }
  }
}

extension NativeValue {
  /// The number as a float that is exactly the same, if there is one.
  var exactFloat: Double? {
    switch self {
    case .float(let number): number
    case .integer(let number): Double(exactly: number)
    default: nil
    }
  }
}
