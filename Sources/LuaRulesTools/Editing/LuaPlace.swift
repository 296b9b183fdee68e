/// A place in the text of a rule file, and what stands around it.
///
/// The text is read word by word up to the place; it need not be complete.
struct LuaPlace {
  /// What is open around the place.
  enum Frame {
    /// A table, with the name of the field that it is the value of.
    case table(field: String?, key: String?)
    /// A function with its first parameter, or another block.
    case block(parameter: String?)
  }

  /// The frames, outermost first.
  private(set) var frames: [Frame] = []
  /// The words before the one at the place.
  private(set) var before: [LuaTokens.Token] = []
  /// The word at the place, or directly before it.
  private(set) var word: LuaTokens.Token?
  /// The word behind it.
  private(set) var after: LuaTokens.Token?
  private let offset: Int

  /// Reads a text up to a place.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - offset: The place, in bytes.
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

  /// What is written of the word up to the place.
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
      // The first name in the brackets of a function.
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

  /// The name of the field to which a value at the end of some words would belong.
  func fieldBefore(_ tokens: ArraySlice<LuaTokens.Token>) -> String? {
    guard tokens.last?.text == "=", tokens.last?.kind == .sign else { return nil }
    let left = tokens.dropLast()
    if left.last?.kind == .name { return left.last?.text }
    guard left.last?.text == "]", left.dropLast().last?.kind == .string else { return nil }
    return left.dropLast().last?.text
  }
}

extension LuaPlace {
  /// Where in a rule a place is.
  enum Part: Equatable {
    /// Among the fields of a rule.
    case rule
    /// In a pattern, below some names.
    case pattern([String])
    /// Among the keys of `set`.
    case set
    case elsewhere
  }

  /// The part of a rule that the innermost table is.
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

  /// The key of the rule around the place, which groups may give.
  var key: String? {
    for case .table(_, let key?) in frames.reversed() { return key }
    return nil
  }

  /// The parameters of the functions around the place that may be the context.
  var contexts: [String] {
    frames.compactMap { if case .block(let name) = $0 { name } else { nil } }
  }

  /// The names of a chain such as `c.todo.priority` that ends with some words; the context left out.
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

  /// What the word at the place names.
  enum Subject {
    /// A key, or a member below one.
    case path([String])
    /// A field of a rule.
    case field(String)
  }

  /// What the word at the place names; `nil` where it names nothing of rules.
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
