import LuaBytecode
import LuaRules

// What calls give.

extension FunctionTyping {
  /// Whether a function certainly gives exactly one value.
  func givesOneValue(_ function: FunctionShape) -> Bool {
    switch function {
    case .library("math.max"), .library("math.min"): return true
    case .library(let name): return LibraryFunction.all[name]?.givesOneValue ?? false
    case .captured(let number):
      guard let code = analysis.code.functions[number]?.code else { return false }
      analysis.spend(code.code.count / 16)
      return code.givesOneValue
    case .host(let name):
      // What is declared is one value.
      return !analysis.keys.isStrict && analysis.schema.hostFunctionTypes[name] != nil
    case .method, .inner, .some: return false
    }
  }

  /// Returns what a method of an unknown value gives: `upper` and `lower` are those of strings.
  func resultOfUnknown(_ arguments: Arguments) -> LuaType {
    guard arguments.values.count == 1, let name = nameOfCallee(), name == "upper" || name == "lower"
    else { return .any }
    var type = LuaType.text
    type.form = name == "upper" ? TextForm(hasNoLowerCase: true) : TextForm(hasNoUpperCase: true)
    return type
  }
}
