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

  /// Tells that a function gives back the result of one that gives nothing, as in `return table.sort(list)`.
  mutating func tellNoResult(of name: String) {
    guard !stopsAtFaults, !isInside, name == "table.sort" || name == "table.insert" else { return }
    callsWithoutResult[position] = name
    if function.code[position].opcode == .tailCall { tellNoResult(of: name, at: position) }
  }

  /// Tells that what such a call gives is kept, and given back, as in `list = table.sort(list) return list`.
  mutating func tellNoResult(given value: TypeState.Value) {
    guard value.place != 0, state.type(of: value).isOnly(.nothing),
      let (call, name) = callsWithoutResult.first(where: { roots[$0.key] == value.place })
    else { return }
    tellNoResult(of: name, at: call)
  }

  private mutating func tellNoResult(of name: String, at call: Int) {
    tell(
      TypeFault(
        .noAnswer, .warning,
        "`\(name)` changes its list and gives nothing, so nothing is given back",
        fix: "give back the list in another line", subject: name.lastName, isFatal: false), at: call
    )
  }

  /// Tells that a function gives back the result of one of the file that has none.
  mutating func tellNoResult(ofFunction number: Int, _ called: TypeAnalysis.CallResult) {
    guard !stopsAtFaults, !isInside, function.code[position].opcode == .tailCall,
      !called.raises, called.type.isOnly(.nothing), let name = nameOfCallee(),
      analysis.code.functions[number]?.code.hasNoResult == true
    else { return }
    tell(
      TypeFault(
        .noAnswer, .warning, "`\(name)` has no `return` with a value, so nothing is given back",
        fix: "give back the value in `\(name)`", subject: name.lastName, isFatal: false))
  }

  /// Tells a call that always raises an error, of a function that does not with other arguments.
  mutating func tellRaisingCall(of number: Int) {
    guard !stopsAtFaults, !isInside, let name = nameOfCallee(), !analysis.alwaysRaises(number)
    else { return }
    tell(
      TypeFault(
        .wrongArgument, .warning,
        "the call of `\(name)` fails: with these arguments it always raises an error",
        fix: "change the arguments", subject: name.lastName, isFatal: false))
  }

  /// Returns what the result is on each way to where it is given back, as `x and x.name or null` gives a name or
  /// null; the whole type if the ways are not known.
  ///
  /// - Complexity: O(*n*) for *n* instructions, where ways meet.
  func resultsByWay(_ whole: LuaType) -> [LuaType] {
    let instruction = function.code[position]
    guard isTelling, instruction.givesBackOne, isLeader[position],
      name(of: instruction.a, at: position) == nil, analysis.spend(function.code.count / 4)
    else { return [whole] }
    let before = Predecessors(of: function)
    var types: [LuaType] = []
    var seen: Set<Way> = []
    var pending = [Way(position: position, truth: nil)]
    while let way = pending.popLast() {
      for previous in before[way.position] where isReached[previous] {
        let code = function.code[previous]
        if code.assignedRegisters?.contains(instruction.a) == true {
          guard let type = typesSet[previous] else { return [whole] }
          let part = way.truth.map { $0 ? type.without(.falsy) : type.only(.falsy) } ?? type
          // What stands before `and` is probably nil where it is not true, and may be.
          types.append(part.isOnly(.falsy) && part.mayBe(.nothing) ? .nothing : part)
          continue
        }
        var next = Way(position: previous, truth: way.truth)
        if code.opcode == .test, code.a == instruction.a {
          next.truth = way.position == previous + 1 ? code.k : !code.k
        }
        if seen.insert(next).inserted { pending.append(next) }
      }
    }
    let possible = types.filter { !$0.isNever }
    return possible.isEmpty ? [whole] : possible
  }

  /// A step back on a way to a result.
  private struct Way: Hashable {
    let position: Int
    /// Whether a test on the way has found that the result counts as true; `nil` without one.
    var truth: Bool?
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

extension CompiledFunction {
  /// Whether it never gives a value: no `return` names one.
  fileprivate var hasNoResult: Bool {
    code.allSatisfy { instruction in
      switch instruction.opcode {
      case .tailCall, .returnOne: false
      case .return: instruction.b == 1
      default: true
      }
    }
  }

  /// The registers that are given back alone.
  var returnedRegisters: Set<Int> {
    Set(code.lazy.filter(\.givesBackOne).map(\.a))
  }
}

extension Instruction {
  /// Whether it gives back the value of one register.
  var givesBackOne: Bool { opcode == .returnOne || opcode == .return && b == 2 }
}
