import LuaBridge
import LuaBytecode
import LuaRules

extension InspectedCode {
  /// Returns the strings in a function, and in those that it makes or may call.
  ///
  /// - Complexity: O(*n*) for *n* constants and captured values of these functions.
  func names(inFunction number: Int) -> Set<String> {
    var names: Set<String> = []
    forEachPart(ofFunction: number) { part in
      switch part {
      case .function(let code): code.addNames(to: &names)
      case .text(let text): names.insert(text)
      }
    }
    return names
  }

  /// Whether a function, or one that it makes or may call, may call a function of the program.
  ///
  /// - Complexity: O(*n*) for *n* constants and captured values of these functions.
  func mayCallHost(inFunction number: Int) -> Bool {
    guard let function = functions[number], !names(inFunction: number).contains("host") else {
      return true
    }
    // It may stand in a variable of the file.
    return zip(function.captured, function.code.upvalues).contains { value, upvalue in
      if case .unknown = value { upvalue.name != "_ENV" } else { false }
    }
  }

  /// Whether a function, or one that it makes or may call, may do something else with a member than to read
  /// a member of it by its name.
  ///
  /// - Complexity: O(*n*) for *n* instructions and captured values of these functions.
  func handsOn(_ member: String, inFunction number: Int) -> Bool {
    var handsOn = false
    forEachPart(ofFunction: number) { part in
      switch part {
      case .function(let code): if code.handsOn(member) { handsOn = true }
      case .text(let text): if text == member { handsOn = true }
      }
    }
    return handsOn
  }

  /// Whether a function, or one that it makes or may call, may read a member with one of some names of
  /// something else than a table of its file.
  ///
  /// - Complexity: O(*n*) for *n* instructions and captured values of these functions.
  func mayReadMember(namedLike names: Set<String>, inFunction number: Int) -> Bool {
    var mayRead = false
    forEachPart(ofFunction: number) { part in
      switch part {
      case .function(let code): if code.mayReadMember(namedLike: names) { mayRead = true }
      case .text(let text): if names.contains(text) { mayRead = true }
      }
    }
    return mayRead
  }

  /// Whether a function, or one that it makes or may call, may read a member of what it gets by a name that is
  /// calculated.
  ///
  /// - Complexity: O(*n*) for *n* instructions and captured values of these functions.
  func readsByCalculatedNames(inFunction number: Int) -> Bool {
    var reads = false
    forEachPart(ofFunction: number) { part in
      if case .function(let code) = part, code.readsArgumentsByCalculatedNames { reads = true }
    }
    return reads
  }

  private enum Part {
    case function(CompiledFunction)
    case text(String)
  }

  /// Calls a body with a function and those that it may call, and with the strings that they capture.
  private func forEachPart(ofFunction number: Int, _ body: (Part) -> Void) {
    var functions: Set<Int> = []
    var tables: Set<Int> = []
    var pending = [CapturedValue.function(number)]
    while let next = pending.popLast() {
      switch next {
      case .function(let number):
        guard functions.insert(number).inserted, let function = self.functions[number] else {
          continue
        }
        body(.function(function.code))
        pending += function.captured
      case .table(let table):
        if tables.insert(table).inserted { pending += (fields[table] ?? [:]).values }
      case .scalar(let value): if case .string(let text) = value { body(.text(text)) }
      case .unknown: break
      }
    }
  }
}

extension CompiledFunction {
  /// Adds the strings in the function, and in those that it makes.
  func addNames(to names: inout Set<String>) {
    for case .string(let bytes) in constants {
      if let text = String(validating: bytes, as: UTF8.self) { names.insert(text) }
    }
    for function in functions { function.addNames(to: &names) }
  }

  /// Whether an element of an argument, or of something that is not looked up, is read by a calculated key.
  fileprivate var readsArgumentsByCalculatedNames: Bool {
    let reads = code.indices.contains { position in
      guard code[position].opcode == .getTable else { return false }
      let base = code[position].b
      guard base >= parameterCount else { return true }
      let set = setting(of: base, before: position).map { code[$0].opcode }
      return ![.getField, .getUpvalue, .getUpvalueField, .getInteger, .newTable].contains(set)
    }
    return reads || functions.contains(where: \.readsArgumentsByCalculatedNames)
  }

  /// Whether a member with one of some names may be read of something else than a captured table.
  fileprivate func mayReadMember(namedLike names: Set<String>) -> Bool {
    let mayRead = code.indices.contains { position in
      let instruction = code[position]
      switch instruction.opcode {
      case .getMethod, .getField:
        guard let name = name(instruction.c), names.contains(name) else { return false }
        let isOfUpvalue =
          position > 0 && code[position - 1].opcode == .getUpvalue
          && code[position - 1].a == instruction.b
        return !isOfUpvalue
      case .loadConstant: return name(instruction.bx).map(names.contains) ?? false
      default: return false
      }
    }
    return mayRead || functions.contains { $0.mayReadMember(namedLike: names) }
  }

  /// Whether a member is read, and something else is done with it than to read a member of it at once; or
  /// its name is used as a string.
  fileprivate func handsOn(_ member: String) -> Bool {
    let handsOn = code.indices.contains { position in
      let instruction = code[position]
      switch instruction.opcode {
      case .getField, .getMethod, .getUpvalueField:
        guard name(instruction.c) == member else { return false }
        guard position + 1 < code.count, instruction.opcode != .getMethod else { return true }
        let next = code[position + 1]
        return next.opcode != .getField || next.b != instruction.a || next.a != instruction.a
      case .loadConstant: return name(instruction.bx) == member
      case .setField, .setUpvalueField: return name(instruction.b) == member
      default: return false
      }
    }
    return handsOn || functions.contains { $0.handsOn(member) }
  }
}
