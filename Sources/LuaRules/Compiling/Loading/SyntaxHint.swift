import LuaSyntax

/// Hints for authors who write the syntax of other languages.
struct SyntaxHint {
  /// The message of Lua's parser.
  let message: String
  /// The token at which the parser stopped, without quotes.
  let near: String
  /// The line in which the parser stopped.
  let line: String
  /// The line without strings and without a comment at its end.
  let code: String
  /// Whether a string of the line is not closed.
  let hasOpenQuote: Bool
  /// The code of several lines above, and of the line.
  let block: String
  /// A line that leaves a brace open, if the file ends too early.
  let openLine: Int?

  /// Returns a message of Lua's parser, in better words if there are any, and a hint; `nil` for the
  /// hint if there is no guess.
  static func explained(
    _ message: String, line: Int?, in text: String
  ) -> (message: String, hint: String?) {
    if isPath(text) {
      let hint =
        "this is read as the text of rules; a file is named by `contentsOf:`, or by "
        + "`RuleSource(path:)`"
      return (message, hint)
    }
    let current = line.map { String(Self.line($0, of: text)) } ?? ""
    let (code, hasOpenQuote) = withoutStrings(current)
    let near = message.split(separator: "near ", maxSplits: 1).last.map(unquoted) ?? ""
    let hint = SyntaxHint(
      message: message, near: near, line: current, code: code, hasOpenQuote: hasOpenQuote,
      block: block(to: line, of: text),
      openLine: near == "<eof>" ? OpenBraces.line(in: text) : nil)
    if !hint.hasCurlyQuotes, let character = ForeignCharacter(near: near, in: code) {
      return (character.message, character.hint)
    }
    if let sentence = hint.operatorSentence { return (message, sentence) }
    if let word = MisspeltKeyword(at: near, in: hint.line) {
      return (message, "did you mean `\(word.keyword)` instead of `\(word.name)`?")
    }
    return (message, guesses.first { $0.applies(hint) }?.sentence(hint))
  }

  /// Whether a text is the path of a rule file, and no rules.
  private static func isPath(_ text: String) -> Bool {
    guard text.utf8.count <= 1024, !text.contains(where: { "\n{}()=\"'".contains($0) }) else {
      return false
    }
    return text.hasSuffix(".lua") || text.hasSuffix("/") || text.hasPrefix("/")
      || text.hasPrefix("./") || text.hasPrefix("../")
  }

  /// The maximum number of characters of a line that are examined.
  private static let longestLine = 400

