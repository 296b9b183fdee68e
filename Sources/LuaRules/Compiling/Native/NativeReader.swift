/// A reader of the context for native code.
///
/// A read has the same meaning as the same expression in Lua: path keys come
/// before members, a key of the context is computed by the rules, and so on. A
/// read that cannot be exact, or that raises an error in Lua, is
/// ``NativeValue/undecided``: Lua then runs the function, repeats the read, and
/// gets the same result.
///
/// Native code reads in the order of the Lua code, and reads nothing that the
/// Lua code would not read. It may read the same path more than once, and
/// expects the same value.
protocol NativeReader {
  /// Reads a path, including all shorter paths that it begins with, from the
  /// shortest on.
  mutating func read(_ path: NativePaths.ID) -> NativeValue

  /// Returns the result of `#` for the value at a path; `nil` if it is
  /// undecided.
  ///
  /// Called only for values that ``read(_:)`` returned as a view.
  mutating func count(of path: NativePaths.ID) -> Int64?

  /// Charges for work that native code has done, or is about to do.
  ///
  /// - Parameters:
  ///   - steps: The steps for which Lua would have executed one instruction
  ///     each; 0 if Lua will repeat the work.
  ///   - work: The time of the work, in steps.
  /// - Returns: Whether native code may continue; if not, the result is undecided.
  mutating func spend(steps: Int, work: Int) -> Bool

  /// Charges for a calculation; Lua does it once, native code at each use of
  /// its result.
  ///
  /// - Parameter work: The time of the work, in steps.
  /// - Returns: Whether native code may do the calculation; if not, Lua does.
  mutating func spend(calculating work: Int) -> Bool
}

/// The cost of native code in steps: a step is a test of a value, which takes
/// some nanoseconds.
enum NativeCost {
  /// The number of bytes of a text that are free.
  static let shortText = 64

  /// Returns the cost of scanning a number of bytes.
  @inline(__always)
  static func ofBytes(_ count: Int) -> Int { count >> 6 }

  /// Returns the cost of comparing two values, in addition to a step.
  @inline(__always)
  static func comparing(_ left: NativeValue, _ right: NativeValue) -> Int {
    switch (left, right) {
    case (.string(let left), .string(let right)): ofBytes(min(left.utf8.count, right.utf8.count))
    case (.bytes(let left), .bytes(let right)): ofBytes(min(left.count, right.count))
    default: 0
    }
  }

  /// Returns the cost of a calculation.
  static func calculating(
    _ operation: DecisionOperation, _ left: NativeValue, _ right: NativeValue
  ) -> Int {
    guard operation == .concatenate else { return 1 }
    // An allocation, and the texts of numbers.
    return 16 + ofBytes(left.byteCount + right.byteCount)
  }
}
