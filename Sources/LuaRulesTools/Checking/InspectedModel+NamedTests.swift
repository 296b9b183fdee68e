import LuaRules
import LuaSyntax

extension InspectedModel {
  /// Whether the constant of a test stands beside an operator of a comparison in its line, and does not come
  /// from a variable, or from what stands behind `or`.
  func comparesConstant(of test: DecisionGraph.Test, at place: SourceLocation?) -> Bool {
    guard let value = test.constant, let place, let line = place.line,
      let file = written(place.file)
    else { return true }
    let text = Array(
      value.isText ? value.literal.utf8.dropFirst().dropLast() : value.literal.utf8[...])
    return file.expressions(endingInLine: line).indices.contains { number in
      file.isConstant(number, text) && file.isCompared(number)
    }
  }

  /// Returns a file as it is written, also one that could not be run.
  func written(_ name: String) -> WrittenFile? {
    written[name] ?? texts[name].map { WrittenFile(name, $0) }
  }
}

extension WrittenFile {
  /// Whether an expression is a constant with a text, which is written between quotes or without.
  fileprivate func isConstant(_ number: Int, _ text: [UInt8]) -> Bool {
    let tokens = syntax.expressions[number].tokens
    switch syntax.expressions[number].kind {
    case .literal, .unary("-", _):
      let start = syntax.tokens.inner(syntax.tokens[tokens.lowerBound]).lowerBound
      let end = syntax.tokens.inner(syntax.tokens[tokens.upperBound - 1]).upperBound
      return syntax.tokens.bytes[start..<end].elementsEqual(text)
    default: return false
    }
  }

  /// Whether an expression is an operand of a comparison.
  fileprivate func isCompared(_ number: Int) -> Bool {
    guard let parent = parents[number] else { return false }
    switch syntax.expressions[parent].kind {
    case .parentheses: return isCompared(parent)
    case .binary(let word, _, _, _): return word.isComparison
    default: return false
    }
  }
}

extension InspectedModel {
  /// Whether a line is one of a function, and not of another one that it calls.
  func holds(_ function: InspectedFunction, _ place: SourceLocation) -> Bool {
    guard let own = code.functions[function.number]?.code, let line = place.line else {
      return true
    }
    return place.file == function.location.file
      && (own.lineDefined...max(own.lineDefined, own.lastLineDefined)).contains(line)
  }
}
