import LuaBridge
import Testing

/// A host for tests: members from a dictionary, lists, host functions from closures.
final class TestHost: LuaHost {
  enum Content {
    case scalar(LuaValue)
    case object(UInt32, LuaPushShape, identity: UInt64)
    case failure(any Error)
  }

  /// Members by the number of the object, 0 for the context, and the key's literal.
  var members: [UInt32: [(key: LuaValue, content: Content)]] = [:]
  var functions: [([LuaValue]) throws -> LuaPush] = []
  var modules: [String: Int] = [:]
  var reads: [String] = []
  var printed: [String] = []

  init(_ context: KeyValuePairs<String, Content> = [:]) {
    members[0] = context.map { (.string($0.key), $0.value) }
  }

  func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush {
    let number = object?.index ?? 0
    reads.append("\(number).\(key.literal)")
    let known = members[number]?.first { $0.key.literal == key.literal }
    switch known?.content {
    case .scalar(let value): return .value(value)
    case .object(let number, let shape, let identity):
      return .view(ObjectHandle(index: number), shape, identity: identity)
    case .failure(let error): throw error
    case nil: return .value(.nil)
    }
  }

  func count(of object: ObjectHandle) throws -> Int { members[object.index]?.count ?? 0 }

  func keys(of object: ObjectHandle?) throws -> [LuaValue] {
    members[object?.index ?? 0]?.map(\.key) ?? []
  }

  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush {
    try functions[function](arguments)
  }

  struct NoModule: Error {}

  func require(_ name: String, from chunk: Int) throws -> Int {
    guard let slot = modules[name] else { throw NoModule() }
    return slot
  }

  func print(_ text: String) { printed.append(text) }
}

/// A state with its host, in which the chunks are numbered as they come.
final class Bench {
  let lua: LuaState
  let host: TestHost
  private var chunk = 0

  init(
    _ host: TestHost = TestHost(), functions: [String] = [], memory: Int = 64 << 20,
    failingAllocation: Int = 0
  ) throws {
    lua = try LuaState(memoryLimit: memory, failingAllocation: failingAllocation)
    self.host = host
    lua.host = host
    for (number, name) in functions.enumerated() {
      try lua.defineHost(name, function: number)
    }
  }

  /// Runs a file and returns the slot with its result.
  func run(_ text: String, scope: Int = 0) throws -> Int {
    chunk += 1
    try lua.compile(Array(text.utf8), chunk: chunk, scope: scope)
    return try lua.run().slot
  }

  /// Runs a file and copies its result.
  func load(_ text: String, scope: Int = 0) throws -> LuaNode {
    try lua.contents(ofSlot: run(text, scope: scope))
  }

  /// Runs a file that returns a function, and gives its number.
  func function(_ text: String, scope: Int = 0) throws -> Int {
    try #require(load(text, scope: scope).firstFunction)
  }

  func freeze() throws {
    _ = try lua.keepReachableFunctions()
    try lua.freeze()
  }

  /// Asks a function in an evaluation of its own.
  func ask(_ function: Int, budget: LuaBudget? = nil) throws -> LuaValue {
    lua.host = host
    lua.setBudget(budget)
    lua.beginEvaluation()
    defer { lua.endEvaluation() }
    return try lua.evaluate(function)
  }

  /// Loads, freezes and asks what the text returns: a function.
  func answer(_ text: String, budget: LuaBudget? = nil) throws -> LuaValue {
    let function = try function(text)
    try freeze()
    return try ask(function, budget: budget)
  }

  /// The answer, or the failure, as one line of text.
  func line(_ text: String, budget: LuaBudget? = nil) -> String {
    lineOf { try answer(text, budget: budget) }
  }
}

/// A result as a literal, strings unescaped, or a failure as `kind chunk:line message`.
func lineOf(_ body: () throws -> LuaValue) -> String {
  do {
    // A literal shows the beginning of a long string only.
    let value = try body()
    return if case .string(let text) = value { "\"\(text)\"" } else { value.literal }
  } catch let failure as LuaFailure {
    let place = failure.chunk > 0 ? " \(failure.chunk):\(failure.line)" : ""
    return "\(failure.kind)\(place)" + (failure.message.isEmpty ? "" : " \(failure.message)")
  } catch {
    return "other: \(error)"
  }
}

/// A piece of Lua, and what it comes to.
struct Piece: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String

  init(_ text: String, _ expected: String) {
    self.text = text
    self.expected = expected
  }

  var testDescription: String { text }
}
