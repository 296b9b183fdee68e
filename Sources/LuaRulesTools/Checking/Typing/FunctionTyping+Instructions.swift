import LuaBytecode
import LuaRules

extension FunctionTyping {
  /// Follows one instruction.
  ///
  /// - Parameter branch: Receives further positions where execution may continue.
  /// - Returns: The next position; `nil` if the way ends here.
  mutating func advance(_ branch: (inout FunctionTyping, Int) -> Void) -> Int? {
    let instruction = function.code[position]
    let a = instruction.a
    if instruction.opcode.isTest { return test(instruction, branch) }
    switch instruction.opcode {
    case .move: set(a, register(instruction.b))
    case .loadInteger: set(a, LuaType(integer: Int64(instruction.signedBx)))
    case .loadFloat: set(a, LuaType(constant: .float(Double(instruction.signedBx))))
    case .loadConstant: set(a, constant(instruction.bx))
    case .loadConstantExtra:
      set(a, position + 1 < function.code.count ? constant(function.code[position + 1].ax) : .any)
      return position + 2
    case .loadFalse: set(a, LuaType(.no))
    case .loadTrue: set(a, LuaType(.yes))
    case .loadFalseAndSkip:
      set(a, LuaType(.no))
      return position + 2
    case .loadNil: for index in a...a + instruction.b { set(index, .nothing) }
    case .getUpvalue: set(a, upvalue(instruction.b))
    case .getUpvalueField:
      readMember(instruction.c, of: upvalue(instruction.b), named: nil, into: a)
    case .getField:
      readMember(instruction.c, of: register(instruction.b), in: instruction.b, into: a)
    case .getInteger:
      readIndex(
        LuaType(integer: Int64(instruction.c)), of: register(instruction.b), in: instruction.b,
        into: a)
    case .getTable:
      readIndex(type(instruction.c), of: register(instruction.b), in: instruction.b, into: a)
    case .getMethod: readMethod(instruction)
    case .newTable, .closure: make(instruction)
    case .concatenate: concatenate(instruction)
    case .not:
      let operand = register(instruction.b)
      let truth = state.type(of: operand).truth
      var value = TypeState.Value(truth.map { LuaType($0 ? .no : .yes) } ?? .boolean)
      analysis.spend(state.facts.count / 16)
      let told = state.implication(of: operand).filtered(beyond: state.facts)
      value.implication = .init(
        whenTrue: told.whenFalse, whenFalse: told.whenTrue, isPartial: told.isPartial)
      set(a, value)
    case .length: measure(instruction)
    case .call:
      let returns = call(instruction)
      if returns { ends.remove(position) } else { ends.insert(position) }
      return returns ? position + 1 : nil
    case .tailCall:
      if call(instruction) {
        if state.openEnd != a + 1 { givesOneValue = false }
        giveBack(register(a))
      }
      return nil
    case .return:
      if instruction.b != 2 { givesOneValue = false }
      giveBack(instruction.b == 1 ? TypeState.Value(.nothing) : register(a))
      return nil
    case .returnOne:
      giveBack(register(a))
      return nil
    case .returnNothing:
      givesOneValue = false
      giveBack(TypeState.Value(.nothing))
      return nil
    case .jump: return instruction.target(from: position)
    case .forPrepare, .forLoop, .genericForPrepare, .genericForCall, .genericForLoop:
      return loop(instruction, branch)
    case .variadic:
      takeExtraArguments(instruction)
    case .setList:
      noteWrite(instruction)
      followWrite(instruction)
      state.openEnd = nil
    case .setTable, .setInteger, .setField:
      checkWrite(instruction)
      noteWrite(instruction)
      if !instruction.k { noteHandedOn(register(instruction.c)) }
      if instruction.opcode == .setTable { noteHandedOn(register(instruction.b)) }
      forgetMembers(changedIn: register(a))
      followWrite(instruction)
      if isStopped { return nil }
    case .setUpvalue, .setUpvalueField:
      if instruction.opcode == .setUpvalueField { forgetMembers() }
      let kept = instruction.opcode == .setUpvalue ? a : instruction.c
      forget(register(kept))
      forgetTable(in: kept)
    case .close, .toBeClosed, .metamethod, .metamethodImmediate, .metamethodConstant,
      .variadicPrepare,
      .extraArgument:
      break
    default:
      noteQuotient(instruction)
      calculate(instruction)
    }
    return position + 1
  }

  /// Stores what `...` gives.
  private mutating func takeExtraArguments(_ instruction: Instruction) {
    let a = instruction.a
    let wanted = instruction.c - 1
    if wanted < 0 { forget(from: a) }
    state.openEnd = nil
    for offset in 0..<max(wanted, 0) { set(a + offset, LuaType.any) }
    guard let extraArguments else { return }
    let count = wanted < 0 ? extraArguments.count : wanted
    guard a + count <= state.registers.count else { return }
    for offset in 0..<count {
      set(
        a + offset,
        offset < extraArguments.count ? extraArguments[offset] : TypeState.Value(.nothing))
    }
    if wanted < 0 { state.openEnd = a + count }
  }

