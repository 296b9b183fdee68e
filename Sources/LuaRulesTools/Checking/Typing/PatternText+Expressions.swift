// Words of regular expressions in patterns: a warning where nobody means the characters themselves.

extension PatternText {
  /// Returns what is wrong with a pattern that is meant as a regular expression; `nil` for others.
  static func foreignWord(in bytes: [UInt8]) -> Problem? {
    let text = String(decoding: bytes, as: UTF8.self)
    return escape(in: text) ?? count(in: text) ?? alternatives(in: text) ?? group(in: text)
  }

  private static func escape(in text: String) -> Problem? {
    if let match = text.firstMatch(of: /(?:^|[^\\])\\([dwsDWSb])(?![A-Za-z])/) {
      return Problem(
        message:
          "`\\\(match.1)` is of regular expressions: in a pattern `\\` is a character like any other",
        fix: match.1 == "b" ? "a frontier is written `%f[%w]`" : "write `%\(match.1)`")
    }
    if let match = text.firstMatch(of: /(?:^|[^\[\\])\\([.+*?()\[\]$|])/) {
      return Problem(
        message: "in a pattern `\\` is a character like any other",
        fix: "`%\(match.1)` stands for the character `\(match.1)`", severity: .info)
    }
    return nil
  }

  private static func count(in text: String) -> Problem? {
    func problem(_ count: Substring, _ severity: RuleFinding.Severity) -> Problem {
      Problem(
        message: "`\(count)` is of regular expressions: a pattern has no counts",
        fix: "repeat the item", severity: severity)
    }
    // Behind an item that stands for several characters; `_` for those that are escaped.
    let items = text.replacing(/%[acdglpsuwxACDGLPSUWX]/, with: ".").replacing(/%./, with: "_")
    if let match = items.firstMatch(of: /[.\])](\{\d+(,\d*)?\})/) {
      return problem(match.1, .warning)
    }
    if let match = text.wholeMatch(of: /\w+(\{\d+(,\d*)?\})/) { return problem(match.1, .info) }
    if let match = items.firstMatch(of: /[.\])]([*+]\?)(?!$|\$$)/) {
      return Problem(
        message: "`\(match.1)` is of regular expressions: here `?` is a character like any other",
        fix: "`-` instead of `*` gives the shortest match, and `%?` is the character")
    }
    return nil
  }

  private static func alternatives(in text: String) -> Problem? {
    let match =
      text.wholeMatch(of: /\^?[\w ]{2,}(\|[\w ]{2,})+\$?/)?.0
      ?? text.wholeMatch(of: /%[acdglpsuwxACDGLPSUWX](\|%[acdglpsuwxACDGLPSUWX])+/)?.0
      ?? text.firstMatch(of: /^\^\(\w+(?:\|\w+)+\)/)?.0
      ?? text.firstMatch(of: /\([^()%\[\]]*\w{2,}\|\w{2,}[^()%\[\]]*\)/)?.0
    guard let match else { return nil }
    return Problem(
      message: "`\(match)` is of regular expressions: a pattern has no alternatives",
      fix: "match one after the other, joined by `or`")
  }

  private static func group(in text: String) -> Problem? {
    if let match = text.firstMatch(of: /\[\[:[a-z]+:\]/) {
      return Problem(
        message: "`\(match.0)` is of regular expressions: a pattern has classes such as `%a`",
        fix: "write `%a` for letters, `%d` for digits, `%s` for spaces")
    }
    if let match = text.firstMatch(of: /(?:^|[^%])(\(\?(?:[:=!]|<[=!a-zA-Z]|[imsx]+\)))/) {
      return Problem(
        message: "`\(match.1)` is of regular expressions", fix: "a pattern has plain captures only")
    }
    return nil
  }
}
