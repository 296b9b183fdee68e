/// Who reads the context for native code.
///
/// A read means what the same expression means in Lua: path keys come before
/// members, a key of the context is what the rules say, and so on. Whatever a
/// read cannot give exactly is ``NativeValue/undecided``, also when it raises an error
/// in Lua: the function is then run by Lua, which reads again and meets the same.
///
/// Native code reads in the order of the Lua code, and nothing that the Lua code
/// would not read. It may read the same path more than once, and expects the same.
protocol NativeReader {
  /// Reads a path, and by that all paths that it goes through, from the shortest on.
  mutating func read(_ path: NativePaths.ID) -> NativeValue

  /// Returns what `#` gives for what is at a path, `nil` when that is undecided.
  ///
  /// Asked only for what ``read(_:)`` called a view.
  mutating func count(of path: NativePaths.ID) -> Int64?

  /// Counts work that native code has done, or is about to do.
  ///
  /// - Parameters:
  ///   - steps: Steps for each of which Lua would have executed an instruction; 0 where
  ///     Lua does the same work again.
  ///   - work: How long it takes, in steps.
  /// - Returns: Whether it may go on; if not, everything is undecided.
  mutating func spend(steps: Int, work: Int) -> Bool

  /// Counts a calculation, which Lua does once and native code wherever its result is used.
  ///
  /// - Parameter work: How long it takes, in steps.
  /// - Returns: Whether native code is to do it, rather than Lua.
  mutating func spend(calculating work: Int) -> Bool
}

/// What native code costs, in steps: a step is a test of a value, some nanoseconds.
enum NativeCost {
  /// The bytes of a text that cost nothing.
  static let shortText = 64

  /// What it costs to look through so many bytes.
  @inline(__always)
  static func ofBytes(_ count: Int) -> Int { count >> 6 }

  /// What it costs to compare two values, in addition to a step.
  @inline(__always)
  static func comparing(_ left: NativeValue, _ right: NativeValue) -> Int {
    switch (left, right) {
    case (.string(let left), .string(let right)): ofBytes(min(left.utf8.count, right.utf8.count))
    case (.bytes(let left), .bytes(let right)): ofBytes(min(left.count, right.count))
    default: 0
    }
  }

  /// What it costs to calculate something.
  static func calculating(
    _ operation: NativeOperation, _ left: NativeValue, _ right: NativeValue
  ) -> Int {
    guard operation == .concatenate else { return 1 }
    // A block of memory, and the texts of numbers.
    return 16 + ofBytes(left.byteCount + right.byteCount)
  }
}
