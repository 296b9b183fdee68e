import LuaSyntax

// Functions that put their arguments behind the last element of a list in any case, as in
// `list[#list + 1] = x`, and do nothing else with it.

extension WrittenFunction {
  /// Returns the positions of the parameters that the function appends to a list that it gets; `nil` if it uses the list
  /// otherwise.
  func parametersAppended(toParameter index: Int) -> [Int]? {
    guard parameters.indices.contains(index), let list = parameters[index] else { return nil }
    return parametersAppended(to: list)
  }

  /// Returns the positions of the parameters that the function appends to a captured list; `nil` if it uses the list
  /// otherwise.
  func parametersAppended(toCaptured name: String) -> [Int]? {
    captured(name).flatMap { parametersAppended(to: $0) }
  }

  private func parametersAppended(to list: Int) -> [Int]? {
    guard isStraight else { return nil }
    var parameters: [Int] = []
    var appending: Set<Int> = []
    for statement in syntax.blocks[function.body].statements {
      guard case .assignment(let targets, let values) = syntax.statements[statement].kind,
        targets.count == 1, values.count == 1,
        case .index(let base, let place) = syntax.expressions[targets[0]].kind,
        syntax.binding(base) == list, isBehindLast(place, of: list),
        let value = syntax.binding(values[0]), value != list, !syntax.assigned.contains(value),
        let parameter = self.parameters.firstIndex(of: value)
      else { continue }
      parameters.append(parameter)
      appending.insert(base)
    }
    let isOnlyUse = uses(of: list).allSatisfy { use in
      appending.contains(use) || file.parents[use].map { isLength($0, of: list) } == true
    }
    return isOnlyUse && !parameters.isEmpty ? parameters : nil
  }

  /// Whether there is one way through the function, and no function inside it.
  private var isStraight: Bool {
    function.inner.isEmpty
      && syntax.blocks[function.body].statements.allSatisfy { statement in
        switch syntax.statements[statement].kind {
        case .local, .assignment, .expressions, .return, .nothing: true
        default: false
        }
      }
      && expressions.allSatisfy { part in
        guard case .binary(let word, _, _, _) = syntax.expressions[part].kind else { return true }
        return !word.isTest
      }
  }

  private func isBehindLast(_ place: Int, of list: Int) -> Bool {
    guard case .binary("+", let left, let right, _) = syntax.expressions[place].kind else {
      return false
    }
    return isLength(left, of: list) && syntax.literal(right).map { syntax.tokens.text($0) } == "1"
  }

  private func isLength(_ expression: Int, of list: Int) -> Bool {
    if case .unary("#", let operand) = syntax.expressions[expression].kind {
      return syntax.binding(operand) == list
    }
    return syntax.onlyValue(expression).map { isLength($0, of: list) } ?? false
  }
}
