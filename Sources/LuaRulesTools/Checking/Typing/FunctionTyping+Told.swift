import LuaBytecode
import LuaRules

// What a call of a function tells of the function.

extension FunctionTyping {
  /// How the function is followed, for those that it calls.
  var way: FollowedCalls.Way { isInside ? .inside : stopsAtFaults ? .called : .alone }

  /// How many tests of one function are kept.
  private static let mostTests = 64

  /// Returns what the function has told in a call.
  ///
  /// - Parameter arguments: What it was given.
  /// - Returns: The tests with one outcome, and the others.
  func told(with arguments: [TypeState.Value]) -> FollowedCalls.Told {
    var told = FollowedCalls.Told()
    let given = Set(arguments.map(\.place))
    for (position, known) in outcomes.sorted(by: { $0.key < $1.key }) {
      if told.decided.count < Self.mostTests, isDeclared(position),
        isOfMembers(position, known, given), let test = decidedTest(at: position, known)
      {
        told.decided[position] = test
      } else {
        told.open.insert(position)
      }
    }
    told.known[nil] = 1
    told.contextCount = arguments.first?.place == TypePlaces.context ? 1 : 0
    told.common = Set(faults.map { FollowedCalls.Spot($0) })
    let places = arguments.map(\.place)
    for fault in faults where told.faults.count < Self.mostTests {
      let isComparison = fault.code == .impossibleComparison && !fault.isFatal
      if isComparison {
        guard let test = outcomes[fault.position], isOfMembers(fault.position, test, given) else {
          continue
        }
        var own = fault
        own.argument = nil
        told.faults[.init(own)] = .init(fault: own, isContradicted: false, tests: test.tests)
        continue
      }
      if isTextOfElement(fault), isCertain(fault.position, for: places, besides: fault.blamed) {
        told.faults[.init(fault)] = .init(fault: fault, isContradicted: false, tests: nil)
        continue
      }
      // An argument that is missing is told where it is missing.
      guard let index = fault.argument, index < arguments.count, fault.replacement == nil,
        fault.code != .possibleNil,
        isCertain(fault.position, for: places), parameterCalled(at: fault.position) == nil
      else { continue }
      let type = arguments.indices.contains(index) ? arguments[index].type : .any
      told.faults[.init(fault)] = .init(
        fault: named(fault, ofParameter: index),
        isContradicted: isNamedLike(index, arguments) || usesList(index, type)
          || readsMember(ofParameter: index, type), tests: nil)
    }
    let blamed = Set(told.faults.keys.map(\.argument))
    for (index, argument) in arguments.enumerated()
    where argument.type.tellsMembers || blamed.contains(index) {
      told.known[index] = 1
    }
    return told
  }

  /// Whether a fault is that a member of an element of a list is a text by the schema, of which a test of another
  /// member tells nothing.
  private func isTextOfElement(_ fault: TypeFault) -> Bool {
    let entry = analysis.places[fault.blamed]
    return fault.code == .wrongFormat && fault.argument == nil && fault.call == nil
      && entry.parent != 0 && analysis.places[entry.root].isElement
  }

  /// Returns the comparisons of numbers that decide nothing, as faults.
  ///
  /// - Parameter arguments: What the function was given.
  /// - Returns: The faults, in the order of the code.
  func decidedComparisons(for arguments: [TypeState.Value]) -> [TypeFault] {
    outcomes.sorted { $0.key < $1.key }.compactMap { position, known in
      guard function.code[position].opcode.isOrder, isDeclared(position),
        isCertain(position, for: arguments.map(\.place)),
        let test = decidedTest(at: position, known)
      else { return nil }
      var fault = TypeFault(
        .decidedTest, .warning, test.message, fix: "change the test, or remove it", isFatal: false)
      (fault.position, fault.line) = (position, test.line)
      return fault
    }
  }

  /// Returns the parameter that an instruction calls: what fails in it is told at the call.
  func parameterCalled(at position: Int) -> Int? {
    guard let written, let call = call(at: position) else { return nil }
    return written.variable(calledBy: call).flatMap { written.parameters.firstIndex(of: $0) }
  }

  /// Returns the argument of the function whose call gives a value; `nil` if that is none.
  func parameterCalled(for place: TypePlaces.ID) -> TypeState.Value? {
    guard let call = roots.first(where: { $0.value == place })?.key,
      function.code.indices.contains(call), let parameter = parameterCalled(at: call),
      let root = roots[-1 - parameter]
    else { return nil }
    return TypeState.Value(.any, at: root)
  }

  /// Whether the current instruction is the only one that calls an argument of the function.
  var isOnlyCallOfArgument: Bool {
    parameterCalled(at: position) != nil
      && !function.code.indices.contains { $0 != position && parameterCalled(at: $0) != nil }
  }

  /// Returns a fault with the name of a parameter, and not that of what it is given.
  private func named(_ fault: TypeFault, ofParameter index: Int) -> TypeFault {
    let text = analysis.places[fault.blamed].text
    guard var name = name(of: index, at: 0), !text.isEmpty else { return fault }
    if analysis.places[fault.blamed].isElement {
      // An element in a local variable is told by its own name.
      guard text.hasSuffix("[…]") else { return fault }
      name += "[…]"
    }
    return fault.replacing("c.\(text)", with: name).replacing(text, with: name)
  }

