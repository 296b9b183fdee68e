import LuaBridge
import LuaRules

extension InspectedCode {
  /// Returns the strings in a function, and in those that it makes or may call.
  ///
  /// - Complexity: O(*n*) for *n* constants and captured values of these functions.
  func names(inFunction number: Int) -> Set<String> {
    parts(ofFunction: number).reduce(into: []) { names, part in
      switch part {
      case .function(let function): names.formUnion(function.code.names)
      case .text(let text): names.insert(text)
      }
    }
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
  /// - Complexity: O(*n*) for *n* tokens and captured values of these functions.
  func handsOn(_ member: String, inFunction number: Int) -> Bool {
    hasPart(number, where: { $0.handsOn(member) }) { $0 == member }
  }

  /// Whether a function, or one that it makes or may call, may read a member with one of some names of
  /// something else than a table of its file.
  ///
  /// - Complexity: O(*n*) for *n* tokens and captured values of these functions.
  func mayReadMember(namedLike names: Set<String>, inFunction number: Int) -> Bool {
    hasPart(number, where: { $0.mayReadMember(namedLike: names) }) { names.contains($0) }
  }

  /// Whether a function, or one that it makes or may call, may read a member of what it gets by a name that is
  /// calculated.
  ///
  /// - Complexity: O(*n*) for *n* tokens and captured values of these functions.
  func readsByCalculatedNames(inFunction number: Int) -> Bool {
    hasPart(number, where: { $0.readsArgumentsByCalculatedNames }) { _ in false }
  }

  /// Whether something holds for a part of a function; it does for a function whose text is not known.
  private func hasPart(
    _ number: Int, where holds: (WrittenFunction) -> Bool, orText isMeant: (String) -> Bool
  ) -> Bool {
    parts(ofFunction: number).contains { part in
      switch part {
      case .function(let function): function.written.map(holds) ?? true
      case .text(let text): isMeant(text)
      }
    }
  }

  private enum Part {
    case function(Function)
    case text(String)
  }

  /// Returns a function and those that it may call, and the strings that they capture.
  private func parts(ofFunction number: Int) -> [Part] {
    var functions: Set<Int> = []
    var tables: Set<Int> = []
    var parts: [Part] = []
    var pending = [CapturedValue.function(number)]
    while let next = pending.popLast() {
      switch next {
      case .function(let number):
        guard functions.insert(number).inserted, let function = self.functions[number] else {
          continue
        }
        parts.append(.function(function))
        pending += function.captured
      case .table(let table):
        if tables.insert(table).inserted { pending += (fields[table] ?? [:]).values }
      case .scalar(let value): if case .string(let text) = value { parts.append(.text(text)) }
      case .unknown: break
      }
    }
    return parts
  }
}
