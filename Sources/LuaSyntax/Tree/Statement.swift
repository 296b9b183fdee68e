extension SyntaxTree {
  /// A statement, with the tokens that it is written with; numbered as they end.
  package struct Statement: Sendable {
    package let kind: Kind
    package let tokens: Range<Int>

    package enum Kind: Sendable {
      /// Variables, and the expressions that they begin with.
      case local(bindings: [Int], values: [Int])
      case localFunction(binding: Int, function: Int)
      /// A function by a name with members; `nil` if the name is missing.
      case function(target: Int?, function: Int)
      case assignment(targets: [Int], values: [Int])
      /// Expressions alone: a call, or in an unfinished text anything.
      case expressions([Int])
      case `do`(body: Int)
      case `while`(condition: Int, body: Int)
      case `repeat`(body: Int, condition: Int?)
      /// A loop that counts: its bounds are two or three expressions.
      case count(binding: Int, bounds: [Int], body: Int)
      /// A loop over what an iterator gives.
      case iterate(bindings: [Int], values: [Int], body: Int)
      /// The blocks behind the conditions in their order; one more block is that of `else`.
      case `if`(conditions: [Int], blocks: [Int])
      case `return`([Int])
      case `break`
      case goto(label: Int?)
      case label(Int?)
      /// `;`, or what is not understood.
      case nothing
    }

    /// The body, if the statement is a loop.
    package var loopBody: Int? {
      switch kind {
      case .while(_, let body), .repeat(let body, _), .count(_, _, let body),
        .iterate(_, _, let body):
        body
      default: nil
      }
    }
  }

  /// Statements one after the other, which share a scope.
  package struct Block: Sendable {
    package internal(set) var statements: [Int]
    package internal(set) var tokens: Range<Int>
  }

  /// Returns the blocks directly in a statement, in the order of the text.
  package func blocks(in statement: Int) -> [Int] {
    switch statements[statement].kind {
    case .do(let body): [body]
    case .if(_, let blocks): blocks
    default: statements[statement].loopBody.map { [$0] } ?? []
    }
  }

  /// Returns the expressions directly in a statement, in the order in which they are evaluated; those of its blocks
  /// do not count.
  package func expressions(in statement: Int) -> [Int] {
    switch statements[statement].kind {
    case .local(_, let values), .return(let values), .expressions(let values): values
    case .assignment(let targets, let values): targets + values
    case .function(let target, _): [target].compactMap(\.self)
    case .while(let condition, _): [condition]
    case .repeat(_, let condition): [condition].compactMap(\.self)
    case .count(_, let bounds, _): bounds
    case .iterate(_, let values, _): values
    case .if(let conditions, _): conditions
    case .localFunction, .do, .break, .goto, .label, .nothing: []
    }
  }
}
