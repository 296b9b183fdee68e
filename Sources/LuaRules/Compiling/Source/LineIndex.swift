import Synchronization

/// Where the lines of a model's files begin, found at the first request for a file.
final class LineIndex: Sendable {
  /// The positions behind the line breaks of each file, by name.
  private let starts = Mutex<[String: [Int]]>([:])

  /// Returns the ranges of some lines without their line breaks, as far as the file has them.
  func lines(
    _ numbers: ClosedRange<Int>, ofFile name: String, _ text: ArraySlice<UInt8>
  ) -> [Range<Int>] {
    starts.withLock { known in
      let starts = known[name] ?? Self.starts(in: text)
      known[name] = starts
      return numbers.clamped(to: 1...max(1, starts.count)).compactMap { number in
        guard numbers.contains(number) else { return nil }
        let end = number < starts.count ? starts[number] - 1 : text.endIndex
        return starts[number - 1]..<end
      }
    }
  }

  private static func starts(in text: ArraySlice<UInt8>) -> [Int] {
    var starts = [text.startIndex]
    for index in text.indices where text[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    return starts
  }
}
