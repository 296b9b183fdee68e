/// A share of the work that a search may do for all keys of a model.
///
/// Without it, each of a thousand keys could take as long as one that is searched alone. The shares
/// depend on the rules only, so a check finds the same on every machine.
struct WorkShare {
  private let part: Int
  private let whole: Int

  /// All of the work.
  static let all = WorkShare(part: 1, whole: 1)

  /// The share of a number of rules among others.
  init(part: Int, whole: Int) {
    self.part = part
    self.whole = max(whole, 1)
  }

  /// Returns the steps for this share, of those for the whole.
  func steps(of all: Int) -> Int {
    max(Self.least, Int(Double(all) * Double(part) / Double(whole)))
  }

  /// The steps that each key has.
  private static let least = 1 << 12
}