  /// Returns the type of a constant of the function.
  func constant(_ index: Int) -> LuaType {
    function.constant(index).map { LuaType(constant: $0) } ?? .any
  }

  func upvalue(_ index: Int) -> TypeState.Value {
    guard captured.indices.contains(index) else { return .any }
    let value = captured[index]
    let isSetting =
      value.place == 0 && value.type.isOnly([.nothing, .no, .yes, .integer, .float, .text])
    if analysis.hidesSwitches, value.type.isOnly([.nothing, .no, .yes]) { return .any }
    return analysis.hidesSettings && isSetting ? .any : value
  }

  private mutating func giveBack(_ value: TypeState.Value) {
    let type = state.type(of: value)
    if analysis.looksForSettings, type.truth != nil, givenSetting == nil,
      function.code[position].b != 1
    {
      givenSetting = setting(of: function.code[position].a)
    }
    returns = returns.union(type)
    if analysis.places[value.place].isEntry, tests.isEmpty {
      // Each entry of a table of the file is meant where no test may exclude some.
      results += type.parts.map { (position, $0) }
    } else {
      results += resultsByWay(type).map { (position, $0) }
    }
    if let sources = state.sources(of: value) {
      if returnedSources == nil { returnedSources = ValueSources() }
      returnedSources?.add(sources)
    }
    noteMissing(type, value)
    tellFunctionGiven()
    tellNoResult(given: value)
    if type.mayBe(.table) { noteReturned(value) }
    if let callee = calleeOfRoot[value.place] { givenCallees.insert(callee) }
    changedTables.insert(value.place)
    if contents[value.place] != nil {
      givenTables.append((position, value.place))
    } else if isTelling, type.isOnly(.table), let table = tableOfCall(value) {
      tablesOfCalls.append((position, table))
    }
    let told = state.implication(of: value)
    let places = (value.implication?.places ?? []).union([value.place])
    if told.isPartial { tests.noteUnknown(at: position) }
    for place in places { noteAnswer(place) }
    returned = returned.map { $0.joined(told) ?? .init(whenTrue: [:], whenFalse: [:]) } ?? told
  }

  // MARK: What is made

  private mutating func make(_ instruction: Instruction) {
    guard instruction.opcode == .closure else { return makeTable(into: instruction.a) }
    guard function.functions.indices.contains(instruction.bx) else {
      return set(instruction.a, LuaType(function: .some))
    }
    forgetTables(capturedBy: function.functions[instruction.bx])
    let number = made[position] ?? add(instruction.bx)
    made[position] = number
    set(instruction.a, LuaType(function: .inner(number)))
    // In a call only what happens in the called function itself counts.
    guard isTelling, !stopsAtFaults else { return }
    var typing = analysis.inner(number)
    typing.tests = tests.beforeCall
    if typing.run(nil, isReporting: true, facts: contextFacts) {
      faults += typing.faults.filter { $0.place == 0 }
      faultsInside += typing.faults.filter { $0.place != 0 }.map { ($0, position) }
      tests.merge(typing.tests, at: position)
    } else {
      analysis.calls.isWhole = false
    }
  }

  /// What tests have told of the context, which holds as long as the evaluation lasts.
  var contextFacts: [TypePlaces.ID: LuaType] {
    state.facts.filter { analysis.places[$0.key].root == TypePlaces.context }
  }

  /// What tests have told of the context and of elements of its lists.
  var declaredFacts: [TypePlaces.ID: LuaType] {
    state.facts.filter { analysis.places.isDeclared($0.key) }
  }

  /// Adds a function inside this one, with the variables that it captures and that do not change.
  private mutating func add(_ index: Int) -> Int {
    let (inner, written) = (function.functions[index], self.written?.inner(index))
    for upvalue in inner.upvalues where upvalue.isInStack {
      // What it only appends to is followed where it is called.
      if written?.parametersAppended(toCaptured: upvalue.name) == nil {
        forgetTable(in: upvalue.index)
      } else {
        contents[register(upvalue.index).place]?.keys.written.append(
          MadeTable.Part(position, .integer))
      }
    }
    let values = inner.upvalues.map { upvalue -> TypeState.Value in
      guard upvalue.isInStack else { return self.upvalue(upvalue.index) }
      guard let variable = written?.captured(upvalue.name),
        written?.syntax.assigned.contains(variable) == false
      else { return .any }
      let value = register(upvalue.index)
      if value.place == TypePlaces.context { return value }
      // In a loop the variable may be another one each time.
      if hasLoop { return .any }
      if analysis.places[value.place].root == TypePlaces.context {
        return TypeState.Value(state.type(of: value), at: value.place)
      }
      return TypeState.Value(state.type(of: value))
    }
    var typing = FunctionTyping(
      inner, written, number: number, globals: globals, captured: values, analysis)
    typing.isInside = true
    typing.isForOneCall = written?.isArgument ?? false
    return analysis.add(inner: typing)
  }
}
