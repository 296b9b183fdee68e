/// The search for the name that is nearest to a misspelt word; see ``Spelling/suggestion(for:among:)``.
package struct SpellingSearch {
  /// Candidates after this many are ignored.
  private static let mostCandidates = 20_000

  private let word: String
  private let letters: SpelledLetters
  /// How many slips a candidate may have.
  private let forgiven: Int
  private var candidatesLeft = mostCandidates
  /// The rows of the table of distances: the one before the last, the last, and the current one.
  private var rows: (earlier: [Int], last: [Int], current: [Int])
  /// The nearest candidate up to now.
  package private(set) var best: (distance: Int, name: String)?

  /// Begins a search; `nil` if nothing is suggested for the word because it is empty or too long.
  package init?(_ word: String) {
    guard let letters = SpelledLetters(word), letters.count > 0 else { return nil }
    self.word = word
    self.letters = letters
    forgiven = min(max(letters.count / 3, 1), letters.count - 1)
    let row = Array(repeating: 0, count: SpelledLetters.most + 1)
    rows = (row, row, row)
  }

  /// Whether no more candidates are considered.
  package var isOver: Bool { candidatesLeft <= 0 }

  /// The numbers of letters that a near name may have.
  var lengths: ClosedRange<Int> { max(letters.count - limit, 0)...letters.count + limit }

  private var limit: Int { best.map { min($0.distance, forgiven) } ?? forgiven }

  /// Compares a name with the word.
  package mutating func consider(_ name: String) {
    candidatesLeft -= 1
    // A letter has one to four bytes.
    let size = name.utf8.count
    guard size >= lengths.lowerBound, size <= 4 * lengths.upperBound,
      let others = SpelledLetters(name)
    else { return }
    compare(others, of: name)
  }

  mutating func consider(_ entry: SpellingIndex.Entry) {
    candidatesLeft -= 1
    compare(entry.letters, of: entry.name)
  }

  private mutating func compare(_ others: SpelledLetters, of name: String) {
    let limit = limit
    // A slip changes at most two members of the set of letters.
    guard abs(others.count - letters.count) <= limit,
      (others.set ^ letters.set).nonzeroBitCount <= 2 * limit, name != word,
      let distance = distance(to: others, limit: limit), distance < max(others.count, 1)
    else { return }
    if let best {
      let isFirst = name.utf8.lexicographicallyPrecedes(best.name.utf8)
      guard distance < best.distance || distance == best.distance && isFirst else { return }
    }
    best = (distance, name)
  }

  /// Returns the number of slips between the word and other letters (optimal string alignment); `nil`
  /// if it is above the limit.
  private mutating func distance(to others: SpelledLetters, limit: Int) -> Int? {
    let (left, right) = (letters.scalars, others.scalars)
    for column in 0...right.count { rows.last[column] = column }
    for row in left.indices {
      rows.current[0] = row + 1
      var least = row + 1
      for column in right.indices {
        var cost = min(
          rows.last[column] + (left[row] == right[column] ? 0 : 1), rows.last[column + 1] + 1,
          rows.current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, rows.earlier[column - 1] + 1)
        }
        rows.current[column + 1] = cost
        least = min(least, cost)
      }
      // Swapped letters reach back one more row, but not below its least by less than one slip.
      guard least <= limit + 1 else { return nil }
      swap(&rows.earlier, &rows.last)
      swap(&rows.last, &rows.current)
    }
    let distance = rows.last[right.count]
    return distance <= limit ? distance : nil
  }
}

/// The letters of a name without their case.
struct SpelledLetters: Sendable {
  /// Names of more letters are ignored.
  static let most = 64

  let scalars: [UInt32]
  /// The letters as a set: a bit for each letter, which it may share with others.
  let set: UInt64

  var count: Int { scalars.count }

  /// Takes the letters of a name; `nil` if there are too many.
  init?(_ name: String) {
    guard name.utf8.count <= 4 * Self.most else { return nil }
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      scalars = name.utf8.map { UInt32($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) }
    } else {
      scalars = name.lowercased().unicodeScalars.map(\.value)
    }
    guard scalars.count <= Self.most else { return nil }
    set = scalars.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}

/// Names that misspelt words are compared with, prepared once for many searches.
package struct SpellingIndex: Sendable {
  struct Entry: Sendable {
    let name: String
    let letters: SpelledLetters
  }

  /// The names by their number of letters.
  private var entries: [[Entry]]

  /// Prepares names.
  package init(_ names: some Sequence<String>) {
    entries = Array(repeating: [], count: SpelledLetters.most + 1)
    for name in names {
      guard let letters = SpelledLetters(name) else { continue }
      entries[letters.count].append(Entry(name: name, letters: letters))
    }
  }

  /// Compares the names with the word of a search, those that satisfy a condition.
  package func search(
    _ search: inout SpellingSearch, where isCandidate: (String) -> Bool = { _ in true }
  ) {
    for length in search.lengths where entries.indices.contains(length) {
      for entry in entries[length] where isCandidate(entry.name) {
        if search.isOver { return }
        search.consider(entry)
      }
    }
  }
}
