extension Qualifier {
  /// The condition as SQL, true or not true for each row.
  func sql(_ joins: inout Joins) throws -> SQL {
    switch self {
    case .all(let parts):
      return parts.isEmpty
        ? "1" : "(\(.joined(try parts.map { try $0.sql(&joins) }, separator: " AND ")))"
    case .any(let parts):
      return parts.isEmpty
        ? "0" : "(\(.joined(try parts.map { try $0.sql(&joins) }, separator: " OR ")))"
    case .not(let part):
      // Not `IS NOT TRUE`: a column may have the name TRUE.
      return "(NOT coalesce(\(try part.sql(&joins)), 0))"
    case .compare(_, _, .null):
      return "0"
    case .compare(let path, let comparison, let value):
      return comparison.sql(try joins.column(path), "\(bound: value)")
    case .isIn(let path, let values):
      let list = values.filter { !$0.isNull }.map { "\(bound: $0)" as SQL }
      return list.isEmpty
        ? "0" : "(\(try joins.column(path)) IN (\(.joined(list, separator: ", "))))"
    case .isNull(let path):
      return "(\(try joins.column(path)) IS NULL)"
    case .text(let path, .matches, let text) where path.steps.isEmpty:
      let attribute = path.attribute
      guard let module = attribute.fullText else {
        return try Qualifier.text(path, .resembles, text).sql(&joins)
      }
      // MATCH of its own: beside other conditions SQLite may find no way to use it.
      return
        """
        (\(TableAlias.root).rowid IN (SELECT rowid FROM main.\(attribute.entity)
        WHERE \(attribute.identifier) MATCH \(bound: .text(module.query(beginningWith: text)))))
        """
    case .text(let path, let match, let text):
      let pattern = match.pattern(text)
      // SOURCE: SQLITE_MAX_LIKE_PATTERN_LENGTH.
      guard pattern.utf8.count <= 50_000 else {
        throw DirectToWebError(.invalidQuery, "the text to look for is too long")
      }
      let column = try joins.column(path)
      // Whether LIKE looks into blobs depends on how SQLite was built.
      let isLike: SQL =
        "(\(column) LIKE \(bound: .text(pattern)) ESCAPE '\\' AND typeof(\(column)) <> 'blob')"
      guard match == .resembles || match == .matches, text.hasLetters else { return isLike }
      // Only texts with other letters than those of ASCII need to be folded, which is slow: they have more
      // bytes than characters, and nothing else has. (`typeof` would cost more than this.)
      return
        """
        (\(isLike) OR (length(CAST(\(column) AS BLOB)) <> length(\(column))
        AND direct_to_web_folded(\(column)) LIKE \(bound: .text(pattern)) ESCAPE '\\'))
        """
    case .linked(let relationship, let values):
      return try relationship.condition(from: values)
    }
  }
}

extension Qualifier.Comparison {
  func sql(_ left: SQL, _ right: SQL) -> SQL {
    switch self {
    case .equal: "(\(left) = \(right))"
    case .notEqual: "(\(left) <> \(right))"
    case .less: "(\(left) < \(right))"
    case .lessOrEqual: "(\(left) <= \(right))"
    case .greater: "(\(left) > \(right))"
    case .greaterOrEqual: "(\(left) >= \(right))"
    }
  }
}

extension Qualifier.TextMatch {
  /// The pattern of LIKE, with `\` before what would be wild.
  fileprivate func pattern(_ text: String) -> String {
    var pattern = ""
    let text = self == .resembles || self == .matches ? text.foldedText : text
    for scalar in text.unicodeScalars {
      switch scalar {
      case "*" where self == .like: pattern.unicodeScalars.append("%")
      case "?" where self == .like: pattern.unicodeScalars.append("_")
      case "%", "_", "\\": pattern.unicodeScalars.append(contentsOf: ["\\", scalar])
      default: pattern.unicodeScalars.append(scalar)
      }
    }
    return switch self {
    case .like: pattern
    case .contains, .resembles, .matches: "%\(pattern)%"
    case .beginsWith: "\(pattern)%"
    }
  }
}

extension String {
  /// Whether there is something in it that case and accents can change.
  fileprivate var hasLetters: Bool { unicodeScalars.contains { $0.properties.isAlphabetic } }
}
