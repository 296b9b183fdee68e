import LuaSyntax
import Synchronization

/// Where the lines of a model's files begin, found at the first request for a file.
final class LineIndex: Sendable {
  /// The starts of the lines of each file, by name.
  private let starts = Mutex<[String: LineStarts]>([:])

  /// Returns the ranges of some lines without their line breaks, as far as the file has them.
  func lines(
    _ numbers: ClosedRange<Int>, ofFile name: String, _ text: [UInt8]
  ) -> [Range<Int>] {
    starts.withLock { known in
      let starts = known[name] ?? LineStarts(text)
      known[name] = starts
      return numbers.clamped(to: 1...starts.count).compactMap { number in
        numbers.contains(number) ? starts.range(ofLine: number - 1, in: text) : nil
      }
    }
  }
}
