import LuaRules

extension FunctionType {
  /// The parameters and the result in a sentence.
  var words: String {
    let takes = parameters.map(\.expectation).joined(separator: ", ")
    return "It takes \(takes.isEmpty ? "nothing" : takes), and gives \(result.expectation)."
  }
}