  /// Returns the beginning of a line, counted from 1.
  static func line(_ number: Int, of text: String) -> Substring {
    var start = text.utf8.startIndex
    for _ in 1..<max(1, number) {
      guard let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) else { return "" }
      start = text.utf8.index(after: end)
    }
    let line = text.utf8[start...].prefix(longestLine * 4).prefix { $0 != UInt8(ascii: "\n") }
    return Substring(line).prefix(longestLine)
  }

  /// How many lines above the line of the message are examined.
  private static let longestBlock = 8

  /// Returns the code of a line and of those above it.
  private static func block(to last: Int?, of text: String) -> String {
    guard let last else { return "" }
    let lines = (max(1, last - longestBlock)...max(1, last)).map { line($0, of: text) }
    return withoutStrings(lines.joined(separator: "\n")).code
  }

  // MARK: Operators of other languages

  private static let operators: [(text: String, sentence: String)] = [
    ("!==", "not equal is written `~=`"),
    ("!=", "not equal is written `~=`"),
    ("===", "equality is written `==`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("=>", "write `function(c) return … end` for a function, `=` for a field"),
    ("++", "write `x = x + 1`"),
    ("+=", "write `x = x + 1`"),
    ("//", "comments begin with `--`"),
    ("/*", "comments begin with `--`"),
    ("#", "comments begin with `--`"),
    ("??", "write `or`"),
    ("?.", "what may be nil is tested first: `c.todo and c.todo.title`"),
    ("?", "write `condition and one or other`"),
    ("!", "write `not`"),
  ]

  /// The hint for an operator in the line at which the parser stopped.
  private var operatorSentence: String? {
    guard !near.isEmpty else { return nil }
    return Self.operators.first { $0.text.contains(near) && code.contains($0.text) }?.sentence
  }

  // MARK: Everything else

  private typealias Guess = (
    applies: @Sendable (SyntaxHint) -> Bool, sentence: @Sendable (SyntaxHint) -> String
  )

  /// The guesses, in order; the first one that applies is used.
  private static let guesses: [Guess] = [
    (
      { $0.message.contains("C stack overflow") },
      { _ in "tables, brackets or functions are nested too deeply" }
    ),
    (
      { $0.message.hasPrefix("unfinished string") },
      { _ in "the string is not closed with a quote" }
    ),
    (
      { $0.hasCurlyQuotes },
      { _ in "strings stand in straight quotes: `\"gray\"`" }
    ),
    (
      { $0.near == "{" && $0.code.contains(#/function[^()]*\([^)]*\)\s*\{/#) },
      { _ in "a function has no braces: `function(c) return … end`" }
    ),
    (
      { $0.near == "{" && $0.message.contains("'then' expected") },
      { _ in "a condition has no braces: `if … then … end`" }
    ),
    (
      { $0.near == "{" && $0.message.hasPrefix("unexpected symbol") },
      { _ in "a rule file begins with `return`: `return { … }`" }
    ),
    (
      { $0.near == "[" || $0.near == "]" || $0.message.hasPrefix("']' expected") },
      { _ in "lists are written with braces: `{ 1, 2 }`" }
    ),
    ({ $0.isDotForJoining }, { _ in "strings are joined with `..`" }),
    (
      { $0.isColonForMember },
      { _ in "members are read with `.`, as in `c.title`; `:` calls a method" }
    ),
    (
      { $0.near == ":" || $0.isColonForField },
      { _ in "fields are written with `=`: `key = \"title\"`" }
    ),
    (
      { $0.near == "=" && $0.line.contains(#/["']\s*=[^=]/#) },
      { _ in "names of fields have no quotes: `key = \"title\"`" }
    ),
    (
      { $0.near == "=" && $0.code.contains(#/[{,]\s*\w+(\.\w+)+\s*=[^=]/#) },
      { _ in "a path is written `[\"todo.done\"] = true`, or `todo = { done = true }`" }
    ),
    (
      { $0.near == "then" && $0.code.contains(#/[{,]\s*then\s*=[^=]/#) },
      { _ in "what a rule gives is called `value`" }
    ),
    (
      { $0.near == "in" && $0.code.contains(#/\w\s+in\s*\{/#) },
      { _ in "one of several values is a pattern: `when = { plan = { \"free\", \"team\" } }`" }
    ),
    (
      { $0.near == "if" && $0.code.contains(#/\bif\s*=[^=]/#) },
      { _ in "the predicate of a rule is called `when`" }
    ),
    (
      { $0.near == "=" && $0.code.contains(#/\b(return|if)\b[^,=]*[^,=~<>]=[^=]/#) },
      { _ in "equality is written `==`" }
    ),
    (
      { $0.isElseIf },
      { _ in "write `elseif`; the `if` in `else if` needs an `end` of its own" }
    ),
    (
      { $0.message.hasPrefix("'then' expected") },
      { _ in "a condition ends with `then`: `if … then … end`" }
    ),
    (
      { $0.hasOpenQuote && $0.line.contains("\"" + $0.near) },
      { "is a quote missing before `\"\($0.near)`?" }
    ),
    ({ $0.isMissingReturn }, { _ in "write `return` before the expression" }),
    (
      { $0.near == "<eof>" && $0.message.hasPrefix("'end' expected") },
      { _ in "a function is not closed with `end`" }
    ),
    (
      { $0.near == "<eof>" },
      { "a brace is not closed" + ($0.openLine.map { ", it seems in line \($0)" } ?? "") }
    ),
    (
      { $0.message.hasPrefix("'end' expected") },
      { _ in "a function is closed with `end`: `function(c) return … end`" }
    ),
    ({ $0.message.hasPrefix("')' expected") }, { _ in "a parenthesis is not closed" }),
    ({ $0.near == "end" }, { _ in "there is an `end` too many" }),
    (
      { $0.message.hasPrefix("'}' expected") },
      { "is a comma missing before `\($0.near)`?" }
    ),
    (
      { $0.message.hasPrefix("<eof> expected") && $0.near == "}" },
      { _ in "there is a closing brace too many" }
    ),
    (
      { $0.message.hasPrefix("<eof> expected") },
      { _ in "`return { … }` is the last thing in a file" }
    ),
  ]

  /// Whether the line has quotes that are no quotes in Lua.
  private var hasCurlyQuotes: Bool { code.contains { "“”„‘’".contains($0) } }

  /// Whether the line contains `text . text`.
  private var isDotForJoining: Bool {
    near == "." && line.contains(#/["'\])\w]\s+\.\s/#)
      || message.hasPrefix("<name> expected") && code.contains(#/\s\.\s/#)
  }

  /// Whether the line contains `c:title` where no field begins.
  private var isColonForMember: Bool {
    message.hasPrefix("function arguments expected") && code.contains(#/\w:\w/#)
      && !code.contains(#/[{,]\s*\w+\s*:/#)
  }

  /// Whether an `else if` may be the statement without `end`.
  private var isElseIf: Bool {
    (message.hasPrefix("'end' expected") || message.hasPrefix("unexpected symbol"))
      && ["}", ")", ",", "<eof>"].contains(near) && block.contains(#/\belse\s+if\b/#)
  }

  /// Whether `key: value` was read as the call of a method.
  private var isColonForField: Bool {
    (message.hasPrefix("<name> expected") || message.hasPrefix("function arguments expected"))
      && code.contains(#/\w\s*:/#)
  }

  /// Whether there is an expression where Lua expects a statement.
  private var isMissingReturn: Bool {
    if message.hasPrefix("syntax error") { return true }
    guard message.hasPrefix("unexpected symbol"), let first = near.first else { return false }
    return line.contains(#/function[^()]*\([^)]*\)/#)
      && (first == "\"" || first.isNumber || ["not", "nil", "true", "false", "-"].contains(near))
  }

  // MARK: Reading

  /// Returns the token without the quotes that the parser adds.
  private static func unquoted(_ token: Substring) -> String {
    guard token.count >= 2, token.first == "'", token.last == "'" else { return String(token) }
    return String(token.dropFirst().dropLast())
  }

  /// Returns the code of a text without its strings and comments, and whether its last line leaves a quote
  /// open.
  static func withoutStrings(_ text: String) -> (code: String, hasOpenQuote: Bool) {
    let tokens = LuaTokens(text)
    var code: [UInt8] = []
    var end = 0
    for piece in tokens.pieces {
      if case .token(let token) = piece, token.kind != .string { continue }
      code += tokens.bytes[end..<piece.range.lowerBound]
      end = piece.range.upperBound
    }
    code += tokens.bytes[end...]
    let isOpen = tokens.all.last.map { last in
      last.kind == .string && last.end == tokens.bytes.count
        && tokens.inner(last).upperBound == last.end
    }
    return (String(decoding: code, as: UTF8.self), isOpen ?? false)
  }
}
