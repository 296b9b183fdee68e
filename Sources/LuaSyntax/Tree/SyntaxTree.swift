/// What is written in a Lua text, which may be incomplete: statements and expressions, and names with their
/// scopes.
///
/// Each kind of part has its list, in which other parts refer to it by its position. Places in the text
/// are positions in ``tokens``, whose elements have their ranges in bytes.
package struct SyntaxTree: Sendable {
  package let tokens: LuaTokens
  package internal(set) var expressions: [Expression] = []
  package internal(set) var statements: [Statement] = []
  package internal(set) var blocks: [Block] = []
  /// The block of the whole file.
  package internal(set) var file = 0
  package internal(set) var bindings: [Binding] = []
  /// Each use of a name that is not a member, in the order of the text.
  package internal(set) var uses: [Use] = []
  package internal(set) var chains: [Chain] = []
  package internal(set) var tables: [Table] = []
  /// In the order in which they begin, as in the compiled form, unless ``hasSkipped`` or the text is no Lua.
  ///
  /// SOURCE: `lparser.c` of Lua 5.4: `body` calls `addprototype` before it reads the parameters.
  package internal(set) var functions: [Function] = []
  package internal(set) var calls: [Call] = []
  /// The members and elements of values that are no names: `(a or b).c`, `f(x).c`.
  package internal(set) var members: [Member] = []
  /// The variables that get another value than that of their declaration.
  package internal(set) var assigned: Set<Int> = []
  /// The values that members of variables get: `t.a = x`, and `function t.a()`.
  package internal(set) var memberValues: [(chain: Int, value: Value)] = []
  /// Whether members of values get values that no variable holds: `f().a = x`.
  package internal(set) var writesUnnamed = false
  /// What the file returns.
  package internal(set) var returned: Value?
  /// Whether an end or a name is missing.
  package internal(set) var isBroken = false
  /// Whether parts were passed over that are nested too deeply.
  package internal(set) var hasSkipped = false

  /// A local variable, or a parameter.
  package struct Binding: Sendable {
    package enum Kind: Sendable {
      /// A local variable; of several, the value is known for the first one.
      case local
      /// A parameter with its position in a function.
      case parameter(function: Int, position: Int)
      /// A variable of a loop with its position; the value is that of the loop's first expression.
      case loop(position: Int)
    }

    package let name: String
    package let token: Int
    package let kind: Kind
    /// The function that declares it; `nil` for the file.
    package let function: Int?
    package internal(set) var value: Value?
    /// The expression of the value.
    package internal(set) var expression: Int?
    /// The attribute, such as `const`.
    package internal(set) var attribute: String?
    /// The first token behind the block in which it is visible.
    package internal(set) var end = Int.max
  }

  /// A use of a name.
  package struct Use: Sendable {
    package let token: Int
    /// The variable; `nil` for a global.
    package let binding: Int?
    /// The function in which it stands; `nil` for the file.
    package let function: Int?
  }

  /// A name with members behind it: `c.order.lines`.
  package struct Chain: Sendable {
    /// The first name.
    package let use: Use
    package internal(set) var steps: [Step] = []

    package init(use: Use, steps: [Step] = []) {
      self.use = use
      self.steps = steps
    }

    /// One member, or one element.
    package struct Step: Sendable {
      /// The token of the name, or of the text in brackets; `nil` for another index.
      package let token: Int?
      package let isMethod: Bool
      /// The value in brackets.
      package internal(set) var index: Value?
    }
  }

  /// A table constructor.
  package struct Table: Sendable {
    package let open: Int
    package internal(set) var close: Int
    package internal(set) var fields: [Field] = []

    /// One entry.
    package struct Field: Sendable {
      /// The token of the name; `nil` for an element of a list.
      package let name: Int?
      /// The expression in brackets.
      package let key: Int?
      package let value: Value
      package let expression: Int
      package let start: Int
      package let end: Int
    }
  }

  /// A function body.
  package struct Function: Sendable {
    package let start: Int
    package internal(set) var end: Int
    /// The function around it; `nil` for the file.
    package let outer: Int?
    /// The functions directly in it, in the order in which they begin.
    package internal(set) var inner: [Int] = []
    package internal(set) var parameters: [Int] = []
    /// Whether the last one is `...`.
    package internal(set) var isVariadic = false
    package internal(set) var body = 0
    /// The first value of each `return`.
    package internal(set) var returns: [Value] = []
  }

  /// A member, or an element, of a value.
  package struct Member: Sendable {
    package let base: Value
    /// The token of the name, or of the text in brackets; `nil` for another index.
    package let token: Int?
    package let isMethod: Bool
    /// The value in brackets.
    package internal(set) var index: Value?
  }

  /// A call.
  package struct Call: Sendable {
    /// What is called.
    package let callee: Value
    package let calledExpression: Int
    /// The chain that is called; `nil` for another expression.
    package let chain: Int?
    /// The function in which it stands; `nil` for the file.
    package let function: Int?
    package let open: Int
    package internal(set) var commas: [Int] = []
    package internal(set) var close: Int
    package internal(set) var arguments: [Value] = []
    package internal(set) var argumentExpressions: [Int] = []
  }

  /// What an expression is to those who follow names: one part, or several of which one is taken.
  package indirect enum Value: Sendable {
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
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads the bytes of a text, which may be no UTF-8.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: [UInt8]) {
    self = LuaParser.read(LuaTokens(bytes)).tree
  }

  /// Makes the tree of a text in which nothing is.
  init(tokens: LuaTokens) {
    self.tokens = tokens
  }

  package func text(_ token: Int) -> String { tokens.text(tokens[token]) }

  /// Returns the field of a table with a name; of several, the last one.
  package func field(_ name: String, of table: Int) -> Table.Field? {
    tables[table].fields.last { field in
      field.name.map { tokens[$0].end - tokens[$0].start >= name.utf8.count && text($0) == name }
        ?? false
    }
  }

  /// The table that the file returns, perhaps by the name of a variable.
  package var returnedTable: Int? {
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
  package var returnedVariable: Int? {
    guard case .chain(let chain)? = returned, chains[chain].steps.isEmpty else { return nil }
    return chains[chain].use.binding
  }

  /// Returns the position of a use in ``uses`` by its token.
  package func use(atToken token: Int) -> Use? {
    var low = 0
    var high = uses.count
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return low < uses.count && uses[low].token == token ? uses[low] : nil
  }
}
