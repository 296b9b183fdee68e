import LuaBridge
import LuaBytecode
import LuaRules

/// A quick look at functions in which the type analysis would find nothing.
///
/// Most functions of rules compare some declared values with constants, or calculate with numbers. Of these
/// it is enough to know that each comparison can have both outcomes, and that no value is tested
/// twice, or tested and read on.
struct PlainFunctions {
  /// A value that is read from the context.
  private struct Place {
    let type: LuaType
    let path: [String]
    /// The places of members by their names; `nil` for those of which something could be told.
    var members: [[UInt8]: Int?] = [:]
  }

  /// What a register holds.
  private enum Held {
    case unknown
    case place(Int)
    /// A value that is not read, by its position in ``values``.
    case value(Int)
  }

  private let keys: KeyTypes
  private var places: [Place]
  private var registers: [Held] = []
  private var values: [LuaType] = []
  private var tested: [Int] = []
  /// The places of which a member was read.
  private var readOn: [Int] = []
  private var mayKnowNil = false
  /// Whether the truth of an object was tested.
  private var testsObject = false
  /// Whether functions may tell that an object is nil, by their numbers.
  private var tellingNil: [Int: Bool] = [:]

  /// How many instructions a function may have, and how many places are remembered.
  private static let mostInstructions = 256
  private static let mostPlaces = 1 << 16

  /// Looks at the functions of rules.
  ///
  /// - Parameters:
  ///   - code: The functions.
  ///   - uses: The rules with them.
  ///   - keys: The types of keys.
  /// - Returns: What those give back of which nothing could be told, by their numbers.
  static func results(
    of code: InspectedCode, usedAs uses: FunctionUsers, _ keys: KeyTypes
  ) -> [Int: [LuaType]] {
    var plain = PlainFunctions(keys)
    var results: [Int: [LuaType]] = [:]
    for (number, owner) in uses.owners.sorted(by: { $0.key < $1.key }) {
      guard let function = code.functions[number] else { continue }
      let mayKnowNil = owner.mayTellNil(before: number) { condition in
        guard let function = code.functions[condition.number] else { return true }
        return plain.mayTellNil(condition.number, function.code)
      }
      results[number] = plain.results(
        of: function.code,
        isFirst: owner.isFirstCondition(number) && uses.rules[number]?.count == 1,
        mayKnowNil: mayKnowNil)
    }
    return results
  }

  private init(_ keys: KeyTypes) {
    self.keys = keys
    places = [Place(type: LuaType(table: .context), path: [])]
  }

  /// Looks at a function of a rule.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - isFirst: Whether nothing of the context was tested before it is called.
  ///   - mayKnowNil: Whether a test before may have told that a value is nil.
  /// - Returns: The types that it gives back; `nil` if something could be told of it.
  /// - Complexity: O(*n*) for *n* instructions.
  private mutating func results(
    of function: CompiledFunction, isFirst: Bool, mayKnowNil: Bool
  ) -> [LuaType]? {
    self.mayKnowNil = mayKnowNil
    testsObject = false
    guard function.parameterCount == 1, !function.isVariadic, function.functions.isEmpty,
      function.code.count <= Self.mostInstructions
    else { return nil }
    registers = Array(repeating: .unknown, count: function.registerCount + 1)
    registers[0] = .place(0)
    values.removeAll(keepingCapacity: true)
    tested = []
    readOn = []
    var results: [LuaType] = []
    var isLeader = Array(repeating: false, count: function.code.count + 2)
    for position in function.code.indices {
      if isLeader[position] {
        for index in registers.indices.dropFirst() { registers[index] = .unknown }
      }
      let instruction = function.code[position]
      let opcode = instruction.opcode
      if opcode.isTest {
        guard isFirst, isOpen(instruction, function) else { return nil }
        (isLeader[position + 1], isLeader[position + 2]) = (true, true)
        if opcode == .testSet { registers[instruction.a] = .unknown }
        continue
      }
      switch opcode {
      case .jump, .loadFalseAndSkip:
        let target = instruction.target(from: position)
        // A jump to the next instruction is of a test that decides nothing.
        guard target > position + 1, target < isLeader.count else { return nil }
        isLeader[target] = true
        guard assign(opcode == .jump ? nil : .unknown, to: instruction.a) else {
          return nil
        }
      case .returnNothing: results.append(.nothing)
      case .return where instruction.b <= 2, .returnOne:
        results.append(
          opcode == .return && instruction.b == 1 ? .nothing : type(instruction.a))
        guard opcode == .returnOne || instruction.b > 0 else { return nil }
      case .metamethodImmediate, .metamethodConstant, .metamethod: break
      default:
        guard let value = value(of: instruction, function), assign(value, to: instruction.a) else {
          return nil
        }
      }
    }
    return results
  }

