import LuaSyntax

/// A function as it is written.
struct WrittenFunction: Sendable {
  let file: WrittenFile
  /// Its number in the tree.
  let number: Int

  var syntax: SyntaxTree { file.syntax }
  var function: SyntaxTree.Function { syntax.functions[number] }

  /// Returns a function directly in it, by its position among these.
  func inner(_ index: Int) -> WrittenFunction? {
    guard function.inner.indices.contains(index) else { return nil }
    return WrittenFunction(file: file, number: function.inner[index])
  }

  /// The expressions in it, and in the functions inside it.
  var expressions: Range<Int> {
    let body = syntax.blocks[function.body].tokens
    func first(behind token: Int) -> Int {
      syntax.expressions.partitioningIndex { $0.tokens.upperBound > token }
    }
    return first(behind: body.lowerBound)..<first(behind: body.upperBound)
  }

  /// The calls in it, but for those in functions inside it; its compiled form has them in the same order.
  var calls: [Int] { file.calls[number] ?? [] }

  /// Whether it has no name, and is an argument of a call.
  var isArgument: Bool {
    let own = expressions.upperBound
    guard syntax.expressions.indices.contains(own),
      case .function(number) = syntax.expressions[own].kind, let parent = file.parents[own],
      case .call(let call) = syntax.expressions[parent].kind
    else { return false }
    return syntax.calls[call].calledExpression != own
  }

  // MARK: Variables

  /// Whether it is a method, whose first parameter `self` is not written.
  private var isMethod: Bool {
    syntax.tokens.all[function.start...].prefix { !$0.is("(") }.contains { $0.is(":") }
  }

  /// Its parameters; `nil` for `self`.
  var parameters: [Int?] { (isMethod ? [nil] : []) + function.parameters }

  /// Returns the variable outside of it that a name stands for which it uses.
  func captured(_ name: String) -> Int? {
    expressions.lazy.compactMap { syntax.binding($0) }.first { binding in
      syntax.bindings[binding].name == name && isOutside(binding)
    }
  }

  /// Whether a variable that it uses is declared outside of it.
  func isOutside(_ binding: Int) -> Bool {
    // Functions are in the order in which they begin.
    syntax.bindings[binding].function.map { $0 < number } ?? true
  }

  func uses(of variable: Int) -> [Int] {
    expressions.filter { syntax.binding($0) == variable }
  }
}
