extension LuaTokens {
  /// A token or a comment.
  package enum Piece: Sendable {
    case token(Token)
    case comment(Range<Int>)

    /// The range, in bytes.
    package var range: Range<Int> {
      switch self {
      case .token(let token): token.start..<token.end
      case .comment(let range): range
      }
    }
  }

  /// The tokens and the comments, in the order of the text.
  ///
  /// Between them is only space; before them may be a byte order mark and a first line with `#`.
  package var pieces: [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(count + comments.count)
    var comments = comments[...]
    for token in all {
      while let comment = comments.first, comment.lowerBound < token.start {
        comments.removeFirst()
        pieces.append(.comment(comment))
      }
      pieces.append(.token(token))
    }
    return pieces + comments.map(Piece.comment)
  }
}
