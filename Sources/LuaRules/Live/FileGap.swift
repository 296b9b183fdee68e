/// The time during which files are missing that the last load read.
///
/// A program may save a file by removing or renaming the old one before it writes the new one, and a
/// folder may be emptied before it is filled again. So a missing file counts as removed only
/// when its folder has been quiet for a while.
struct FileGap: Sendable {
  /// How long nothing must change before missing files count as removed.
  static let quietTime = Duration.milliseconds(200)
  /// The longest wait for a missing file to come back.
  static let longestWait = Duration.milliseconds(800)
  /// The longest wait while missing files come back one after another.
  static let longestReturn = Duration.seconds(5)

  /// The files that were missing at the last look.
  private(set) var missing: Set<String>
  private let beginning: ContinuousClock.Instant
  private var lastReturn: ContinuousClock.Instant

  init(missing: Set<String>, at now: ContinuousClock.Instant) {
    self.missing = missing
    beginning = now
    lastReturn = now
  }

  /// Stores the files that are missing now.
  mutating func update(missing new: Set<String>, at now: ContinuousClock.Instant) {
    if !new.isSuperset(of: missing) { lastReturn = now }
    missing = new
  }

  /// Returns the time at which files that are still missing count as removed; `lastChange` is the time of
  /// the last change of a watched folder.
  func end(lastChange: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let quiet = max(beginning, lastReturn, lastChange) + Self.quietTime
    return min(quiet, lastReturn + Self.longestWait, beginning + Self.longestReturn)
  }
}
