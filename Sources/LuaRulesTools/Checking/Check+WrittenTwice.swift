import LuaRules
import LuaSyntax

// What is written twice where one of the two is probably meant to be something else.

extension Check {
  /// Reports the same operand twice, the same value for both outcomes, and branches that are all the same, in
  /// lines of which nothing else is told.
  mutating func checkWrittenTwice(in rules: CheckedRules) {
    let told = Set(findings.lazy.filter { $0.severity > .info }.map(\.location))
    for (place, slip) in rules.slips.value where !told.contains(place) {
      add(.decidedTest, .warning, slip.message, at: place, fix: slip.fix, subject: slip.subject)
    }
  }
}

/// Something that is written twice.
struct Slip: Sendable {
  /// Returns what is written twice in texts, in the order of their names and lines.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func all(in texts: [String: [UInt8]]) -> [(place: SourceLocation, slip: Slip)] {
    var found: [(place: SourceLocation, slip: Slip)] = []
    for (file, bytes) in texts.sorted(by: { $0.key < $1.key }) {
      let syntax = SyntaxTree(bytes)
      var (line, counted) = (1, 0)
      for slip in syntax.slips {
        let start = syntax.tokens[slip.token].start
        line += syntax.tokens.bytes[counted..<start].count { $0 == 0x0A }
        counted = start
        found.append((SourceLocation(file: file, line: line), slip))
      }
    }
    return found
  }

  /// The token at which it is told.
  let token: Int
  let message: String
  let fix: String
  var subject: String?
}

extension SyntaxTree {
  /// What is written twice, in the order of the text.
  fileprivate var slips: [Slip] {
    let found =
      choices.compactMap { slip(in: $0) } + branches.compactMap { slip(in: $0) }
      + calls.compactMap { slip(in: $0) }
    return found.sorted { $0.token < $1.token }
  }

  private func slip(in choice: Choice) -> Slip? {
    guard mayRepeat(choice) else { return nil }
    var before: Set<[[UInt8]]> = []
    for (index, parts) in choice.alternatives.enumerated() {
      var joined: Set<[UInt8]> = []
      for part in parts where !mayDiffer(part) {
        guard !joined.insert(text(of: part)).inserted else { continue }
        return Slip(
          token: part.lowerBound, message: "`\(written(part))` appears twice in what `and` joins",
          fix: "one of them is probably meant to be something else",
          subject: lastName(in: part))
      }
      guard !parts.contains(where: mayDiffer) else { continue }
      let texts = parts.map { text(of: $0) }
      if parts.count == 1, index > 0, let other = choice.alternatives[index - 1].last,
        choice.alternatives[index - 1].count > 1, text(of: other) == texts[0]
      {
        return Slip(
          token: other.lowerBound,
          message:
            "both outcomes give `\(written(parts[0]))`: the left side of `and` decides nothing",
          fix: "one of them is probably meant to be another value")
      }
      if !before.insert(texts).inserted {
        return Slip(
          token: parts[0].lowerBound,
          message:
            "`\(written(parts[0].lowerBound..<parts[parts.count - 1].upperBound))` appears twice "
            + "in what `or` chooses from",
          fix: "one of them is probably meant to be something else",
          subject: lastName(in: parts[0]))
      }
    }
    return nil
  }

  /// Whether two parts of a choice may be the same; most choices have no such parts.
  private func mayRepeat(_ choice: Choice) -> Bool {
    var sums: Set<Int> = []
    for part in choice.alternatives.joined() {
      var sum = part.count
      for token in part {
        for byte in tokens.bytes[tokens[token].start..<tokens[token].end] {
          sum = sum &* 31 &+ Int(byte)
        }
      }
      if !sums.insert(sum).inserted { return true }
    }
    return false
  }

  private func slip(in branches: Branches) -> Slip? {
    guard let first = branches.blocks.first, !first.isEmpty,
      branches.blocks.allSatisfy({ $0.count == first.count })
    else { return nil }
    let text = text(of: first)
    guard branches.blocks.dropFirst().allSatisfy({ self.text(of: $0) == text }) else { return nil }
    return Slip(
      token: branches.start, message: "all branches do the same: the condition decides nothing",
      fix: "one of them is probably meant to do something else", subject: "if")
  }

  private func slip(in call: Call) -> Slip? {
    guard let chain = call.chain.map({ chains[$0] }), chain.use.binding == nil,
      chain.steps.count == 1, self.text(chain.use.token) == "math",
      let name = chain.steps[0].token.map({ self.text($0) }), ["min", "max"].contains(name)
    else { return nil }
    var seen: Set<[UInt8]> = []
    for argument in call.argumentTokens where !argument.isEmpty {
      if !seen.insert(text(of: argument)).inserted {
        return Slip(
          token: argument.lowerBound,
          message: "`math.\(name)` gets `\(written(argument))` twice",
          fix: "one of them is probably meant to be another value",
          subject: lastName(in: argument))
      }
    }
    return nil
  }

  /// Whether an expression may give something else the next time: it has a call, or makes something.
  private func mayDiffer(_ range: Range<Int>) -> Bool {
    range.isEmpty
      || range.contains { index in
        let token = tokens[index]
        if token.is("{") || token.is("function") { return true }
        guard token.is("(") || token.kind == .string, index > range.lowerBound else {
          return false
        }
        let before = tokens[index - 1]
        return before.kind == .name || before.kind == .string || before.is(")") || before.is("]")
      }
  }

  /// The tokens without the spaces and comments between them.
  private func text(of range: Range<Int>) -> [UInt8] {
    range.reduce(into: []) { bytes, index in
      bytes += tokens.bytes[tokens[index].start..<tokens[index].end]
      bytes.append(0)
    }
  }

  /// The text as it is written, shortened.
  private func written(_ range: Range<Int>) -> String {
    let bytes = tokens.bytes[tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end]
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  private func lastName(in range: Range<Int>) -> String? {
    range.last { tokens[$0].kind == .name }.map { text($0) }
  }
}
