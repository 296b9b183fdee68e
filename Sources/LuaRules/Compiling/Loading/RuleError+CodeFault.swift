import LuaBytecode

extension RuleError {
  /// Creates the error for a file of which no code may run.
  init(_ fault: CodeFault, in file: SourceFile) {
    let location = SourceLocation(file: file.name, line: fault.line)
    switch fault.kind {
    case .unwrittenIndex:
      self.init(
        .syntax, "this Lua compiles a comparison as an index wrongly, as in `names[a == b]`",
        at: location,
        hint: "put it into a local first: `local isSame = a == b`, then `names[isSame]`")
    case .unwrittenOperand:
      self.init(
        .syntax,
        "this Lua compiles a bitwise operation with a number on its left wrongly, as in "
          + "`1 ~ (a or b)`, where a function has more than 255 constants",
        at: location, hint: "put the number on the right: `(a or b) ~ 1`")
    case .unwrittenRegister:
      self.init(
        .syntax, "this Lua compiles an expression in this line wrongly: it may use a stale value",
        at: location, hint: "put the parts of the expression into locals first")
    case .tooManyJumps:
      self.init(
        .syntax, "more than \(PendingJoins.limit) jumps are open here at one time", at: location,
        hint: "write several functions")
    case .longNameChain:
      self.init(
        .syntax,
        "an expression is too long: more than \(NameChains.lengthLimit) values are read one from "
          + "the other, as in `a.b.c.d`, or the function is too large for so many",
        at: location, hint: "put a part of it into a local first")
    }
  }
}
