import LuaRules

/// What functions do in the calls that were followed, so that what all calls have in common is told of
/// the function.
struct FollowedCalls {
  /// How a function is followed that calls another one.
  enum Way: Int {
    /// With the context, or with anything.
    case alone
    /// With what its own callers give.
    case called
    /// As a function that another one makes.
    case inside
  }

  /// What one call has told, or several calls.
  struct Told {
    /// The tests of declared members that have one outcome by what is declared, by their positions.
    var decided: [Int: FunctionTyping.DecidedTest] = [:]
    /// The other tests.
    var open: Set<Int> = []
    /// What goes wrong.
    var faults: [Fault: FaultInCalls] = [:]
    /// In how many calls something is known of an argument, by the position of the argument, and how
    /// many calls there are.
    var known: [Int?: Int] = [:]
    /// In how many calls the context is the first argument.
    var contextCount = 0
    /// What goes wrong somewhere in every call.
    var common: Set<Spot> = []
    /// Whether every call was followed.
    fileprivate var isWhole = true
    /// Where one of the calls stands.
    var place: SourceLocation?

    fileprivate mutating func merge(_ other: Told) {
      isWhole = isWhole && other.isWhole
      place = place ?? other.place
      common = known.isEmpty ? other.common : common.intersection(other.common)
      contextCount += other.contextCount
      known.merge(other.known, uniquingKeysWith: +)
      for (key, fault) in other.faults {
        if faults[key] == nil { faults[key] = fault } else { faults[key]?.merge(fault) }
      }
      open.formUnion(other.open)
      for (position, test) in other.decided {
        guard var known = decided[position] else {
          decided[position] = test
          continue
        }
        if known.message != test.message { open.insert(position) }
        known.merge(test)
        decided[position] = known
      }
    }

    /// Whether every call gives the context as the first argument.
    var isOfContext: Bool { contextCount > 0 && contextCount == known[nil] }

    /// What is wrong with members in all calls: comparisons that are impossible, and formats that do not fit.
    var faultsOfMembers: [FaultInCalls] {
      faults.filter { $0.key.argument == nil && $0.value.count == known[nil] }.map(\.value)
        .sorted { $0.fault.position < $1.fault.position }
    }

    /// Whether nothing is to be told.
    var isEmpty: Bool { decidedTests.isEmpty && faultsOfMembers.isEmpty }

    /// Whether a test at a position is one that all calls decide, or something else is wrong there in all calls.
    func has(_ code: RuleFinding.Code, at position: Int) -> Bool {
      code == .decidedTest
        ? decidedTests.contains { $0.position == position }
        : faultsOfMembers.contains { $0.fault.position == position }
    }

    /// The tests that have one outcome in all calls.
    var decidedTests: [FunctionTyping.DecidedTest] {
      decided.filter { !open.contains($0.key) }.map(\.value).sorted { $0.position < $1.position }
    }
  }

  /// What goes wrong at a position of a function.
  struct Spot: Hashable {
    let code: RuleFinding.Code
    let position: Int
  }

  /// A fault in a function.
  struct Fault: Hashable {
    let code: RuleFinding.Code
    let position: Int
    /// The argument that does not fit; `nil` if that is none.
    let argument: Int?
  }

  /// A fault in some calls of a function.
  struct FaultInCalls {
    let fault: TypeFault
    /// Whether the function uses the argument in another way, too, that fits.
    let isContradicted: Bool
    /// What a test looks at that is the fault.
    var tests: TestedPlaces?
    var count = 1
    /// Some of the places of the calls.
    var places: Set<SourceLocation> = []

    /// How many places are kept.
    private static let mostPlaces = 4

    fileprivate mutating func merge(_ other: Self) {
      count += other.count
      for place in other.places where places.count < Self.mostPlaces { places.insert(place) }
      if let others = other.tests { tests?.merge(called: others) }
    }

    /// Returns the fault with the first of the calls.
    func told(in file: String) -> TypeFault? {
      places.min { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) }
        .map { fault.called(in: file, by: $0) }
    }

