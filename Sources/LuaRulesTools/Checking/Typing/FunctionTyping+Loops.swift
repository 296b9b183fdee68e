import LuaBytecode
import LuaRules

// `for` loops.

extension FunctionTyping {
  /// Follows an instruction of a `for` loop.
  mutating func loop(
    _ instruction: Instruction, _ branch: (inout FunctionTyping, Int) -> Void
  ) -> Int? {
    let a = instruction.a
    let target = instruction.target(from: position)
    switch instruction.opcode {
    case .forPrepare:
      noteEntry()
      let (from, to, step) = (type(a), type(a + 1), type(a + 2))
      for (offset, what) in [(0, "start"), (1, "limit"), (2, "step")] {
        tellBound(a + offset, what)
      }
      if step.isOnly(.integer), step.range.only == 0 {
        tell(TypeFault(.wrongOperand, "the step of `for` is 0", subject: "0"))
      }
      guard !isStopped else { return nil }
      noteListLoop(instruction)
      noteRounds(from: from, to: to, step: step, limitIn: a + 1)
      let isWhole = from.isOnly(.integer) && step.isOnly(.integer)
      let certainlyRuns =
        isWhole && to.isOnly(.number) && step.range.lower > 0 && from.range.upper <= to.range.lower
      if !certainlyRuns { branch(&self, target) }
      var range = NumberRange.all
      if from.isOnly(.number), step.isOnly(.number), step.range.lower > 0 {
        range = NumberRange(
          lower: from.range.lower, upper: to.isOnly(.number) ? to.range.upper : .infinity)
      }
      if isWhole { range = range.ofIntegers }
      if range.isEmpty {
        tellNoRound(from: a, from, to)
        return nil
      }
      var index = isWhole ? LuaType.integer : .number
      index.range = range
      let counter = rooted(index, at: position, named: name(of: a + 3, at: position + 1))
      analysis.places[counter.place].isMeasure = true
      set(a + 3, counter)
      return position + 1
    case .forLoop:
      branch(&self, position + 1)
      return target
    case .genericForPrepare:
      noteEntry()
      return target
    case .genericForCall:
      takeElements(instruction)
      return isStopped ? nil : position + 1
    case .genericForLoop:
      branch(&self, position + 1)
      let key = type(a + 4)
      narrow(a + 4, to: key.without(.nothing))
      set(a + 2, register(a + 4))
      return target
    default: return position + 1
    }
  }

  /// Notes a loop that counts through a declared list.
  private mutating func noteListLoop(_ instruction: Instruction) {
    let bounds = [instruction.a, instruction.a + 1].compactMap {
      assignment(of: $0, before: position)
    }
    guard bounds.contains(where: { measured[$0] != nil }) else { return }
    listLoops.insert(instruction.target(from: position) - 1)
  }

  /// Tells a loop that has no round: over constants, or up to what is always less than its start.
  private mutating func tellNoRound(from a: Int, _ from: LuaType, _ to: LuaType) {
    if let start = from.range.only.flatMap({ Int(exactly: $0) }), to.range.only == nil,
      to.range.upper < from.range.lower
    {
      noteTested([a + 1], isOrdered: true, isOfTruth: false)
      let limit = words(a + 1).map { "`\($0)`" } ?? "its limit"
      tell(
        TypeFault(
          .unreachableBranch, .warning,
          "this loop has no round: it counts up from \(start), and \(limit) is less",
          fix: "change the start", subject: "for", isFatal: false))
      return
    }
    let bounds = [a, a + 1].compactMap { register -> Int? in
      guard let set = assignment(of: register, before: position),
        function.code[set].opcode == .loadInteger
      else { return nil }
      return function.code[set].signedBx
    }
    guard bounds.count == 2, bounds[0] > bounds[1] + 1 else { return }
    tell(
      TypeFault(
        .unreachableBranch, .warning,
        "this loop has no round: it counts up from \(bounds[0]), and ends at \(bounds[1])",
        fix: "a step of `-1` counts down", subject: "for", isFatal: false))
  }

  private mutating func tellBound(_ register: Int, _ what: String) {
    let whole = type(register)
    let type = whole.present
    if type.isOnly([.nothing, .no, .yes, .table, .function, .null]) {
      tell(
        TypeFault(
          .wrongOperand,
          "the \(what) of `for` is "
            + (words(register).map { "`\($0)`, which is \(type.text)" } ?? type.text),
          fix: type.isOnly(.table) ? "`for _, element in ipairs(list)` visits the elements" : nil,
          subject: words(register)?.lastName
        ).of(self.register(register)))
    } else if type.isOnly(.text), analysis.places.isDeclared(self.register(register).place) {
      tell(
        TypeFault(
          .wrongOperand, .warning,
          "the \(what) of `for` is `\(words(register) ?? "…")`, which is \(type.text): "
            + "it fails unless that is a number",
          subject: words(register)?.lastName, isFatal: false
        ).of(self.register(register)))
    } else if let fault = missing(
      whole, self.register(register), words(register), "as the \(what) of `for`")
    {
      tell(fault)
    }
  }

