import LuaSyntax

/// What a file does with the functions directly in it.
struct WrittenFunctions {
  private let file: WrittenFile
  private var syntax: SyntaxTree { file.syntax }
  /// Where the functions stand, of those that have a known place.
  private var places: [Int: Place] = [:]
  /// The fields of tables whose values are functions or names, by their expressions.
  private var fields: [Int: SyntaxTree.Table.Field] = [:]
  /// What statements give back, or put into tables.
  private var stored: Set<Int> = []
  /// The first expression that the file gives back.
  private var returned: Int?

  /// Where a function stands.
  private enum Place {
    case expression(Int)
    /// It is a member, by the statement that names it: `function t.f() end`.
    case member
    /// It is the value of a variable that gets no other one; with the expressions that read this.
    case variable(Int, uses: [Int])
  }

  /// - Complexity: O(*n*) for *n* tokens.
  init(of file: WrittenFile) {
    self.file = file
    guard file.isWhole else { return }
    let syntax = file.syntax
    var known: [Int: Place] = [:]
    var variables: [Int: Int] = [:]
    for statement in syntax.statements {
      switch statement.kind {
      case .localFunction(let binding, let function): variables[binding] = function
      case .function(let target?, let function):
        if case .member = syntax.expressions[target].kind { known[function] = .member }
      case .local(let bindings, let values):
        for (binding, value) in zip(bindings, values) {
          if case .function(let function) = syntax.expressions[value].kind {
            variables[binding] = function
          }
        }
      case .return(let values): stored.formUnion(values)
      case .assignment(let targets, let values):
        for (target, value) in zip(targets, values) where syntax.firstOperand(target) != nil {
          stored.insert(value)
        }
      default: break
      }
    }
    var uses: [Int: [Int]] = [:]
    for (number, expression) in syntax.expressions.enumerated() {
      switch expression.kind {
      case .function(let function): known[function] = .expression(number)
      case .name(let binding?) where variables[binding] != nil:
        uses[binding, default: []].append(number)
      default: break
      }
    }
    for (binding, function) in variables {
      known[function] =
        syntax.assigned.contains(binding) ? nil : .variable(binding, uses: uses[binding] ?? [])
    }
    for field in syntax.tables.lazy.flatMap(\.fields) {
      switch syntax.expressions[field.expression].kind {
      case .function, .name: fields[field.expression] = field
      default: break
      }
    }
    places = known.filter { syntax.functions[$0.key].outer == nil }
    if let last = syntax.blocks[syntax.file].statements.last,
      case .return(let values) = syntax.statements[last].kind
    {
      returned = values.first
    }
  }

  /// Returns the functions that stand in fields with some names of tables in what the file gives back, and nowhere else.
  func returned(inFields names: Set<String>) -> Set<Int> {
    functions { place in
      guard case .expression(let function) = place, let name = fields[function]?.name,
        names.contains(syntax.text(name))
      else { return false }
      var outer = function
      while let next = file.parents[outer], case .table = syntax.expressions[next].kind {
        outer = next
      }
      return outer == returned
    }
  }

  /// Returns the functions that the file only stores, gives back or gives to one call: it does not call them itself, and
  /// no function inside it uses them.
  func onlyKept() -> Set<Int> {
    functions { place in
      switch place {
      case .expression(let function): return use(of: function) != .other
      case .member: return true
      case .variable(let binding, let uses):
        let kept = uses.map { use(of: $0) }
        return !file.captured.contains(binding) && !kept.contains(.other)
          && kept.count { $0 == .given } <= 1
      }
    }
  }

  /// Returns the functions that are local variables, and that other functions only call, or give to calls, and the file
  /// itself does not use; each with the functions that do so.
  func onlyCalled() -> [Int: [Int]] {
    places.compactMapValues { place in
      guard case .variable(_, let uses) = place else { return nil }
      let callers = uses.compactMap { use -> Int? in
        guard let parent = file.parents[use], case .call = syntax.expressions[parent].kind else {
          return nil
        }
        return syntax.use(atToken: syntax.expressions[use].tokens.lowerBound)?.function
      }
      return callers.count == uses.count ? callers : nil
    }
  }

  private func functions(where condition: (Place) -> Bool) -> Set<Int> {
    Set(places.filter { condition($0.value) }.keys)
  }

  /// What is done with a value.
  private enum Use {
    case stored, given, other
  }

  private func use(of expression: Int) -> Use {
    guard let parent = file.parents[expression] else {
      return stored.contains(expression) ? .stored : .other
    }
    switch syntax.expressions[parent].kind {
    case .table: return fields[expression] != nil ? .stored : .other
    case .call(let call):
      return syntax.calls[call].calledExpression == expression ? .other : .given
    default: return .other
    }
  }
}
