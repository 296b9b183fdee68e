import LuaBridge
import LuaBytecode
import LuaRules

// The arguments of methods, and of functions of modules and of the program.

extension FunctionTyping {
  /// Notes that a value may be known by what the current instruction makes of it.
  mutating func noteHandedOn(_ value: TypeState.Value) {
    guard value.place > TypePlaces.context else { return }
    handedOn[value.place, default: []].insert(position)
  }

  /// Whether a function of a file gets nothing by which it may look at the context.
  func isOfPlainValues(_ arguments: Arguments, _ callee: LuaType) -> Bool {
    guard case .captured? = callee.function, callee.isOnly(.function), !arguments.isOpen else {
      return false
    }
    return arguments.types.allSatisfy {
      $0.isOnly([.nothing, .no, .yes, .integer, .float, .text, .null])
    }
  }

  /// Where an open number of arguments begins: behind those that are written before `...`, or before a call.
  func startOfOpen(_ instruction: Instruction) -> Int? {
    guard instruction.b == 0, position > 0 else { return nil }
    let last = function.code[position - 1]
    let isOpen =
      last.opcode == .call && last.c == 0 || last.opcode == .variadic && last.c == 0
    return isOpen && last.a > instruction.a ? last.a : nil
  }

  /// Finds a function of a module that is called with `:`, as if the module were an object.
  mutating func checkMethodCall(of number: Int, _ arguments: Arguments, isMethod: Bool) {
    guard isMethod, let callee = analysis.code.functions[number]?.code, !callee.isVariadic,
      arguments.values.count > callee.parameterCount, case .captured? = arguments.types.first?.shape
    else { return }
    let name = nameOfCallee() ?? "the function"
    tell(
      TypeFault(
        .wrongArgument, .warning,
        "`\(name)` is called with `:`, so its first argument is the module, and the last one is lost",
        fix: "write `.` before the name", subject: name.lastName, isFatal: false))
  }

  /// Tells a function of a library that is called with `:`, as if the library were an object; returns whether
  /// it is.
  mutating func tellLibraryGiven(to name: String, _ arguments: Arguments) -> Bool {
    guard arguments.types.first?.isOnly(.table) == true,
      case .library(let library)? = arguments.types.first?.shape
    else { return false }
    let fails = name != "math.type" && name != "table.pack"
    tell(
      TypeFault(
        .wrongArgument, fails ? .error : .warning,
        "`\(library):\(name.lastName)` gets `\(library)` itself as its first argument",
        fix: "write `.` before the name, as in `\(name)(…)`", subject: name.lastName, isFatal: fails
      ))
    return true
  }

  mutating func checkMethod(
    _ method: FunctionType, _ arguments: Arguments, _ words: String?, isMethod: Bool
  ) {
    let count = arguments.values.count
    let least = method.parameters.lastIndex { !$0.isOptional }.map { $0 + 1 } ?? 0
    let name = words ?? "the method"
    let takesObject = zip(arguments.types.prefix(1), method.parameters).allSatisfy {
      $0.mayBeGiven(toParameter: $1)
    }
    if isMethod, count > method.parameters.count || !takesObject {
      tell(
        TypeFault(
          .wrongArgument, "`\(name)` is called with a colon, and gets its object twice",
          fix: "write `.` before the name", subject: name.lastName))
      return
    }
    if !arguments.isOpen, count < least || count > method.parameters.count {
      // Further arguments are ignored.
      let fails = count < least
      tell(
        TypeFault(
          .wrongArgument, fails ? .error : .warning,
          "`\(name)` takes \(method.parameters.count.counted("argument")), and gets \(count)",
          subject: name.lastName, isFatal: fails))
      return
    }
    if let (first, second) = arguments.swapped(for: method.parameters) {
      tell(
        TypeFault(
          .wrongArgument, arguments.textOfSwapped(first, second, of: name),
          fix: "the other way round they fit",
          subject: self.words(arguments.start + first)?.lastName ?? name.lastName
        ).of(arguments.values[first]))
      return
    }
    for (index, (type, parameter)) in zip(arguments.types, method.parameters).enumerated() {
      guard !type.mayBeGiven(toParameter: parameter) else {
        let register = arguments.start + index
        if !parameter.isOptional, parameter != .any,
          let fault = missing(
            type, self.register(register), self.words(register), "as an argument of `\(name)`")
        {
          tell(fault)
        }
        continue
      }
      tell(
        TypeFault(
          .wrongArgument,
          "argument \(index + 1) of `\(name)` is \(type.text); expected \(parameter.expectation)",
          subject: self.words(arguments.start + index)?.lastName ?? name.lastName
        ).of(arguments.values[index]))
    }
  }

