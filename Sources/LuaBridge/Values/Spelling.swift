/// Suggests corrections for misspelt names.
public enum Spelling {
  /// Longer names are ignored.
  private static let longestName = 64
  /// Candidates after this many are ignored.
  private static let mostCandidates = 1000

  /// Returns the candidate that is nearest to the word, if one is near enough.
  ///
  /// The same letters in another case are the best match. Otherwise a candidate may differ by as
  /// many slips (a letter too many, missing or wrong, or two letters swapped) as a third of the
  /// word's length: at least one, and never all its letters. Among equally near candidates the
  /// first in byte order is chosen. The word itself is never suggested.
  ///
  /// - Complexity: O(*c* · *n*²) for at most 1000 candidates of at most 64 letters.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    closest(to: word, among: candidates)?.name
  }

  /// Returns the candidate that ``suggestion(for:among:)`` finds, and whether the word is most likely
  /// a misspelling of it.
  ///
  /// That is so if they differ by a slip of the keyboard: by case, by one slip, or from ten letters on
  /// by two slips that change the length; two wrong letters make another word (`deliveryDays`,
  /// `deliveryDate`). Words of less than four letters, and words that differ only in digits, are
  /// different words.
  package static func nearest(
    to word: String, among candidates: [String]
  ) -> (name: String, isSlip: Bool)? {
    guard let (distance, name) = closest(to: word, among: candidates) else { return nil }
    let isSlip =
      distance <= 1 || distance == 2 && word.count >= 10 && word.count != name.count
    return (name, isSlip && word.count >= 4 && !differsInDigitsOnly(word, name))
  }

  /// Whether two words are the same but for their digits, such as `day2` and `day3`.
  package static func differsInDigitsOnly(_ word: String, _ other: String) -> Bool {
    word.filter { !$0.isNumber } == other.filter { !$0.isNumber }
  }

  private static func closest(
    to word: String, among candidates: [String]
  ) -> (distance: Int, name: String)? {
    let letters = Array(word.lowercased())
    guard !letters.isEmpty, letters.count <= longestName else { return nil }
    let forgiven = min(max(letters.count / 3, 1), letters.count - 1)

    var best: (distance: Int, name: String)?
    for candidate in candidates.prefix(mostCandidates) where candidate != word {
      guard candidate.utf8.count <= 4 * longestName else { continue }
      let others = Array(candidate.lowercased())
      guard others.count <= longestName, abs(others.count - letters.count) <= forgiven else {
        continue
      }
      let distance = distance(from: letters, to: others)
      guard distance <= forgiven, distance < max(others.count, 1) else { continue }
      if let found = best {
        let isFirst = candidate.utf8.lexicographicallyPrecedes(found.name.utf8)
        guard distance < found.distance || distance == found.distance && isFirst else { continue }
      }
      best = (distance, candidate)
    }
    return best
  }

  /// The number of slips between two words (optimal string alignment).
  private static func distance(from left: [Character], to right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