  /// Whether a parameter has the name of the member that it is given.
  private func isNamedLike(_ index: Int, _ arguments: [TypeState.Value]) -> Bool {
    guard arguments.indices.contains(index), let name = name(of: index, at: 0),
      analysis.places.isDeclared(arguments[index].place)
    else { return false }
    let entry = analysis.places[arguments[index].place]
    return entry.isElement ? entry.text == name : entry.path?.last == name
  }

  /// Whether the function takes a parameter for a list, and it is one.
  private func usesList(_ index: Int, _ type: LuaType) -> Bool {
    guard case .declared(let declared)? = type.present.shape, case .list = declared.type.present
    else { return false }
    return function.code.indices.contains { position in
      let instruction = function.code[position]
      guard instruction.b == index else { return false }
      return instruction.opcode == .length
        || instruction.opcode == .move && readsGlobal("ipairs", at: position - 1)
    }
  }

  /// Whether the function reads a member of a parameter that a type has.
  private func readsMember(ofParameter index: Int, _ type: LuaType) -> Bool {
    guard case .declared(let declared)? = type.present.shape else { return false }
    var element: ValueType?
    if case .list(let type) = declared.type.present { element = type }
    guard case .object(let object) = (element ?? declared.type).present else { return false }
    return function.code.contains { instruction in
      guard [.getField, .getMethod].contains(instruction.opcode),
        element != nil || instruction.b == index,
        let name = function.name(instruction.c)
      else { return false }
      return object[name] != nil
    }
  }

  /// Whether a test compares declared members that the function itself reads, with one another or with
  /// constants that are written there.
  private func isOfMembers(
    _ position: Int, _ known: Outcomes, _ given: Set<TypePlaces.ID>
  ) -> Bool {
    var hasMember = false
    for (register, value) in known.operands {
      let entry = analysis.places[value.place]
      if isResultOfLibrary(register, before: position) {
        hasMember = true
      } else if analysis.places.isDeclared(value.place), entry.parent != 0, !entry.isMeasure,
        !entry.text.hasSuffix("]"), !given.contains(value.place)
      {
        hasMember = true
      } else if value.isCalculatedFromDeclared, isCalculatedOfMembers(register, before: position) {
        hasMember = true
      } else if !isWritten(register, before: position) {
        return false
      }
    }
    return hasMember
  }

  /// Whether a register holds a calculation with members that the function reads for it.
  private func isCalculatedOfMembers(_ register: Int, before position: Int) -> Bool {
    guard name(of: register, at: position) == nil,
      let made = assignment(of: register, before: position)
    else { return false }
    let instruction = function.code[made]
    let operands: [Int]
    switch instruction.opcode {
    case .add, .subtract, .multiply: operands = [instruction.b, instruction.c]
    case .addImmediate, .addConstant, .subtractConstant, .multiplyConstant:
      operands = [instruction.b]
    default: return false
    }
    return operands.allSatisfy { operand in
      name(of: operand, at: made) == nil
        && assignment(of: operand, before: made).map { function.code[$0].opcode == .getField }
          ?? false
    }
  }

  /// Whether a register holds what a method of strings gives, as `name:find("a")` does.
  private func isResultOfLibrary(_ register: Int, before position: Int) -> Bool {
    guard name(of: register, at: position) == nil,
      let call = assignment(of: register, before: position), function.code[call].opcode == .call,
      function.code[call].a == register,
      let value = outcomes[position]?.operands.first(where: { $0.register == register })?.value
    else { return false }
    return ["find", "match", "len", "byte", "upper", "lower", "sub", "rep", "reverse"].contains {
      analysis.places[value.place].text == "\($0)(…)"
    }
  }

  /// Whether a register holds a constant that is written in the function.
  private func isWritten(_ register: Int, before position: Int) -> Bool {
    for other in (0..<position).reversed() {
      guard function.code[other].assignedRegisters?.contains(register) == true else { continue }
      switch function.code[other].opcode {
      case .loadConstant, .loadInteger, .loadFloat, .loadTrue, .loadFalse, .loadNil: return true
      default: return false
      }
    }
    return false
  }

  /// Notes what a call of a function of a file has told.
  func noteCall(of number: Int, _ called: TypeAnalysis.CallResult?) {
    guard analysis.endless == nil else { return }
    guard let called, let told = called.told else {
      return analysis.calls.noteUnfollowed(number, by: self.number, way)
    }
    let file = analysis.code.functions[self.number]?.file ?? ""
    analysis.calls.note(
      number, told, by: self.number, way,
      at: SourceLocation(file: file, line: function.line(at: position)))
  }

  /// Notes the functions of files that a call gets, and may do something else with than to call them, or give them on.
  mutating func noteGivenFunctions(_ arguments: Arguments, to function: FunctionShape?) {
    let called = function.flatMap { analysis.written($0) }
    for (index, type) in arguments.types.enumerated() {
      guard case .captured(let number)? = type.function,
        arguments.isOpen || called?.onlyCallsOrGives(parameter: index) != true
      else { continue }
      analysis.calls.noteUnfollowed(number, by: self.number, way)
    }
  }

  /// Notes a call of a function that was captured, but is not known where it is called: any one if the text is not known.
  func noteUnknownCall() {
    let name = nameOfCallee()
    for (upvalue, value) in zip(function.upvalues, captured)
    where written == nil || upvalue.name == name {
      if case .captured(let number)? = value.type.function { noteCall(of: number, nil) }
    }
  }
}

extension LuaType {
  /// Whether something is known of it: more than that it is a table, which a test of a member tells, too.
  fileprivate var tellsMembers: Bool { !isAny && !(mayBe(.table) && shape == nil) }
}