    /// Whether the fault is one of the function, and not of what it is given.
    fileprivate var isOfFunction: Bool {
      fault.argument == nil || isContradicted || fault.code == .unknownMember && places.count > 1
    }
  }

  private struct Edge: Hashable {
    let callee: Int
    let caller: Int
    let way: Way
  }

  private var edges: [Edge: Told] = [:]
  /// Whether every function was followed that may call others.
  var isWhole = true

  /// Notes a call.
  ///
  /// - Parameters:
  ///   - callee: The number of the called function.
  ///   - told: What the call has told; `nil` if it was not followed.
  ///   - caller: The number of the function that calls it.
  ///   - way: How that function is followed.
  ///   - place: Where the call stands.
  mutating func note(
    _ callee: Int, _ told: Told?, by caller: Int, _ way: Way, at place: SourceLocation
  ) {
    guard var told else { return noteUnfollowed(callee, by: caller, way) }
    told.place = place
    for fault in told.faults.keys { told.faults[fault]?.places = [place] }
    edges[Edge(callee: callee, caller: caller, way: way), default: Told()].merge(told)
  }

  /// Notes that a call was not followed.
  mutating func noteUnfollowed(_ callee: Int, by caller: Int, _ way: Way) {
    edges[Edge(callee: callee, caller: caller, way: way), default: Told()].isWhole = false
  }

  /// Returns what all calls of functions have in common, by the numbers of the functions.
  ///
  /// - Parameter isOnlyCalled: Whether all that is done with a function is to call it.
  /// - Returns: What is known of the functions all calls of which were followed.
  func common(_ isOnlyCalled: (Int) -> Bool) -> [Int: Told] {
    guard isWhole else { return [:] }
    let all = edgesOfCallees
    let known = Set(
      all.filter { isOnlyCalled($0.key) && $0.value.allSatisfy(\.value.isWhole) }.keys)
    return all.filter { known.contains($0.key) }.mapValues { edges in
      edges.reduce(into: Told()) { common, edge in
        // All that such a function does, it does in the calls of it.
        if edge.key.way == .alone, known.contains(edge.key.caller) { return }
        common.merge(edge.value)
      }
    }
  }

  /// The calls of each function, always in the same order.
  private var edgesOfCallees: [Int: [(key: Edge, value: Told)]] {
    Dictionary(grouping: edges) { $0.key.callee }.mapValues { edges in
      edges.sorted { ($0.key.caller, $0.key.way.rawValue) < ($1.key.caller, $1.key.way.rawValue) }
    }
  }

  /// Returns what goes wrong in all calls of functions in which something is known of the argument to
  /// blame, where the function is wrong and not what it is given.
  var faultsOfFunctions: [(function: Int, faults: [FaultInCalls])] {
    edgesOfCallees.mapValues { edges in
      let all = edges.reduce(into: Told()) { $0.merge($1.value) }
      return all.faults.filter { key, fault in
        guard key.argument != nil else { return false }
        // A function that only ever gets the context is wrong about its parameter.
        return fault.fault.blamed == TypePlaces.context
          ? fault.count == all.known[nil]
          : fault.count == all.known[key.argument] && fault.isOfFunction
      }
      .map(\.value).sorted { $0.fault.position < $1.fault.position }
    }
    .filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    .map { (function: $0.key, faults: $0.value) }
  }

  /// Whether some call of a function has a fault.
  func has(_ fault: TypeFault, in function: Int) -> Bool {
    let key = Fault(fault)
    return edges.contains { $0.key.callee == function && $0.value.faults[key] != nil }
  }

  /// Returns functions with all those that call them, also by way of others.
  func calling(_ functions: Set<Int>) -> Set<Int> {
    let callers = Dictionary(grouping: edges.keys) { $0.callee }
    var found: Set<Int> = []
    var pending = Array(functions)
    while let callee = pending.popLast() {
      guard found.insert(callee).inserted else { continue }
      pending += callers[callee]?.map(\.caller) ?? []
    }
    return found
  }
}

extension FollowedCalls.Spot {
  init(_ fault: TypeFault) {
    self.init(code: fault.code, position: fault.position)
  }
}

extension FollowedCalls.Fault {
  init(_ fault: TypeFault) {
    self.init(code: fault.code, position: fault.position, argument: fault.argument)
  }
}

extension FunctionTyping.DecidedTest {
  /// Adds what the test looks at in another call.
  fileprivate mutating func merge(_ other: Self) {
    guard let others = other.tests else { return }
    var all = tests ?? TestedPlaces()
    all.merge(called: others)
    tests = all
  }
}
