import LuaBridge
import LuaBytecode
import LuaRules

/// An abstract interpretation of the functions of a model, with the types that a schema declares.
///
/// It follows every way that may be taken, with sets of values (``LuaType``) instead of values. What
/// it tells of an instruction holds for every evaluation that gets there.
final class TypeAnalysis {
  let code: InspectedCode
  let schema: RuleSchema
  let keys: KeyTypes
  let depending: DependingRules
  /// The values of a path in the case that is followed; `nil` for those of the schema.
  var typeInCase: (([String]) -> LuaType?)?
  /// Whether it is noted that a function gives back what the author has set.
  var looksForSettings = false
  /// Whether what the author has set outside of a function is taken for anything.
  var hidesSettings = false
  /// Whether a truth that the author has set outside of a function is taken for any.
  var hidesSwitches = false
  var places = TypePlaces()
  /// Whether the numbers and truths in tables of files count that are looked up by calculated keys.
  var countsEntries = false
  /// The lists with whose elements functions compare declared values.
  var comparedLists = ComparedLists()
  /// The functions whose calls are being followed.
  var underway: [Int] = []
  private var results: [CallKey: CallResult] = [:]
  /// The strings in functions, by their numbers.
  private var named: [Int: Set<String>] = [:]
  /// The functions that functions make, with what they capture.
  private var inner: [FunctionTyping] = []
  /// What functions have told as conditions, by their numbers.
  var conditions: [Int: (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces)] = [:]
  /// The functions of files and modules that other functions call.
  private(set) var called: Set<Int> = []
  /// What functions of files do in the calls of them.
  var calls = FollowedCalls()
  /// Whether a comparator of `table.sort` is being followed; one inside it, or itself again, is not.
  var isSorting = false
  /// The function whose calls are taken for calls that never return.
  var endless: Int?
  /// Whether functions never return, as far as that was asked.
  var neverReturning: [Int: Bool] = [:]
  /// Whether functions always raise an error, by number, as far as that was asked.
  var raising: [Int: Bool] = [:]
  /// Whether all that functions do is to give a value, by number, as far as that was asked.
  var giving: [Int: Bool] = [:]
  /// The names of the methods that the schema declares.
  private(set) lazy var methods = schema.methods
  /// Whether some function may set the element 0 of a table.
  private(set) lazy var fillsFromZero = code.functions.values.contains {
    $0.code.withInnerFunctions.contains(where: \.mayFillFromZero)
  }
  /// How many steps may be done, those that are left, and those that have to remain after one function.
  private let budget: Int
  private(set) var stepsLeft: Int
  private var reserve = 0
  /// The instructions that may still be looked at on the ways to uses of values.
  private var waysLeft = 1 << 24
  private var waysReserve = 0
  private static let mostWaysOfOne = 1 << 20

  /// How many steps are done for one model, as a multiple of its instructions and at most.
  private static let stepsPerInstruction = 64
  static let mostSteps = 1 << 20
  /// How many steps are done for one function, with the functions that it calls and makes.
  static let mostStepsOfOne = 1 << 16
  /// How many calls inside one another are followed.
  static let mostDepth = 5

  private struct CallKey: Hashable {
    let function: Int
    let arguments: [LuaType]
    let places: [TypePlaces.ID]
    let facts: [TypePlaces.ID: LuaType]
    let tables: [Int: TableContents]
  }

  /// Creates the analysis of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keys: The types of keys.
  init(_ model: InspectedModel, _ keys: KeyTypes) {
    code = model.code
    schema = keys.schema
    self.keys = keys
    depending = DependingRules(model, keys)
    budget = min(
      Self.mostSteps,
      Self.mostStepsOfOne + Self.stepsPerInstruction * code.instructionCount)
    stepsLeft = budget
  }

  /// Whether a declared number may be none (NaN).
  var countsNaN: Bool { keys.isStrict || typeInCase != nil }

  /// Creates an analysis of the same model that knows nothing yet, for one case.
  init(sharing other: TypeAnalysis, steps: Int) {
    code = other.code
    schema = other.schema
    keys = other.keys
    depending = other.depending
    budget = steps
    stepsLeft = steps
    methods = other.methods
    fillsFromZero = other.fillsFromZero
  }

  /// The steps that were done.
  var stepsDone: Int { budget - stepsLeft }

  /// Takes steps from the budget; returns whether there were enough.
  @discardableResult func spend(_ steps: Int) -> Bool {
    stepsLeft -= steps
    return stepsLeft > reserve
  }

