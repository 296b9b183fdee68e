extension Qualifier {
  /// Returns the condition that each word of a text is found in one of some columns.
  ///
  /// The first eight words count. Words are found as parts of a text, whatever their case and accents, and
  /// as the whole of a number; days and times are searched as the text that they hold. In a full-text table
  /// they are beginnings of words. Without a word all rows are found.
  /// ``Entity/searchPaths`` is a good choice of columns.
  public static func search(_ text: String, in paths: [AttributePath]) -> Qualifier {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(8)
    return .all(
      words.map { word in
        .any(paths.compactMap { search(String(word), in: $0) })
      })
  }

  private static func search(_ word: String, in path: AttributePath) -> Qualifier? {
    switch path.attribute.kind {
    case .integer, .boolean:
      Int64(word).map { .compare(path, .equal, .integer($0)) }
    case .number, .decimal:
      Double(word).flatMap { $0.isFinite ? .compare(path, .equal, .real($0)) : nil }
    default:
      .text(path, path.attribute.fullText == nil ? .resembles : .matches, word)
    }
  }
}

extension Entity {
  /// The columns that a search looks into: texts, whole numbers, and columns without a type.
  public var searchPaths: [AttributePath] {
    let foreign = foreignKeyAttributes
    return attributes.filter { attribute in
      guard !attribute.isHidden else { return false }
      switch attribute.kind {
      case .text, .longText, .json, .any: return true
      case .integer: return !foreign.contains(attribute.identifier)
      default: return false
      }
    }.map(AttributePath.init)
  }
}
