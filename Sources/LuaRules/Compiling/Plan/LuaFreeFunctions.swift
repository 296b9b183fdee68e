import LuaBridge
import LuaBytecode

/// The functions of the sources that accept only native code; see
/// ``ExecutionPolicy/luaFree``.
///
/// Programs of keys have code of their own; this code replaces every other call of
/// Lua.
///
/// INVARIANT: all functions of such a source are included, and each is complete
/// native code.
package final class LuaFreeFunctions: Sendable {
  let code: DecisionProgram
  package let paths: NativePaths
  private let functions: [Int: Function]

  /// A function, with the maximum number of instructions that it is charged.
  package struct Function: Sendable {
    package let native: DecisionFunction
    let price: Int
  }

  /// Makes native code of the functions; returns `nil` if no source requires
  /// it.
  ///
  /// - Parameters:
  ///   - rules: The rules of a model.
  ///   - sources: The restricted sources of the model, by the grant IDs of the
  ///     rules from 1 on.
  ///   - files: The names of the files.
  ///   - shapes: The functions with known shapes.
  ///   - limit: The limit of work for the functions.
  ///   - state: A state in which the files were run and frozen.
  /// - Throws: ``RuleError`` for the first function that needs Lua, with the others
  ///   in ``RuleError/others``.
  package init?(
    _ rules: [Rule], of sources: [GrantedSource], files: [String], _ shapes: ShapedFunctions,
    limit: PlanningLimit, in state: LuaState
  ) throws(RuleError) {
    guard sources.contains(where: \.isPlanned) else { return nil }
    var builder = DecisionBuilder(
      outside: StateCapturedValues(state, shapes), totalLimit: limit.steps)
    var functions: [Int: Function] = [:]
    var errors: [RuleError] = []
    for rule in rules where rule.grantID > 0 && sources[rule.grantID - 1].isPlanned {
      for (field, number) in rule.functions where functions[number] == nil {
        let info = state.info(ofFunction: number)
        // A host stub belongs to the source no more than the host function that it
        // replaces.
        if info.isHostStub { continue }
        let nodeCount = builder.code.nodes.count
        let native =
          builder.build(functionNumber: number)
          ?? .lua(because: DecisionObstacle(kind: .call, line: 0))
        functions[number] = Function(
          native: native, price: 1 + (builder.code.nodes.count - nodeCount) / 4)
        guard let obstacle = native.obstacle, errors.count < 20 else { continue }
        errors.append(
          RuleError(
            .needsLua, "the `\(field)` of `\(rule.key)` needs Lua: \(obstacle)",
            at: info.chunk >= 1 && info.chunk <= files.count
              ? SourceLocation(
                file: files[info.chunk - 1], line: obstacle.line > 0 ? obstacle.line : info.line)
              : rule.location,
            hint: "this source may only have functions that are decided without Lua"))
      }
    }
    if var first = errors.first {
      first.others = Array(errors.dropFirst())
      throw first
    }
    code = builder.code
    paths = builder.paths
    self.functions = functions
  }

  /// Returns whether a function of the rule is included.
  func contains(_ rule: Rule) -> Bool {
    rule.functions.contains { functions[$0.number] != nil }
  }

  /// Returns a function if it is included, so that Lua is not called for it.
  package subscript(number: Int) -> Function? { functions[number] }
}

extension Rule {
  /// The Lua functions of the rule, each with the name of its field.
  package var functions: [(field: String, number: Int)] {
    var functions = predicate.functions.map { (field: "when", number: $0) }
    if case .function(let number) = assignment { functions.append(("value", number)) }
    return functions
  }
}

extension Predicate {
  fileprivate var functions: [Int] {
    switch self {
    case .function(let number): [number]
    case .all(let parts): parts.flatMap(\.functions)
    case .always, .never, .pattern, .host: []
    }
  }
}

extension GrantedSource {
  /// Whether all functions of the source must be native code.
  var isPlanned: Bool { grant.accept == .luaFree }
}
