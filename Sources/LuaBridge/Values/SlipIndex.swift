/// Finds the known name of which a word is a slip of the keyboard, among any number of names.
///
/// Two words that differ by one letter too many, missing, wrong or swapped are the same after one
/// letter, or none, is left out of each.
package struct SlipIndex {
  /// The most names that are kept for one form.
  private static let mostNames = 64

  /// The names, by each of their forms.
  private var names: [String: [String]] = [:]

  /// Creates an index.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* names of at most *l* letters.
  package init(_ known: some Sequence<String>) {
    for name in known {
      for form in Self.forms(of: name) where names[form, default: []].count < Self.mostNames {
        names[form, default: []].append(name)
      }
    }
  }

  /// Returns the name that was meant by a word, which differs by case or by one slip; see
  /// ``Spelling/nearest(to:among:)``.
  package func name(meantBy word: String) -> String? {
    let near = Set(names: Self.forms(of: word).flatMap { names[$0] ?? [] })
    guard let meant = Spelling.nearest(to: word, among: near.sortedByBytes()), meant.isSlip else {
      return nil
    }
    return meant.name
  }

  /// The word in lower case, and the same without one of its letters.
  private static func forms(of word: String) -> Set<String> {
    guard word.utf8.count <= 4 * SpelledLetters.most else { return [] }
    let letters = Array(word.lowercased())
    var forms: Set = [String(letters)]
    for index in letters.indices {
      forms.insert(String(letters[..<index]) + String(letters[(index + 1)...]))
    }
    return forms
  }
}
