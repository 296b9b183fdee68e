/// How many values may still be looked at: a file can name one value in very many ways.
final class WorkBudget {
  private var left: Int

  init(_ left: Int) { self.left = left }

  /// Takes one; returns whether there was one left.
  func spend() -> Bool {
    left -= 1
    return left >= 0
  }
}