  /// Takes instructions from what may be looked at on the ways to uses; returns whether there were enough.
  func spendOnWays(_ instructions: Int) -> Bool {
    waysLeft -= instructions
    return waysLeft > waysReserve
  }

  // MARK: Functions

  /// Follows a function of the model.
  ///
  /// - Parameters:
  ///   - number: The number of the function.
  ///   - hasContext: Whether it is called with the context.
  ///   - hasMore: Whether it may be called with more arguments.
  ///   - facts: What conditions have told of the context before.
  ///   - tests: What these conditions have looked at.
  /// - Returns: The analysis with its faults; `nil` if it was too much work.
  func follow(
    _ number: Int, hasContext: Bool, hasMore: Bool = false,
    facts: [TypePlaces.ID: LuaType] = [:], tests: TestedPlaces = TestedPlaces()
  ) -> FunctionTyping? {
    guard let function = code.functions[number] else { return nil }
    underway.append(number)
    let outer = reserve
    reserve = max(outer, stepsLeft - Self.mostStepsOfOne)
    let outerWays = waysReserve
    waysReserve = max(outerWays, waysLeft - Self.mostWaysOfOne)
    defer {
      underway.removeLast()
      reserve = outer
      waysReserve = outerWays
    }
    var typing = FunctionTyping(function, number: number, self)
    typing.tests = tests.beforeCall
    var arguments = [TypeState.Value(LuaType(table: .context), at: TypePlaces.context)]
    if hasMore {
      arguments += Array(repeating: .any, count: max(0, function.code.parameterCount - 1))
    }
    guard spend(1),
      typing.run(hasContext ? arguments : nil, isReporting: true, facts: facts)
    else {
      calls.isWhole = false
      return nil
    }
    findEndlessCalls(in: &typing)
    return typing
  }

  /// Returns what a call of a captured function does.
  ///
  /// - Parameters:
  ///   - number: The number of the function.
  ///   - arguments: The arguments.
  ///   - facts: What is known of the context.
  ///   - tables: What is in the tables among the arguments, by their positions.
  ///   - caller: The number of the function that calls it.
  /// - Returns: What every such call does.
  func call(
    _ number: Int, _ arguments: [TypeState.Value], facts: [TypePlaces.ID: LuaType],
    tables: [Int: TableContents], by caller: Int
  ) -> CallResult {
    if number == endless { return CallResult(type: .never, isRecursive: true, mayRaise: false) }
    let isRecursive = number == caller || underway.contains(number)
    guard let function = code.functions[number], !isRecursive, underway.count < Self.mostDepth,
      spend(4)
    else {
      return CallResult(type: .any, isRecursive: isRecursive)
    }
    // A function that gets nothing of the context knows nothing of it.
    let given = arguments.map(\.place) + tables.values.flatMap(\.places)
    let facts =
      given.contains { $0 != 0 } ? self.facts(facts, for: number, arguments, given) : [:]
    let key = CallKey(
      function: number, arguments: arguments.map(\.type), places: arguments.map(\.place),
      facts: facts, tables: tables)
    if endless == nil, let known = results[key] { return known }
    called.insert(number)
    underway.append(number)
    defer { underway.removeLast() }
    var typing = FunctionTyping(function, number: number, self)
    let result = result(of: &typing, arguments, in: function.file, facts: facts, tables: tables)
    if endless == nil { results[key] = result }
    return result
  }

  /// Returns the facts of what a function may name.
  private func facts(
    _ facts: [TypePlaces.ID: LuaType], for number: Int, _ arguments: [TypeState.Value],
    _ given: [TypePlaces.ID]
  ) -> [TypePlaces.ID: LuaType] {
    spend(facts.count / 16)
    let names = named[number] ?? code.names(inFunction: number)
    named[number] = names
    let texts = Set(
      arguments.compactMap { $0.type.onlyText.map { String(decoding: $0, as: UTF8.self) } })
    return facts.filter { fact in
      var place = places[fact.key]
      while place.path == nil, place.parent != 0 { place = places[place.parent] }
      guard place.root == TypePlaces.context, let name = place.path?.first else { return true }
      let isGiven = given.contains { places[$0].path?.first == name }
      return isGiven || names.contains(name) || texts.contains(name)
    }
  }

  /// Adds a function that a function makes; returns its number.
  func add(inner function: FunctionTyping) -> Int {
    inner.append(function)
    return inner.count - 1
  }

  /// The analysis of a function that a function makes, before it has begun.
  func inner(_ number: Int) -> FunctionTyping { inner[number] }

