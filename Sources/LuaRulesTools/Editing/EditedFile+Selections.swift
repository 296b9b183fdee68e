import LuaSyntax

// What an editor selects when a selection grows.

extension EditedFile {
  /// Returns the parts of the text around a position, from the innermost one to the whole text.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  package func selections(around offset: Int) -> [Range] {
    let tokens = outline.syntax.tokens
    func isAround(_ range: Range) -> Bool {
      range.lowerBound <= offset && offset <= range.upperBound
    }
    var parts: [Range] = [0..<text.utf8.count]
    let line = position(of: offset).line
    let first = self.offset(of: Position(line: line, character: 0))
    let code = (self.line(line) ?? "").utf8
    let indent = code.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    parts.append(first + indent..<first + code.count)
    parts += tokens.comments
    for range in syntaxRanges {
      parts.append(tokens[range.lowerBound].start..<tokens[range.upperBound].end)
    }
    if let token = tokens.index(at: offset) {
      parts += [tokens.inner(tokens[token]), tokens[token].start..<tokens[token].end]
    }
    var found: [Range] = []
    for part in parts.filter(isAround).sorted(by: {
      ($0.count, $1.lowerBound) < ($1.count, $0.lowerBound)
    })
    where found.last.map({ $0 != part && $0.clamped(to: part) == $0 }) ?? true {
      found.append(part)
    }
    return found
  }

  /// The first and the last token of each statement, expression, entry and list of arguments.
  private var syntaxRanges: [ClosedRange<Int>] {
    let syntax = outline.syntax
    let last = syntax.tokens.count - 1
    var ranges: [ClosedRange<Int>] = []
    func add(_ first: Int, _ end: Int) {
      let end = min(end, last)
      if first <= end { ranges.append(first...end) }
    }
    for statement in syntax.statements {
      add(statement.tokens.lowerBound, statement.tokens.upperBound - 1)
    }
    for expression in syntax.expressions {
      add(expression.tokens.lowerBound, expression.tokens.upperBound - 1)
    }
    for table in syntax.tables {
      add(table.open + 1, table.close - 1)
      for field in table.fields { add(field.start, field.end) }
    }
    for call in syntax.calls { add(call.open + 1, call.close - 1) }
    return ranges
  }
}
