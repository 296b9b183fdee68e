/// Suggests corrections for misspelt names.
package enum Spelling {
  /// Returns the candidate that is nearest to the word, if one is near enough.
  ///
  /// The same letters in another case are the best match. Otherwise a candidate may differ by as
  /// many slips (a letter too many, missing or wrong, or two letters swapped) as a third of the
  /// word's length: at least one, and never all its letters. Among equally near candidates the
  /// first in byte order is chosen. The word itself is never suggested.
  ///
  /// - Complexity: O(*c*) for at most 20,000 candidates, of which those with about the same letters take
  ///   O(*n*²) for at most 64 letters.
  package static func suggestion(for word: String, among candidates: [String]) -> String? {
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
    guard var search = SpellingSearch(word) else { return nil }
    for candidate in candidates {
      if search.isOver { break }
      search.consider(candidate)
    }
    return search.best
  }
}
