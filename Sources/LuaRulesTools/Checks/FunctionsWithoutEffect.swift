import LuaSyntax

// Functions inside others that calculate something, and neither give anything back nor change anything.

extension WrittenFile {
  /// Returns the functions whose result was probably meant to be given back.
  func functionsWithoutEffect() -> [WrittenFault] {
    syntax.functions.filter { $0.outer != nil }.compactMap { function in
      guard let calculates = effect(ofBlock: function.body), calculates else { return nil }
      return WrittenFault(
        code: .unusedValue, message: "this function gives nothing back, and changes nothing",
        fix: "give back what it finds out with `return`",
        tokens: function.start..<function.start + 1, subject: "function")
    }
  }

  /// Returns whether a block calculates something; `nil` if it has an effect, or gives something back.
  private func effect(ofBlock block: Int) -> Bool? {
    var calculates = false
    for statement in syntax.blocks[block].statements {
      switch syntax.statements[statement].kind {
      case .local, .do, .if, .nothing: break
      case .return(let values) where values.isEmpty: break
      case .assignment(let targets, _):
        guard targets.allSatisfy({ isOwnVariable($0, block) }) else { return nil }
      default: return nil
      }
      for expression in syntax.expressions(in: statement) {
        guard let inner = effect(of: expression) else { return nil }
        calculates = calculates || inner
      }
      for inner in syntax.blocks(in: statement) {
        guard let inner = effect(ofBlock: inner) else { return nil }
        calculates = calculates || inner
      }
    }
    return calculates
  }

  private func isOwnVariable(_ target: Int, _ block: Int) -> Bool {
    guard let binding = syntax.binding(target) else { return false }
    let use = syntax.use(atToken: syntax.expressions[target].tokens.lowerBound)
    return syntax.bindings[binding].function == use?.function
  }

  private func effect(of expression: Int) -> Bool? {
    var calculates = false
    var hasEffect = false
    syntax.forEachPart(of: expression) { part in
      switch syntax.expressions[part].kind {
      case .literal, .name, .parentheses: break
      case .member(_, _, isMethod: false), .index: calculates = true
      case .unary(let word, _): calculates = calculates || word != "not"
      case .binary(let word, _, _, _):
        calculates = calculates || !word.isTest
      default: hasEffect = true
      }
    }
    return hasEffect ? nil : calculates
  }
}