  /// Checks the arguments of a host function with a declared type.
  mutating func checkHostCall(
    of name: String, _ type: FunctionType, _ arguments: Arguments, isMethod: Bool
  ) {
    let count = arguments.values.count
    let least = type.parameters.lastIndex { !$0.isOptional }.map { $0 + 1 } ?? 0
    func tellWrong(
      _ message: String, fix: String? = nil, subject: String, of value: TypeState.Value = .any
    ) {
      tell(
        TypeFault(
          .wrongArgument, .warning, "\(message); `host.\(name)` is declared so", fix: fix,
          subject: subject, isFatal: false
        ).of(value))
    }
    if !arguments.isOpen, count < least || count > type.parameters.count {
      tellWrong(
        "`host.\(name)` takes \(type.parameters.count.counted("argument")), and gets \(count)",
        fix: isMethod ? "write `.` before its name: with `:` it gets `host`, too" : nil,
        subject: name)
      return
    }
    if let (first, second) = arguments.swapped(for: type.parameters) {
      tellWrong(
        arguments.textOfSwapped(first, second, of: "host.\(name)"),
        fix: "the other way round they fit",
        subject: words(arguments.start + first)?.lastName ?? name, of: arguments.values[first])
      return
    }
    for (index, (given, parameter)) in zip(arguments.types, type.parameters).enumerated() {
      guard !given.mayBeGiven(toParameter: parameter) else {
        let register = arguments.start + index
        if !parameter.isOptional, parameter != .any,
          let fault = missing(
            given, self.register(register), words(register), "as an argument of `host.\(name)`")
        {
          tell(fault)
        }
        continue
      }
      tellWrong(
        "argument \(index + 1) of `host.\(name)` is \(given.text); expected \(parameter.expectation)",
        subject: words(arguments.start + index)?.lastName ?? name, of: arguments.values[index])
    }
  }
}

extension FunctionTyping.Arguments {
  /// The only two arguments that do not fit, if they fit the other way round.
  fileprivate func swapped(for parameters: [ValueType]) -> (Int, Int)? {
    let count = min(types.count, parameters.count)
    let wrong = (0..<count).filter { !types[$0].mayBeGiven(toParameter: parameters[$0]) }
    guard wrong.count == 2, types[wrong[0]].mayBeGiven(toParameter: parameters[wrong[1]]),
      types[wrong[1]].mayBeGiven(toParameter: parameters[wrong[0]])
    else { return nil }
    return (wrong[0], wrong[1])
  }

  fileprivate func textOfSwapped(_ first: Int, _ second: Int, of name: String) -> String {
    "arguments \(first + 1) and \(second + 1) of `\(name)`, \(types[first].present.text) and "
      + "\(types[second].present.text), are perhaps swapped"
  }

  /// The arguments for a function that is looked into, with narrowed types; only places of the context,
  /// elements of its lists, and results that may be missing, are places there too.
  func known(in places: TypePlaces) -> [TypeState.Value] {
    zip(values, types).map { value, type in
      let isKept =
        places.isDeclared(value.place)
        || type.mayBe(.nothing) && places[value.place].origin.map { $0 != .match } == true
      return TypeState.Value(type, at: isKept ? value.place : 0)
    }
  }
}

extension LuaType {
  /// Whether some value may be given to a parameter of a declared type.
  fileprivate func mayBeGiven(toParameter type: ValueType) -> Bool {
    let wanted = LuaType(givenTo: type)
    let taken = type.isOptional ? wanted : wanted.without([.nothing, .null])
    return isNever
      || mayBe(taken.kinds) && (!isOnly([.text, .integer, .float]) || mayBeGiven(to: type))
  }
}
