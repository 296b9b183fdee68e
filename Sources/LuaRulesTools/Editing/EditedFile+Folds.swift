import LuaSyntax

// The parts of a file that fold.

extension EditedFile {
  /// The parts of several lines, as lines from 0; comments last.
  package var folds: [(lines: ClosedRange<Int>, isComment: Bool)] {
    let syntax = outline.syntax
    var folds: [(lines: ClosedRange<Int>, isComment: Bool)] = []
    var seen: Set<Int> = []
    func add(_ start: Int, _ end: Int) {
      guard start < syntax.tokens.count, end < syntax.tokens.count, start < end else { return }
      let first = position(of: syntax.tokens[start].start).line
      let last = position(of: syntax.tokens[end].start).line
      // The line of the end stays to be seen.
      guard last - 1 > first, seen.insert(first).inserted else { return }
      folds.append((first...last - 1, false))
    }
    for table in syntax.tables { add(table.open, table.close) }
    for function in syntax.functions { add(function.start, function.end) }
    for (number, statement) in syntax.statements.enumerated() {
      if !syntax.blocks(in: number).isEmpty {
        add(statement.tokens.lowerBound, statement.tokens.upperBound - 1)
      }
    }
    var run: ClosedRange<Int>?
    for comment in syntax.tokens.comments {
      let last = max(comment.lowerBound, comment.upperBound - 1)
      let lines = position(of: comment.lowerBound).line...position(of: last).line
      if let current = run, lines.lowerBound == current.upperBound + 1 {
        run = current.lowerBound...lines.upperBound
      } else {
        if let run, run.count > 1 { folds.append((run, true)) }
        run = lines
      }
    }
    if let run, run.count > 1 { folds.append((run, true)) }
    return folds
  }

}
