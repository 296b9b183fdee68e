import LuaRules

/// The structure of a Lua text, which may be incomplete: names with their
/// scopes, chains of members, tables, functions and calls.
///
/// Positions are indexes of ``tokens``.
struct LuaSyntax: Sendable {
  let tokens: LuaTokens
  var bindings: [Binding] = []
  /// Each use of a name that is not a member, in the order of the text.
  var uses: [Use] = []
  var chains: [Chain] = []
  var tables: [Table] = []
  var functions: [Function] = []
  var calls: [Call] = []
  /// The members and elements of values that are no names: `(a or b).c`, `f(x).c`.
  var members: [Member] = []
  /// The variables that get another value than that of their declaration.
  var assigned: Set<Int> = []
  /// The values that members of variables get: `t.a = x`, and `function t.a()`.
  var memberValues: [(chain: Int, value: Value)] = []
  /// Whether members of values get values that no variable holds: `f().a = x`.
  var writesUnnamed = false
  /// The first and the last token of each block.
  var blocks: [ClosedRange<Int>] = []
  /// The expressions with `and` or `or`.
  var choices: [Choice] = []
  /// The `if` statements with `else`.
  var branches: [Branches] = []
  /// What the file returns.
  var returned: Value?
  /// Whether parts were passed over that are nested too deeply.
  var hasSkipped = false

  /// A local variable, or a parameter.
  struct Binding: Sendable {
    enum Kind: Sendable {
      /// A local variable; of several, the value is known for the first one.
      case local
      /// A parameter with its position in a function.
      case parameter(function: Int, position: Int)
      /// A variable of a loop over the value of a call, with its position.
      case loop(position: Int)
    }

    let name: String
    let token: Int
    let kind: Kind
    var value: Value?
    /// The tokens of the value.
    var valueTokens = 0..<0
    /// The attribute, such as `const`.
    var attribute: String?
    /// The first token behind the block in which it is visible.
    var end = Int.max
  }

  /// A use of a name.
  struct Use: Sendable {
    let token: Int
    /// The variable; `nil` for a global.
    let binding: Int?
  }

  /// A name with members behind it: `c.order.lines`.
  struct Chain: Sendable {
    /// The first name.
    let use: Use
    var steps: [Step] = []

    /// One member, or one element.
    struct Step: Sendable {
      /// The token of the name, or of the text in brackets; `nil` for another index.
      let token: Int?
      let isMethod: Bool
      /// The value in brackets.
      var index: Value?
    }
  }

  /// A table constructor.
  struct Table: Sendable {
    let open: Int
    var close: Int
    var fields: [Field] = []

    /// One entry.
    struct Field: Sendable {
      /// The token of the name; `nil` for an element of a list.
      let name: Int?
      let value: Value
      let start: Int
      let end: Int
    }
  }

  /// A function body.
  struct Function: Sendable {
    let start: Int
    var end: Int
    var parameters: [Int] = []
    /// The first value of each `return`.
    var returns: [Value] = []
  }

  /// What `or` chooses from, each with what `and` joins in it, by their tokens.
  struct Choice: Sendable {
    var alternatives: [[Range<Int>]]
  }

  /// An `if` statement with the tokens of its blocks.
  struct Branches: Sendable {
    let start: Int
    var blocks: [Range<Int>]
  }

  /// A member, or an element, of a value.
  struct Member: Sendable {
    let base: Value
    /// The token of the name, or of the text in brackets; `nil` for another index.
    let token: Int?
    let isMethod: Bool
    /// The value in brackets.
    var index: Value?
  }

  /// A call.
  struct Call: Sendable {
    /// What is called.
    let callee: Value
    /// The chain that is called; `nil` for another expression.
    let chain: Int?
    let open: Int
    var commas: [Int] = []
    var close: Int
    var arguments: [Value] = []

    /// The tokens of the arguments in parentheses.
    var argumentTokens: [Range<Int>] {
      zip([open] + commas, commas + [close]).map { $0 + 1..<max($1, $0 + 1) }
    }
  }

  /// An expression of one part.
  indirect enum Value: Sendable {
    case chain(Int)
    case table(Int)
    case function(Int)
    case string(Int)
    case call(Int)
    /// A member of another value than a chain.
    case member(Int)
    /// One of several, which `and` and `or` choose.
    case either([Value])
    /// A number, a Boolean, `nil`, or the result of an operator but `..`.
    case plain
    /// The result of `..`.
    case text
    /// Anything else.
    case other
  }

  /// Reads a text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: String) {
    let tokens = LuaTokens(text)
    var parser = LuaParser(LuaSyntax(tokens: tokens))
    parser.parse()
    if parser.hasErrors {
      parser = LuaParser(LuaSyntax(tokens: tokens), isRecovering: true)
      parser.parse()
    }
    self = parser.syntax
  }

  private init(tokens: LuaTokens) {
    self.tokens = tokens
  }

  func text(_ token: Int) -> String { tokens.text(tokens[token]) }

  /// Returns the field of a table with a name; of several, the last one.
  func field(_ name: String, of table: Int) -> Table.Field? {
    tables[table].fields.last { field in
      field.name.map { tokens[$0].end - tokens[$0].start >= name.utf8.count && text($0) == name }
        ?? false
    }
  }

  /// The table that the file returns, perhaps by the name of a variable.
  var returnedTable: Int? {
    switch returned {
    case .table(let table)?: return table
    case .chain(let chain)?:
      guard chains[chain].steps.isEmpty, let binding = chains[chain].use.binding,
        !assigned.contains(binding), case .table(let table)? = bindings[binding].value
      else { return nil }
      return table
    default: return nil
    }
  }

  /// The variable that the file returns.
  var returnedVariable: Int? {
    guard case .chain(let chain)? = returned, chains[chain].steps.isEmpty else { return nil }
    return chains[chain].use.binding
  }

  /// Returns the position of a use in ``uses`` by its token.
  func use(atToken token: Int) -> Use? {
    var low = 0
    var high = uses.count
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low < uses.count && uses[low].token == token ? uses[low] : nil
  }
}