  /// Finds out whether a condition may tell that an object is nil.
  ///
  /// - Parameters:
  ///   - number: The number of the function in its model.
  ///   - code: The function.
  /// - Returns: Whether it may; `true` if it is not plain.
  private mutating func mayTellNil(_ number: Int, _ code: CompiledFunction) -> Bool {
    if let known = tellingNil[number] { return known }
    // A comparison with a constant tells nothing of objects.
    let isPlain = results(of: code, isFirst: true, mayKnowNil: false) != nil
    let mayTell = !isPlain || testsObject
    tellingNil[number] = mayTell
    return mayTell
  }

  private mutating func assign(_ value: Held?, to register: Int) -> Bool {
    guard let value else { return true }
    // The context stays in its register.
    guard register > 0, register < registers.count else { return false }
    registers[register] = value
    return true
  }

  private func held(_ register: Int) -> Held {
    register < registers.count ? registers[register] : .unknown
  }

  private func type(_ register: Int) -> LuaType {
    switch held(register) {
    case .unknown: .any
    case .place(let place): places[place].type
    case .value(let value): values[value]
    }
  }

  private mutating func hold(_ type: LuaType) -> Held {
    values.append(type)
    return .value(values.count - 1)
  }

  // MARK: Values

  /// Returns what an instruction assigns; `nil` if more has to be known.
  private mutating func value(
    of instruction: Instruction, _ function: CompiledFunction
  ) -> Held? {
    switch instruction.opcode {
    case .move: return held(instruction.b)
    case .loadInteger: return hold(LuaType(integer: Int64(instruction.signedBx)))
    case .loadFloat: return hold(LuaType(constant: .float(Double(instruction.signedBx))))
    case .loadConstant:
      return function.constant(instruction.bx).map { hold(LuaType(constant: $0)) }
    case .loadTrue: return hold(LuaType(.yes))
    case .loadFalse: return hold(LuaType(.no))
    case .getField:
      guard case .place(let place) = held(instruction.b),
        case .string(let name)? = function.constant(instruction.c)
      else { return nil }
      return member(name, of: place).map { .place($0) }
    case .addImmediate:
      return isNumber(instruction.b) ? hold(.number) : nil
    case .addConstant, .subtractConstant, .multiplyConstant:
      guard isNumber(instruction.b), let other = function.constant(instruction.c),
        LuaType(constant: other).isOnly(.number)
      else { return nil }
      return hold(.number)
    case .add, .subtract, .multiply:
      return isNumber(instruction.b) && isNumber(instruction.c) ? hold(.number) : nil
    case .concatenate:
      for register in instruction.a..<instruction.a + instruction.b {
        let type = type(register)
        guard type.isOnly([.integer, .float, .text]) else { return nil }
      }
      return hold(.text)
    default: return nil
    }
  }

  /// Whether a register certainly holds a number, whatever tests have told.
  private func isNumber(_ register: Int) -> Bool { type(register).isOnly(.number) }

