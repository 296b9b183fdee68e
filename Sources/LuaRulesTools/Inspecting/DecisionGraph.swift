import LuaRules

/// A rule function as a graph of tests: what it reads, compares, and returns.
///
/// Functions that it calls are inlined, and constants around it are known.
/// A path that only Lua can continue ends with ``Node/lua``.
struct DecisionGraph: Sendable {
  /// An operand of a test: a constant, or a variable by its number in the model.
  enum Operand: Hashable, Sendable {
    case constant(TestedValue)
    case variable(Int)
  }

  /// A test of operands.
  struct Test: Hashable, Sendable {
    /// The kinds of tests.
    enum Kind: Hashable, Sendable {
      /// Whether `left` is true in a condition.
      case isTrue
      case isEqual, isLess, isLessOrEqual
    }

    let kind: Kind
    let left: Operand
    let right: Operand

    /// Creates a test; if it has only one operand, `right` is ignored.
    init(kind: Kind, left: Operand, right: Operand) {
      self.kind = kind
      self.left = left
      self.right = right
    }
  }

  /// A test, or an end of the graph.
  enum Node: Sendable {
    case test(Test, yes: Int, no: Int, place: SourceLocation?)
    case result(Operand, place: SourceLocation?)
    case lua
  }

  /// The nodes, beginning with node 0; empty if Lua runs the whole function.
  let nodes: [Node]
  /// Why Lua runs the function, or parts of it, with the line in its file.
  let obstacle: Obstacle?
  /// The variables that are always read before the first test or end.
  let firstReads: [Int]
  /// Comparisons of constants that a local variable may be: those that hold, and those of order.
  var constantTests: [(test: Test, place: SourceLocation)] = []
  /// The whole numbers that constants of the graph are as floats, such as `3.0`; others are integers.
  var wholeFloats: Set<Int64> = []
  /// Whether the function also reads something, which may fail, between its tests.
  var skipsReads = false

  /// An operation that only Lua can do.
  struct Obstacle: Sendable {
    /// A part of a sentence, such as `it has a loop`.
    let text: String
    /// The line; `nil` if unknown.
    let line: Int?
  }
}

/// A variable in tests of rules: a path below the context, or a value calculated from paths.
struct DecisionVariable: Sendable {
  /// The names of the path; empty for a calculated value.
  let path: [String]
  /// The variables from which it is calculated; empty for a path.
  let parts: [Int]
  /// The variable as written in a rule: `c.todo.priority`, `#c.list`.
  let text: String
  /// Whether it is the result of `not`.
  var isOpposite = false
  /// How it is calculated; `nil` for a path of names, and if that is not known.
  var calculation: Calculation?

  /// An operation, or a read by position, with its operands.
  struct Calculation: Hashable, Sendable {
    /// An operand: a constant as a literal, which tells `3` from `3.0`, or a variable by its number.
    enum Operand: Hashable, Sendable {
      case constant(String)
      case variable(Int)
    }

    /// The kinds of results.
    enum Result: Hashable, Sendable {
      case integer, number, text, any
    }

    let name: String
    let operands: [Operand]
    let result: Result
    /// Whether the operands may be exchanged.
    let isCommutative: Bool
  }

  /// Whether it is a path of names.
  var isPath: Bool { !path.isEmpty }
}
