import LuaSyntax

/// A position in the text of a rule file, with the code around it.
///
/// The tokens before it are read in their order; the text may be incomplete.
struct LuaPlace {
  /// An open table or block around the position.
  enum Frame {
    /// A table, with the name of the field whose value it is.
    case table(field: String?, key: String?)
    /// A function with its first parameter and the name of the field whose value it is, or another
    /// block.
    case block(parameter: String?, isFunction: Bool, field: String?)
  }

  /// The frames, outermost first.
  private(set) var frames: [Frame] = []
  let tokens: LuaTokens
  /// The number of tokens before the one at the position.
  private(set) var count = 0
  /// The token at the position, or directly before it.
  private(set) var word: LuaTokens.Token?
  /// The token behind it.
  private(set) var after: LuaTokens.Token?
  private let offset: Int

  /// Reads tokens up to a position, in bytes.
  init(_ tokens: LuaTokens, at offset: Int) {
    self.tokens = tokens
    self.offset = offset
    count = tokens.count
    for index in 0..<tokens.count {
      let token = tokens[index]
      if token.start < offset,
        token.end < offset || token.kind == .sign && token.end == offset
      {
        read(index)
        continue
      }
      count = index
      let isInside = token.start < offset || token.start == offset && token.kind != .sign
      if isInside, token.end >= offset { word = token }
      let next = index + (word == nil ? 0 : 1)
      after = next < tokens.count ? tokens[next] : nil
      break
    }
  }

  /// The tokens before the one at the position.
  var before: ArraySlice<LuaTokens.Token> { tokens.all[..<count] }

  func text(_ token: LuaTokens.Token) -> String { tokens.text(token) }

  private mutating func read(_ index: Int) {
    let token = tokens[index]
    switch token.word {
    case "{": frames.append(.table(field: fieldBefore(tokens.all[..<index]), key: nil))
    case "}": if case .table? = frames.last { frames.removeLast() }
    case "function":
      let field = fieldBefore(tokens.all[..<index])
      frames.append(.block(parameter: nil, isFunction: true, field: field))
    case "if", "do", "repeat":
      frames.append(.block(parameter: nil, isFunction: false, field: nil))
    case "end", "until": if case .block? = frames.last { frames.removeLast() }
    default:
      if token.kind == .name, index > 1, tokens[index - 1].is("("),
        case .block(nil, true, let field)? = frames.last,
        tokens.all[..<(index - 1)].suffix(3).contains(where: { $0.is("function") })
      {
        // The first name in the parentheses of a function is its parameter.
        frames[frames.count - 1] = .block(parameter: text(token), isFunction: true, field: field)
      } else if token.kind == .string, case .table(let field, _)? = frames.last,
        index > 1, tokens[index - 1].is("="), tokens.isName(tokens[index - 2], "key")
      {
        frames[frames.count - 1] = .table(field: field, key: text(token))
      }
    }
  }

  /// Returns the name of the field whose value would follow some tokens.
  func fieldBefore(_ tokens: ArraySlice<LuaTokens.Token>) -> String? {
    guard tokens.last?.is("=") == true else { return nil }
    let left = tokens.dropLast()
    if let name = left.last, name.kind == .name { return text(name) }
    guard left.last?.is("]") == true, let name = left.dropLast().last, name.kind == .string else {
      return nil
    }
    return text(name)
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

  /// Whether the innermost function around the position is the value of a rule.
  var isInAnswer: Bool {
    for frame in frames.reversed() {
      switch frame {
      case .block(_, true, let field): return field == "value"
      case .block: continue
      case .table: return false
      }
    }
    return false
  }

  static func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

  /// The key of the rule around the position; a group may provide it.
  var key: String? {
    for case .table(_, let key?) in frames.reversed() { return key }
    return nil
  }

  /// Returns the names of a chain such as `c.todo.priority` at the end of some
  /// tokens, the first of which is a variable.
  func chain(_ tokens: ArraySlice<LuaTokens.Token>) -> [String]? {
    var names: [String] = []
    var rest = tokens
    while let name = rest.last, name.kind == .name {
      names.insert(text(name), at: 0)
      rest = rest.dropLast()
      guard rest.last?.is(".") == true else { break }
      rest = rest.dropLast()
    }
    return names.isEmpty ? nil : names
  }

  /// The field of a rule at the position, if there is one.
  var field: String? {
    guard let word, word.kind == .name, after?.is("=") == true, part == .rule else { return nil }
    return text(word)
  }
}
