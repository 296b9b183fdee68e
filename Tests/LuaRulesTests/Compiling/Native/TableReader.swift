@testable import LuaRules

/// A reader of values that are listed by the text of their path; all others are undecided.
struct TableReader: NativeReader {
  let paths: NativePaths
  var values: [String: NativeValue]
  /// The paths that were read, each once, as Lua code reads them.
  private(set) var reads: [NativePaths.ID] = []
  private(set) var readCount = 0

  init(_ values: [String: NativeValue], _ paths: NativePaths) {
    self.values = values
    self.paths = paths
  }

  mutating func read(_ path: NativePaths.ID) -> NativeValue {
    readCount += 1
    let strict = paths[path].strict
    if !reads.contains(strict) { reads.append(strict) }
    return values[paths.text(of: path)] ?? (paths[path].isLenient ? .nil : .undecided)
  }

  func count(of path: NativePaths.ID) -> Int64? { nil }

  func spend(steps: Int, work: Int) -> Bool { true }
  func spend(calculating work: Int) -> Bool { true }
}
