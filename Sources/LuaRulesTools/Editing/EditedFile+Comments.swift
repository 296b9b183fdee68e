import LuaSyntax

// The comments that describe definitions.

extension EditedFile {
  /// The position of the first token.
  var firstCode: Int { outline.syntax.tokens.all.first?.start ?? 0 }

  /// Describes the function or the value that is defined at a position.
  func description(ofDefinitionAt offset: Int, title: String) -> String {
    let code = (self.line(position(of: offset).line) ?? "").drop { $0 == " " || $0 == "\t" }
    let comment = commentMarkdown(ofDefinitionAt: offset)
    return "**\(title)**\n\n```lua\n\(code)\n```" + (comment.map { "\n\n\($0)" } ?? "")
  }

  /// Returns the comment before a definition as Markdown, with a list of the parameters that it names;
  /// `nil` without one.
  func commentMarkdown(ofDefinitionAt offset: Int) -> String? {
    let start = self.offset(of: Position(line: position(of: offset).line, character: 0))
    let lines = comment(before: start).split(separator: "\n").map { line in
      if let parts = line.wholeMatch(of: /@param (\S+) (\S+) ?(.*)/) {
        return "- `\(parts.1)`: `\(parts.2)`\(parts.3.isEmpty ? "" : ", \(parts.3)")"
      }
      if let parts = line.wholeMatch(of: /@return (\S+) ?(.*)/) {
        return "- returns `\(parts.1)`\(parts.2.isEmpty ? "" : ", \(parts.2)")"
      }
      return String(line)
    }
    if lines.isEmpty { return nil }
    let text = lines.prefix { !$0.hasPrefix("- ") }
    return [text.joined(separator: "\n"), lines.dropFirst(text.count).joined(separator: "\n")]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the text of the comments in the lines directly before a position.
  func comment(before offset: Int) -> String {
    let tokens = outline.syntax.tokens
    var lines: [String] = []
    var line = position(of: offset).line
    for range in tokens.comments.reversed() where range.upperBound <= offset {
      let last = position(of: max(range.lowerBound, range.upperBound - 1)).line
      guard last == line - 1 else { break }
      let text = String(decoding: tokens.bytes[range], as: UTF8.self)
      let words = text.drop { $0 == "-" }.drop { $0 == " " }
      if !words.hasPrefix("@type") { lines.insert(String(words), at: 0) }
      line = position(of: range.lowerBound).line
    }
    return lines.joined(separator: "\n")
  }

  /// Returns what `---@param name …` says before a function.
  func annotation(ofParameter name: String, of function: Int) -> String? {
    let line = position(of: outline.syntax.tokens[outline.syntax.functions[function].start].start)
      .line
    let comment = comment(before: offset(of: Position(line: line, character: 0)))
    for line in comment.split(separator: "\n") where line.hasPrefix("@param \(name)") {
      let rest = line.dropFirst("@param \(name)".count)
      if rest.hasPrefix("?") || rest.hasPrefix(" ") {
        let text = rest.drop { $0 == " " || $0 == "?" }
        return rest.hasPrefix("?") ? "\(text), or nothing" : String(text)
      }
    }
    return nil
  }

  /// Returns the type that `---@return type …` says before a function.
  func annotation(ofResultOf function: Int) -> String? {
    let start = outline.syntax.tokens[outline.syntax.functions[function].start].start
    let comment = comment(
      before: offset(of: Position(line: position(of: start).line, character: 0)))
    let line = comment.split(separator: "\n").first { $0.hasPrefix("@return ") }
    return line.flatMap {
      $0.dropFirst("@return ".count).split(separator: " ").first.map(String.init)
    }
  }
}
