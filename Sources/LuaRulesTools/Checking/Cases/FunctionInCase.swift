/// What a function does in a case.
struct FunctionInCase {
  /// The types of its results.
  let results: [LuaType]
  /// Whether it may end by an error, on purpose or not.
  let mayFail: Bool
  /// Whether it certainly fails at some instruction.
  let hasFault: Bool
  /// The outcomes of tests that are possible.
  private let edges: Set<FunctionTyping.Edge>
  /// The tests that what is declared decides alone.
  private let declared: Set<Int>

  init(_ typing: FunctionTyping) {
    results = typing.results.map(\.type)
    hasFault = typing.faults.contains(where: \.isFatal)
    mayFail = typing.mayRaise || typing.raises || hasFault
    edges = Set(
      typing.outcomes.flatMap { position, known in
        known.reached.map { FunctionTyping.Edge(position: position, outcome: $0) }
      })
    declared = Set(typing.outcomes.filter { $0.value.declared.count == 1 }.keys)
  }

  /// Whether an outcome is possible.
  func has(_ edge: FunctionTyping.Edge) -> Bool { edges.contains(edge) }

  /// Whether what is declared decides a test alone.
  func isDeclared(_ edge: FunctionTyping.Edge) -> Bool { declared.contains(edge.position) }
}
