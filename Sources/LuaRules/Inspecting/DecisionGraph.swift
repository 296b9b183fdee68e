/// A rule function as a graph of tests: what it reads, compares, and comes to.
///
/// Functions that it calls are part of it, and constants around it are known.
/// What only Lua can tell ends a way with ``Node/lua``.
package struct DecisionGraph: Sendable {
  /// What is tested: a constant, or a variable by its number in the model.
  package enum Operand: Hashable, Sendable {
    case constant(TestedValue)
    case variable(Int)
  }

  /// A test of operands.
  package struct Test: Hashable, Sendable {
    /// How they are compared.
    package enum Kind: Hashable, Sendable {
      /// Whether `left` counts as true.
      case isTrue
      case isEqual, isLess, isLessOrEqual
    }

    package let kind: Kind
    package let left: Operand
    package let right: Operand

    /// Creates a test; of one operand, `right` says nothing.
    package init(kind: Kind, left: Operand, right: Operand) {
      self.kind = kind
      self.left = left
      self.right = right
    }
  }

  /// A test, or an end.
  package enum Node: Sendable {
    case test(Test, yes: Int, no: Int, place: SourceLocation?)
    case result(Operand, place: SourceLocation?)
    case lua
  }

  /// Where it begins is node 0; empty when Lua runs all of it.
  package let nodes: [Node]
  /// Why Lua runs it, or parts of it, with the line in its file.
  package let obstacle: Obstacle?
  /// The variables that are read on the way to the first test or end, whatever happens.
  package let firstReads: [Int]

  /// What only Lua can do.
  package struct Obstacle: Sendable {
    /// A part of a sentence, such as `it has a loop`.
    package let text: String
    /// The line; `nil` where it is not known.
    package let line: Int?
  }
}

/// What rules test: a path from the context on, or something calculated of such.
package struct DecisionVariable: Sendable {
  /// The names of the path; empty for what is calculated.
  package let path: [String]
  /// The variables that it is calculated of; empty for a path.
  package let parts: [Int]
  /// The variable as one writes it: `c.todo.priority`, `#c.list`.
  package let text: String
  /// Whether it is what `not` makes of something.
  package var isOpposite = false

  /// Whether it is a path that consists of names.
  package var isPath: Bool { !path.isEmpty }
}
