#if Macros
  import SwiftSyntax

  /// The comment that stands before a declaration.
  enum DocumentationComment {
    /// Returns the first paragraph of the comment, in one line; `nil` when there is none.
    static func summary(of declaration: some DeclSyntaxProtocol) -> String? {
      // It may also stand between the attributes and the declaration.
      let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
      let inner = attributes?.lastToken(viewMode: .sourceAccurate)?
        .nextToken(viewMode: .sourceAccurate)?.leadingTrivia
      return summary(in: declaration.leadingTrivia) ?? inner.flatMap(summary(in:))
    }

    private static func summary(in trivia: Trivia) -> String? {
      let lines = trivia.pieces.flatMap(lines(of:))
      let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty }
      return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
    }

    private static func lines(of piece: TriviaPiece) -> [String] {
      switch piece {
      case .docLineComment(let text):
        return [trimmed(text.dropFirst(3))]
      case .docBlockComment(let text):
        return text.dropFirst(3).dropLast(2).split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map { line in
          let line = trimmed(line)
          return line.hasPrefix("*") ? trimmed(line.dropFirst()) : line
        }
      default:
        return []
      }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
      let start = text.drop(while: \.isWhitespace)
      let end = start.reversed().prefix(while: \.isWhitespace).count
      return String(start.dropLast(end))
    }
  }

  extension String {
    /// The text as a literal of Swift.
    var swiftLiteral: String {
      let escaped = flatMap { character -> String in
        switch character {
        case "\\", "\"": "\\\(character)"
        case "\n": "\\n"
        default: String(character)
        }
      }
      return "\"\(String(escaped))\""
    }
  }
#endif
