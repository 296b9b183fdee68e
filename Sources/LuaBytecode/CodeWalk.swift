/// The one walk over the code of a function in a dump, from top to bottom.
///
/// It decodes each instruction once, and shows it to the checks of what may run, and to the search
/// for the tables that the code makes.
package struct CodeWalk {
  private var flow = RegisterFlow()
  private var chains = NameChains()
  private var living = LivingLocals()
  /// The local variables of the current function.
  package var locals: [LocalRange] = []
  /// Finds the tables of the functions in which it looks for them.
  package var tables = TableSearch()

  /// Creates a walk that has seen nothing.
  package init() {}

  /// Whether the last function assigns to an upvalue.
  package var assignsUpvalues: Bool { flow.assignsUpvalues }

  /// Walks over a function, whose local variables are in ``locals``.
  ///
  /// - Returns: The first fault; `nil` if there is none.
  /// - Throws: ``DecodingFailure`` for malformed code.
  package mutating func firstFault(
    in code: DumpedCode
  ) throws(DecodingFailure) -> RegisterFlow.Fault? {
    try flow.begin(code)
    chains.begin(code, localCount: locals.count)
    living.begin()
    var chained: RegisterFlow.Fault?
    for position in 0..<code.count {
      living.move(to: position, in: locals)
      try flow.examine(code, at: position, living.count)
      if let fault = flow.fault { return fault }
      let instruction = code[position]
      if chained == nil, chains.isTooLong(after: instruction, living.count) {
        chained = .init(position: position, kind: .longNameChain)
      }
      if tables.isLooking { tables.read(code, at: position, localCount: living.count) }
    }
    // INVARIANT: the last instruction returns, or is never reached.
    guard !flow.isReached else { throw .malformed }
    return chained
  }
}