  /// Returns the place of a member; `nil` if reading it could be told of.
  private mutating func member(_ name: [UInt8], of place: Int) -> Int? {
    guard !tested.contains(place), place == 0 || !mayKnowNil || !places[place].type.mayBe(.nothing)
    else { return nil }
    if place != 0 { readOn.append(place) }
    if let known = places[place].members[name] { return known }
    guard places.count < Self.mostPlaces else { return nil }
    let found = read(name, of: place)
    places[place].members[name] = .some(found)
    return found
  }

  private mutating func read(_ bytes: [UInt8], of place: Int) -> Int? {
    guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
    let base = places[place]
    let path = base.path + [name]
    if place == 0 {
      // Rules may answer for its members.
      guard !keys.names.prefixes.contains(ByteName(name)), !keys.isAnsweredInPart(name),
        !keys.isNullable(name),
        let type = keys.type(ofKey: path)
      else {
        return nil
      }
      places.append(Place(type: type, path: path))
      return places.count - 1
    }
    let type = base.type.without(.nothing)
    guard type.isOnly(.table), case .declared(let declared)? = type.shape,
      case .object(let object) = declared.type.present, let member = object[name]
    else { return nil }
    let found = keys.type(of: member, in: object, at: declared)
    guard !found.isOptional else { return nil }
    // A value that may be missing is told of where it is read on.
    places.append(Place(type: found.type, path: path))
    return places.count - 1
  }

  // MARK: Tests

  /// Whether a test can have both outcomes, as far as is declared.
  private mutating func isOpen(
    _ instruction: Instruction, _ function: CompiledFunction
  ) -> Bool {
    let register = instruction.opcode == .testSet ? instruction.b : instruction.a
    switch instruction.opcode {
    case .test, .testSet:
      if type(register).mayBe(.table) { testsObject = true }
      return note(register) && type(register).truth == nil
    case .equalConstant:
      guard let constant = function.constant(instruction.b) else { return false }
      return note(register) && isOpen(type(register), LuaType(constant: constant))
    case .equalImmediate:
      return note(register)
        && isOpen(type(register), LuaType(integer: Int64(instruction.signedB)))
    case .lessImmediate, .lessOrEqualImmediate, .greaterImmediate, .greaterOrEqualImmediate:
      return note(register) && isOpen(type(register), aboutNumber: Double(instruction.signedB))
    case .lessThan, .lessOrEqual:
      let (left, right) = (held(instruction.a), held(instruction.b))
      switch (left, right) {
      case (.place, .value(let constant)):
        guard let number = values[constant].onlyNumber else { return false }
        return note(instruction.a) && isOpen(type(instruction.a), aboutNumber: number)
      case (.value(let constant), .place):
        guard let number = values[constant].onlyNumber else { return false }
        return note(instruction.b) && isOpen(type(instruction.b), aboutNumber: number)
      default: return false
      }
    default: return false
    }
  }

  /// Notes that a place is tested; returns whether it is the first time, and nothing else is known of it.
  private mutating func note(_ register: Int) -> Bool {
    guard case .place(let place) = held(register), place != 0, !tested.contains(place),
      !readOn.contains(place)
    else { return false }
    tested.append(place)
    return true
  }

  private func isOpen(_ type: LuaType, _ constant: LuaType) -> Bool {
    guard constant.isSingle, !constant.isOnly([.nothing, .null]) else { return false }
    return !type.present.intersection(constant).isNever && !type.excluding(constant).isNever
  }

  private func isOpen(_ whole: LuaType, aboutNumber number: Double) -> Bool {
    let type = whole.without(.nothing)
    guard type.isOnly(.number) else { return false }
    // The bound itself must leave something on both sides, whether it belongs to one or the other.
    return !type.ordered(NumberRange(upper: number, isUpperOpen: true)).isNever
      && !type.ordered(NumberRange(lower: number, isLowerOpen: true)).isNever
  }
}

extension LuaType {
  /// The only number that it is.
  fileprivate var onlyNumber: Double? { isOnly(.number) ? range.only : nil }
}
