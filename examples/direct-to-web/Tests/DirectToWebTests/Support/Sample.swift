import Foundation

/// A part of many questions, a different one in each run; with `EXHAUSTIVE=1` all of them.
struct Sample {
  /// Of how many questions one is asked.
  let share: Int
  private var number: Int

  /// The same in all samples of a run, so that two samples of the same questions are the same.
  private static let start = Int.random(in: 0..<1000)
  private static let isWhole = ProcessInfo.processInfo.environment["EXHAUSTIVE"] != nil

  init(oneOf share: Int) {
    self.share = Self.isWhole ? 1 : share
    number = Self.start
  }

  /// Whether the next question is in the sample.
  mutating func takesNext() -> Bool {
    number += 1
    return number.isMultiple(of: share)
  }
}