  /// Stores the element that `next` gives with its key.
  mutating func takeFirst(of value: TypeState.Value, into target: Int) {
    let type = state.type(of: value).present
    let element = elements(of: type, withKeys: true).value
    guard !element.isAny, target < state.registers.count else { return }
    let name = name(of: target, at: position + 1)
    let first = rooted(
      element.union(.nothing), at: position + function.code.count,
      named: name ?? analysis.places[value.place].text + "[…]")
    analysis.places[first.place].isElement = true
    analysis.places[first.place].list = value.place
    set(target, first)
  }

  private mutating func takeElements(_ instruction: Instruction) {
    let a = instruction.a
    let iterator = type(a).present
    let subject = type(a + 1).present
    let list = register(a + 1).place
    var key = LuaType.any
    var value = LuaType.any
    switch iterator.function {
    case .library("ipairs()")?:
      plainIterators.insert(position)
      (key, value) = elements(of: subject, withKeys: false)
    case .library("pairs()")?:
      plainIterators.insert(position)
      (key, value) = elements(of: subject, withKeys: true)
      if let keys = state.tables[list]?.keys, !keys.isNever, !keys.isAny { key = keys }
    case .library("string.gmatch()")?:
      plainIterators.insert(position)
      key = .text
    default:
      forgetMembers()
      forgetTables(
        changedBy: Arguments(
          values: [register(a + 1), register(a + 2)], types: [], start: a + 1, isOpen: false))
      if iterator.isOnly([.nothing, .no, .yes, .integer, .float, .text, .table, .null]) {
        tell(
          TypeFault(
            .wrongCall, "\(quoted(words(a), iterator)) is no iterator: it is \(iterator.text)",
            fix: iterator.isOnly(.text)
              ? "`text:gmatch(\"%S+\")` gives the words of a text"
              : "write `in ipairs(…)` or `in pairs(…)`",
            subject: words(a)?.lastName
          ).of(register(a)))
      }
    }
    noteRounds(over: register(a + 1), subject, isPlain: plainIterators.contains(position))
    let isEntry = subject.constantTables != nil && !value.isAny
    var isDeclared = !value.isAny && !isEntry
    var isChosen = false
    if case .library(let name)? = iterator.function,
      let made = madeElements(of: register(a + 1), withKeys: name == "pairs()")
    {
      value = made
      isChosen = true
      if case .declared? = made.shape { isDeclared = true }
    }
    if isDeclared {
      listLoops.insert(position)
      if mayBeEmpty(subject) { emptyListLoops.insert(position) }
    } else {
      hasOtherLoop = true
    }
    forget(from: a + 4)
    // The variables of the loop are alive from its body on.
    let end = min(position + 1, function.code.count - 1)
    let body = function.code[end].target(from: end)
    let first = rooted(key.union(.nothing), at: position, named: name(of: a + 4, at: body))
    if key.isOnly(.number) { analysis.places[first.place].isMeasure = true }
    set(a + 4, first)
    if instruction.c > 1 {
      let text = name(of: a + 5, at: body)
      let element = rooted(value, at: position + function.code.count, named: text)
      analysis.places[element.place].isEntry = isEntry
      if isDeclared {
        analysis.places[element.place].isElement = true
        analysis.places[element.place].isChosen = isChosen
        analysis.places[element.place].list = list
      }
      set(a + 5, element)
    }
  }

  /// Whether a loop over a declared list may have no round.
  private func mayBeEmpty(_ type: LuaType) -> Bool {
    guard case .declared(let place)? = type.shape, case .list = place.type.present else {
      return false
    }
    return analysis.schema.limits[place.path].map { $0.leastCount == 0 } ?? true
  }

  /// Stores what `ipairs` and `pairs` give.
  mutating func iterate(
    _ name: String, _ instruction: Instruction, _ arguments: Arguments
  ) -> Bool {
    let a = instruction.a
    let subject = arguments.values.first ?? .any
    // Without a value it has failed.
    if !arguments.values.isEmpty {
      narrow(arguments.start, to: state.type(of: subject).without(.nothing))
    }
    forget(from: a)
    state.openEnd = nil
    set(a, LuaType(function: .library("\(name)()")))
    set(a + 1, subject)
    set(a + 2, LuaType.any)
    return true
  }
}
