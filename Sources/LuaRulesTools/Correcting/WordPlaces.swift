import LuaBridge
import LuaSyntax

/// Where the names and values of a file are.
struct WordPlaces: Sendable {
  /// The places of names and of texts.
  private var names: [String: [EditedFile.Range]] = [:]
  /// The places of values, as findings write them.
  private var values: [String: [EditedFile.Range]] = [:]
  /// The steps of paths by their names.
  private var steps: [String: [Step]] = [:]

  /// A name in a path.
  private struct Step: Sendable {
    /// The path up to the name.
    let path: [String]
    let range: EditedFile.Range
  }

  /// Looks at a file.
  init(of file: EditedFile) {
    let tokens = file.tokens
    for index in 0..<tokens.count {
      let token = tokens[index]
      if token.kind == .name || token.kind == .string {
        names[tokens.text(token), default: []].append(tokens.inner(token))
      }
      if token.kind != .name {
        values[Self.literal(token, in: tokens), default: []].append(token.start..<token.end)
      }
    }
    for use in file.outline.paths {
      for step in use.steps {
        let path = Array(use.names[...step.index])
        steps[use.names[step.index], default: []].append(Step(path: path, range: step.range))
      }
    }
    for name in steps.keys { steps[name]?.sort { $0.range.lowerBound < $1.range.lowerBound } }
  }

  /// Returns the places of a name or a value in a line, from 0, if it is certain that all of them mean
  /// the same.
  func certainPlaces(
    of subject: String, inLine line: Int, of file: EditedFile, isPath: Bool
  ) -> [EditedFile.Range] {
    let line = file.bytes(ofLine: line)
    let isName = subject.first.map { $0.isLetter || $0 == "_" } ?? false
    var places = values[subject].map { $0.within(line) { $0 } } ?? []
    if isName { places += names[subject].map { $0.within(line) { $0 } } ?? [] }
    guard isPath else { return places.count == 1 ? places : [] }
    // A name with dots may be one string, such as "todo.titel".
    let steps = steps[subject].map { $0.within(line) { $0.range } } ?? []
    guard !steps.isEmpty else { return places.count == 1 ? places : [] }
    let isOne = Set(steps.map(\.path)).count == 1
    return isOne ? Set(steps.map(\.range)).sorted { $0.lowerBound < $1.lowerBound } : []
  }

  /// The text of a token as findings write values.
  private static func literal(_ token: LuaTokens.Token, in tokens: LuaTokens) -> String {
    guard token.kind == .string else {
      return String(decoding: tokens.bytes[token.start..<token.end], as: UTF8.self)
    }
    let text = tokens.text(token)
    // What an escape stands for is written in another way.
    return text.utf8.contains(UInt8(ascii: "\\")) ? "" : LuaText.quoted(text)
  }
}

extension Array {
  /// Returns the elements that begin in a range, of those in the order of their places.
  fileprivate func within(
    _ range: EditedFile.Range, _ place: (Element) -> EditedFile.Range
  ) -> [Element] {
    let start = partitioningIndex { place($0).lowerBound >= range.lowerBound }
    return Array(self[start...].prefix { place($0).lowerBound < range.upperBound })
  }
}
