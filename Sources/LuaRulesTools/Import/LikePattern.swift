import LuaBridge

/// A pattern of LIKE: `*` matches any text, `?` matches one character.
struct LikePattern {
  private enum Part: Equatable {
    case text(String)
    case anyText
    case anyCharacter
  }

  private var parts: [Part] = []

  /// Reads a pattern; a backslash makes the next wildcard an ordinary
  /// character.
  init(_ pattern: String) {
    var text = ""
    var isEscaped = false
    func part(of scalar: Unicode.Scalar) -> Part? {
      if isEscaped { return nil }
      return scalar == "*" ? .anyText : scalar == "?" ? .anyCharacter : nil
    }
    for scalar in pattern.unicodeScalars {
      if let part = part(of: scalar) {
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        // Two stars match the same as one, and are slower.
        if part != .anyText || parts.last != .anyText { parts.append(part) }
      } else if scalar == "\\", !isEscaped {
        isEscaped = true
        continue
      } else {
        if isEscaped, scalar != "*", scalar != "?", scalar != "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { text += "\\" }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The only text that the pattern matches, if it has no wildcards.
  var text: String? {
    switch parts.first {
    case nil: ""
    case .text(let text) where parts.count == 1: text
    default: nil
    }
  }

  /// Returns a Lua expression for the Lua pattern that matches the same texts.
  ///
  /// - Parameter isLowercase: Whether ASCII letters are converted to lower case.
  /// - Returns: A string literal, or a concatenation of strings.
  func lua(isLowercase: Bool) -> String {
    var inside = parts[...]
    let isOpenAtStart = inside.first == .anyText
    if isOpenAtStart { inside.removeFirst() }
    let isOpenAtEnd = inside.isEmpty || inside.last == .anyText
    if !inside.isEmpty, isOpenAtEnd { inside.removeLast() }

    var pieces: [String] = []
    var literal = isOpenAtStart ? "" : "^"
    for part in inside {
      switch part {
      case .text(let text): literal += Self.escaped(text, isLowercase: isLowercase)
      case .anyText: literal += ".*"
      case .anyCharacter:
        // A character may have several bytes, but `.` matches only one.
        if !literal.isEmpty { pieces.append(LuaText.quoted(literal)) }
        pieces.append("utf8.charpattern")
        literal = ""
      }
    }
    if !isOpenAtEnd { literal += "$" }
    if !literal.isEmpty || pieces.isEmpty { pieces.append(LuaText.quoted(literal)) }
    return pieces.joined(separator: " .. ")
  }

  // SOURCE: Lua 5.4 manual, 6.4.1: `%` before a character that is not alphanumeric
  // represents it.
  private static func escaped(_ text: String, isLowercase: Bool) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if "^$()%.[]*+-?".unicodeScalars.contains(scalar) { pattern += "%" }
      let isCapital = "A"..."Z" ~= scalar
      pattern += isLowercase && isCapital ? String(scalar).lowercased() : String(scalar)
    }
    return pattern
  }
}
