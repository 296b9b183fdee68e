extension String {
  /// The name of a table or column as people write it: `film_actor` is `Film Actor`, `lastName` is
  /// `Last Name`.
  ///
  /// What turns the direction of text around falls out. A name that nobody could see is `Unnamed`.
  var displayName: String {
    let words = nameWords.map(\.asWord)
    let name = words.joined(separator: " ")
    return name.unicodeScalars.contains(where: \.isVisible) ? name : "Unnamed"
  }

  /// The words, cut at `_`, spaces and dashes, and where a capital letter begins a word.
  var nameWords: [String] {
    let hasLowercase = contains(where: \.isLowercase)
    var words = [""]
    let characters = Array(filter { !$0.unicodeScalars.allSatisfy(\.isDirectionMark) })
    for (index, character) in characters.enumerated() {
      if character == "_" || character == "-" || character.isWhitespace {
        words.append("")
        continue
      }
      let before = index > 0 ? characters[index - 1] : " "
      let after = index + 1 < characters.count ? characters[index + 1] : " "
      let beginsWord =
        character.isUppercase && hasLowercase
        && (before.isLowercase || before.isNumber || (before.isUppercase && after.isLowercase))
      if beginsWord { words.append("") }
      words[words.count - 1].append(character)
    }
    // A name in capitals only: short words are abbreviations.
    return words.filter { !$0.isEmpty }.map { !hasLowercase && $0.count > 3 ? $0.lowercased() : $0 }
  }

  private var asWord: String {
    if ["id", "url", "uuid"].contains(self) { return uppercased() }
    return prefix(1).uppercased() + dropFirst()
  }
}

extension Unicode.Scalar {
  fileprivate var isDirectionMark: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      || [0x200E, 0x200F, 0x061C].contains(value)
  }

  /// Whether it leaves ink of its own.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
      .enclosingMark, .unassigned, .privateUse, .surrogate:
      false
    default: true
    }
  }
}
