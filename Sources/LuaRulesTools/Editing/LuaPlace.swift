/// A position in the text of a rule file, with the code around it.
///
/// The text is read token by token up to the position; it may be incomplete.
struct LuaPlace {
  /// An open table or block around the position.
  enum Frame {
    /// A table, with the name of the field whose value it is.
    case table(field: String?, key: String?)
    /// A function with its first parameter, or another block.
    case block(parameter: String?)
  }

  /// The frames, outermost first.
  private(set) var frames: [Frame] = []
  /// The tokens before the one at the position.
  private(set) var before: [LuaTokens.Token] = []
  /// The token at the position, or directly before it.
  private(set) var word: LuaTokens.Token?
  /// The token behind it.
  private(set) var after: LuaTokens.Token?
  private let offset: Int

  /// Reads a text up to a position.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - offset: The position, in bytes.
  init(_ text: String, at offset: Int) {
    self.offset = offset
    for token in LuaTokens.all(in: text) {
      let isInside = token.start < offset || token.start == offset && token.kind != .sign
      if token.start < offset && (token.end < offset || token.kind == .sign && token.end == offset)
      {
        read(token)
        before.append(token)
      } else if isInside, word == nil, token.end >= offset {
        word = token
      } else {
        after = token
        break
      }
    }
  }

  /// The part of the token before the position.
  var prefix: String {
    guard let word else { return "" }
    let start = word.start + (word.kind == .string ? 1 : 0)
    return String(decoding: Array(word.text.utf8).prefix(max(0, offset - start)), as: UTF8.self)
  }

  private mutating func read(_ token: LuaTokens.Token) {
    switch (token.kind, token.text) {
    case (.sign, "{"): frames.append(.table(field: fieldBefore(before[...]), key: nil))
    case (.sign, "}"): if case .table? = frames.last { frames.removeLast() }
    case (.name, "function"), (.name, "if"), (.name, "do"), (.name, "repeat"):
      frames.append(.block(parameter: nil))
    case (.name, "end"), (.name, "until"): if case .block? = frames.last { frames.removeLast() }
    case (.name, let name):
      // The first name in the parentheses of a function is its parameter.
      if case .block(nil)? = frames.last, before.last?.text == "(",
        before.dropLast().suffix(3).contains(where: { $0.text == "function" })
      {
        frames[frames.count - 1] = .block(parameter: name)
      }
    case (.string, let text):
      if fieldBefore(before[...]) == "key", case .table(let field, _)? = frames.last {
        frames[frames.count - 1] = .table(field: field, key: text)
      }
    default: break
    }
  }

  /// Returns the name of the field whose value would follow some tokens.
  func fieldBefore(_ tokens: ArraySlice<LuaTokens.Token>) -> String? {
    guard tokens.last?.text == "=", tokens.last?.kind == .sign else { return nil }
    let left = tokens.dropLast()
    if left.last?.kind == .name { return left.last?.text }
    guard left.last?.text == "]", left.dropLast().last?.kind == .string else { return nil }
    return left.dropLast().last?.text
  }
}

extension LuaPlace {
  /// The part of a rule that a position is in.
  enum Part: Equatable {
    /// Among the fields of a rule.
    case rule
    /// In a pattern, below a path of names.
    case pattern([String])
    /// Among the keys of `set`.
    case set
    case elsewhere
  }

  /// The part of a rule that the innermost table represents.
  var part: Part {
    var part = Part.elsewhere
    var isFirst = true
    for frame in frames {
      guard case .table(let field, _) = frame else {
        part = .elsewhere
        continue
      }
      switch (part, field) {
      case (.pattern(let names), let name?): part = .pattern(names + Self.names(name))
      case (.pattern, nil), (.set, _): break
      case (_, "when"?): part = .pattern([])
      case (_, "set"?): part = .set
      case (_, nil), (_, "rules"?): part = isFirst ? .elsewhere : .rule
      default: part = .elsewhere
      }
      isFirst = false
    }
    return part
  }

  static func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

  /// The key of the rule around the position; a group may provide it.
  var key: String? {
    for case .table(_, let key?) in frames.reversed() { return key }
    return nil
  }

  /// The parameters of the functions around the position that may be the
  /// context.
  var contexts: [String] {
    frames.compactMap { if case .block(let name) = $0 { name } else { nil } }
  }

  /// Returns the names of a chain such as `c.todo.priority` at the end of some
  /// tokens, without the context.
  func chain(_ tokens: ArraySlice<LuaTokens.Token>) -> [String]? {
    var names: [String] = []
    var rest = tokens
    while let name = rest.last, name.kind == .name {
      names.insert(name.text, at: 0)
      rest = rest.dropLast()
      guard rest.last?.text == "." else { break }
      rest = rest.dropLast()
    }
    guard let first = names.first, contexts.contains(first) else { return nil }
    return Array(names.dropFirst())
  }

  /// The meaning of the token at the position.
  enum Subject {
    /// A key, or a member below one.
    case path([String])
    /// A field of a rule.
    case field(String)
  }

  /// The meaning of the token at the position; `nil` if it has none for rules.
  var subject: Subject? {
    guard let word else { return nil }
    if word.kind == .string {
      if fieldBefore(before[...]) == "key" { return .path(Self.names(word.text)) }
      if before.last?.text == "[", after?.text == "]", case .pattern(let names) = part {
        return .path(names + Self.names(word.text))
      }
      return nil
    }
    guard word.kind == .name else { return nil }
    if let path = chain(before[...] + [word]), !path.isEmpty { return .path(path) }
    guard after?.text == "=" else { return nil }
    switch part {
    case .rule: return .field(word.text)
    case .pattern(let names): return .path(names + [word.text])
    case .set: return .path([word.text])
    case .elsewhere: return nil
    }
  }
}