  /// Returns a function of a file as it is written; `nil` if that is not known.
  func written(_ function: FunctionShape) -> WrittenFunction? {
    switch function {
    case .captured(let number): code.functions[number]?.written
    case .inner(let number): inner[number].written
    default: nil
    }
  }

  /// Returns what a call of a function does that a function has made.
  ///
  /// - Parameters:
  ///   - number: The number of the function.
  ///   - arguments: The arguments.
  ///   - facts: What is known of the context.
  ///   - tables: What is in the tables among the arguments, by their positions.
  /// - Returns: What every such call does.
  func call(
    inner number: Int, _ arguments: [TypeState.Value], facts: [TypePlaces.ID: LuaType],
    tables: [Int: TableContents]
  ) -> CallResult {
    guard underway.count < Self.mostDepth, inner.indices.contains(number), spend(4) else {
      return CallResult(type: .any)
    }
    var typing = inner[number]
    underway.append(-1)
    defer { underway.removeLast() }
    return result(of: &typing, arguments, in: "", facts: facts, tables: tables)
  }

  private func result(
    of typing: inout FunctionTyping, _ arguments: [TypeState.Value], in file: String,
    facts: [TypePlaces.ID: LuaType], tables: [Int: TableContents]
  ) -> CallResult {
    var result = CallResult(type: .any, file: file)
    guard
      typing.run(
        arguments, isReporting: true, stopsAtFaults: true, facts: facts, tables: tables)
    else { return result }
    result.keptTables = Set(tables.keys).filter { index in
      typing.roots[-1 - index].map { !typing.changedTables.contains($0) } ?? false
    }
    result.type = typing.returns
    result.origin = typing.originOfNothing(
      for: arguments.map(\.place) + tables.values.flatMap(\.places))
    result.sources = typing.returnedSources
    if !typing.returnsOtherTable, !typing.callsItself { result.table = typing.returnedTable }
    result.givesOneValue = typing.givesOneValue && !typing.returns.isNever && !typing.callsItself
    result.mayRaise = typing.raises || typing.mayRaise
    result.raises = typing.alwaysRaises
    result.trueArguments = typing.trueArguments(among: arguments)
    result.implication = typing.returned?.filtered { places.isDeclared($0) }
    let implied = result.implication?.places ?? []
    if typing.hasLoop || typing.function.isVariadic || typing.tests.tellsMore
      || typing.tests.looks(atAny: { places.isDeclared($0) && !implied.contains($0) })
    {
      result.implication?.isPartial = true
    }
    result.isRecursive = typing.callsItself
    typing.blame(arguments)
    result.told = typing.told(with: arguments)
    result.comparedInVain = typing.comparedInVain(arguments)
    result.faults =
      typing.calledFaults
      + typing.faults.filter { fault in
        fault.place != 0 && !fault.isFatal
          || fault.isFatal && typing.isOmitted(fault, of: arguments.count)
          || fault.code == .impossibleComparison && !fault.isFatal && typing.isForOneCall
            && typing.isCertain(fault.position, for: arguments.map(\.place))
          || (fault.isFatal || fault.isOfFile || typing.isOfContext(fault)
            || typing.isOfTextGiven(fault) || fault.isOfCallback)
            && typing.isCertain(
              fault.position, for: arguments.map(\.place) + tables.values.flatMap(\.places),
              ignoresArguments: fault.code == .unknownMember)
      }
    if typing.isForOneCall { result.faults += typing.decidedComparisons(for: arguments) }
    if typing.callsItself, let fault = endlessCall(in: typing) { result.faults.append(fault) }
    result.tests = typing.tests
    result.tests.merge(called: typing.calledTests)
    if typing.returns.isNever, !typing.raises { result.fault = typing.faults.first { $0.isFatal } }
    if typing.returns.isNever, result.fault == nil, endless == nil { result.type = .any }
    // What it gives where it does not fail tells nothing of what is meant.
    if typing.faults.contains(where: \.isFatal), !result.type.isNever {
      result.type = .any
      result.implication = nil
    }
    // A result that comes of other calls of itself is not known.
    if typing.callsItself { result.type = result.type.isNever ? .never : .any }
    return result
  }

  // MARK: Keys and members

  /// Returns the place one step behind another one, as far as it is known.
  func place(_ step: TypePlaces.Step, from parent: TypePlaces.ID) -> TypePlaces.ID {
    if let known = places.known(step, from: parent) { return known }
    guard places.count < 1 << 20 else { return 0 }
    let place = places.add(step, from: parent)
    guard let path = places[place].path, !path.isEmpty else { return place }
    places[place].declared = typeInCase?(path) ?? keys.type(ofKey: path)
    return place
  }
}
