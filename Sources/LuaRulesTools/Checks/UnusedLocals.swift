import LuaSyntax

/// A local variable that nothing reads.
struct UnusedLocal: Sendable {
  enum Content: Sendable {
    case function, module, constant, value
  }

  let name: String
  /// The number of the variable.
  let binding: Int
  /// The token of the name.
  let token: Int
  let line: Int
  let holds: Content
  /// Whether it is read only to calculate itself.
  let onlyUpdatesItself: Bool
  /// Whether it has the name of a variable of a block around it.
  let hidesOther: Bool
  /// Whether no function declares it.
  let isOfFile: Bool

  /// What is told of the variable.
  var message: String {
    if onlyUpdatesItself { return "the variable `\(name)` is assigned, but never read" }
    let what =
      switch holds {
      case .function: "function"
      case .module: "module"
      case .constant: "constant"
      case .value: "variable"
      }
    return "the \(what) `\(name)` is not used"
  }

  var fix: String { "remove it, or call it `_\(name)`" }
}

extension WrittenFile {
  /// Returns the local variables that are never read.
  ///
  /// Parameters and variables of a `for` loop do not count, because `for _, line in` needs both. Names that begin with
  /// `_` are meant to be unused. A function that only calls itself counts as unused, and so does a variable that is
  /// read only to calculate itself.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  func unusedLocals() -> [UnusedLocal] {
    var reads = Array(repeating: 0, count: syntax.bindings.count)
    var updates = reads
    let (own, recursive) = ownReads()
    for (number, expression) in syntax.expressions.enumerated() {
      guard case .name(let binding?) = expression.kind, !targets.contains(number) else { continue }
      if own.contains(number) {
        updates[binding] += 1
      } else if recursive[binding]?.contains(expression.tokens.lowerBound) != true {
        reads[binding] += 1
      }
    }
    let unused = syntax.bindings.indices.filter { number in
      let binding = syntax.bindings[number]
      guard case .local = binding.kind else { return false }
      return reads[number] == 0 && !binding.name.hasPrefix("_") && binding.attribute != "close"
    }
    let named = Dictionary(grouping: unused.isEmpty ? 0..<0 : syntax.bindings.indices) {
      syntax.bindings[$0].name
    }
    return unused.map { number in
      let binding = syntax.bindings[number]
      return UnusedLocal(
        name: binding.name, binding: number, token: binding.token,
        line: line(ofToken: binding.token),
        holds: content(of: binding), onlyUpdatesItself: updates[number] > 0,
        hidesOther: hidesOther(number, among: named[binding.name, default: []]),
        isOfFile: binding.function == nil)
    }
  }

  /// Returns the names that are read only to give the same variable another value, as in `n = n + 1`, and the tokens
  /// of functions by their variables.
  private func ownReads() -> (names: Set<Int>, functions: [Int: Range<Int>]) {
    var names: Set<Int> = []
    var functions: [Int: Range<Int>] = [:]
    for statement in syntax.statements {
      switch statement.kind {
      case .localFunction(let binding, let function):
        let function = syntax.functions[function]
        functions[binding] = function.start..<function.end + 1
      case .assignment(let targets, let values):
        for (target, value) in zip(targets, values) {
          guard let binding = syntax.binding(target) else { continue }
          addReads(of: binding, in: value, to: &names)
        }
      default: break
      }
    }
    return (names, functions)
  }

  /// Adds the names of a variable that an expression only calculates with.
  private func addReads(of binding: Int, in expression: Int, to names: inout Set<Int>) {
    var pending = [expression]
    while let next = pending.popLast() {
      switch syntax.expressions[next].kind {
      case .name(binding): names.insert(next)
      case .parentheses(let inner), .unary(_, let inner): pending.append(inner)
      case .binary(let word, let left, let right, _):
        if !word.isTest {
          pending += [left, right]
        }
      default: break
      }
    }
  }

  private func content(of binding: SyntaxTree.Binding) -> UnusedLocal.Content {
    if case .function? = binding.value { return .function }
    if let value = binding.expression, case .call(let call) = syntax.expressions[value].kind,
      syntax.globalPath(syntax.calls[call].calledExpression) == ["require"]
    {
      return .module
    }
    return binding.attribute == "const" ? .constant : .value
  }

  /// How many variables of the same name are looked at for one that is hidden.
  private static let mostHidden = 64

  private func hidesOther(_ number: Int, among named: [Int]) -> Bool {
    let binding = syntax.bindings[number]
    let before = named[..<named.partitioningIndex { $0 >= number }]
    return before.suffix(Self.mostHidden).contains { other in
      syntax.bindings[other].function == binding.function
        && binding.end < syntax.bindings[other].end
    }
  }
}
