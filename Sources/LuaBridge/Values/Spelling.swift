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
    let target = Word(word)
    guard (1...longestName).contains(target.count) else { return nil }
    let forgiven = min(max(target.count / 3, 1), target.count - 1)

    var best: (distance: Int, name: String)?
    for candidate in candidates.prefix(mostCandidates) where candidate != word {
      guard candidate.utf8.count <= 4 * longestName,
        let distance = target.distance(to: candidate, atMost: best?.distance ?? forgiven)
      else { continue }
      if let found = best, distance == found.distance,
        !candidate.utf8.lexicographicallyPrecedes(found.name.utf8)
      {
        continue
      }
      best = (distance, candidate)
    }
    return best
  }

  /// A word whose distance to other words is asked, in lower case.
  private struct Word {
    /// The letters as bytes; `nil` if some letter is no ASCII.
    private let bytes: [UInt8]?
    private let letters: [Character]
    let count: Int

    init(_ word: String) {
      letters = Array(word.lowercased())
      bytes = Self.bytes(of: word)
      count = letters.count
    }

    /// The lower-case letters of a text as bytes, which is several times as fast as characters.
    private static func bytes(of text: String) -> [UInt8]? {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count)
      for byte in text.utf8 {
        guard byte < 0x80 else { return nil }
        bytes.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      }
      return bytes
    }

    /// Returns the number of slips between the word and another; `nil` if there are more than the most,
    /// or if no letter is the same.
    func distance(to other: String, atMost most: Int) -> Int? {
      // A letter has at least one byte, so a word with fewer bytes has fewer letters.
      guard other.utf8.count >= count - most else { return nil }
      if let bytes, let others = Self.bytes(of: other) {
        return Self.distance(from: bytes, to: others, atMost: most)
      }
      return Self.distance(from: letters, to: Array(other.lowercased()), atMost: most)
    }

    /// The number of slips between two words (optimal string alignment).
    private static func distance<Letter: Equatable>(
      from left: [Letter], to right: [Letter], atMost most: Int
    ) -> Int? {
      guard right.count <= longestName, abs(left.count - right.count) <= most else { return nil }
      var beforeLast: [Int] = []
      var last = Array(0...right.count)
      for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        var least = row + 1
        for column in right.indices {
          let isSame = left[row] == right[column]
          var cost = min(
            last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
          if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
            cost = min(cost, beforeLast[column - 1] + 1)
          }
          least = min(least, cost)
          current.append(cost)
        }
        // Later rows are not lower, except by a swap, which leaves the row before out.
        if least > most + 1 { return nil }
        (beforeLast, last) = (last, current)
      }
      let distance = last[right.count]
      return distance <= most && distance < max(right.count, 1) ? distance : nil
    }
  }
}
