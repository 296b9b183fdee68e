import LuaRules
import LuaSyntax

/// Finds the keys and members that values stand for, through functions and modules.
///
/// What a file shows alone is known from its outline. A parameter stands for the arguments of all
/// calls, and a call for what its function returns.
struct ValuePaths {
  private let project: EditedProject
  /// The functions around the value that is looked for, with the arguments of the calls that led
  /// into them.
  private var entered: [Entered] = []
  private let search = Search()
  private static let greatestDepth = 12
  /// Arguments of more calls are not looked at.
  private static let mostCalls = 20_000
  /// More paths are no help to a reader.
  private static let mostPaths = 4

  /// A call whose result is looked for.
  private struct Entered {
    let path: String
    let function: Int
    let arguments: [[[String]]]
  }

  /// What all parts of a search share.
  private final class Search {
    var known: [Variable: [[String]]] = [:]
    var budget = WorkBudget(ValuePaths.mostValues)
  }

  private struct Variable: Hashable {
    let path: String
    let binding: Int
  }

  /// More values are not looked at for one variable: functions may return many results of others.
  private static let mostValues = 2000

  init(_ project: EditedProject) {
    self.project = project
  }

  /// Returns the paths that a variable stands for, in the order in which they are found.
  ///
  /// Several paths have one declaration, such as two keys of one type.
  func paths(ofBinding number: Int, in file: EditedFile) -> [[String]] {
    if let path = file.outline.path(ofBinding: number) { return [path] }
    guard entered.isEmpty else { return found(ofBinding: number, in: file) }
    let variable = Variable(path: file.path, binding: number)
    if let known = search.known[variable] { return known }
    search.budget = WorkBudget(Self.mostValues)
    let found = found(ofBinding: number, in: file)
    search.known[variable] = found
    return found
  }

  private func found(ofBinding number: Int, in file: EditedFile) -> [[String]] {
    let syntax = file.outline.syntax
    let binding = syntax.bindings[number]
    guard entered.count < Self.greatestDepth, !syntax.assigned.contains(number) else { return [] }
    switch binding.kind {
    case .local: return binding.value.map { paths(of: $0, in: file) } ?? []
    case .loop(1):
      guard case .call(let call)? = binding.value, let list = syntax.calls[call].arguments.first,
        let callee = syntax.calls[call].chain,
        let name = syntax.globalName(of: syntax.chains[callee]),
        ["ipairs", "pairs"].contains(name)
      else { return [] }
      return paths(of: list, in: file).map { $0 + [RuleFileOutline.element] }
    case .loop: return []
    case .parameter(let function, let position):
      if let call = entered.last(where: { $0.path == file.path && $0.function == function }) {
        return position < call.arguments.count ? call.arguments[position] : []
      }
      return arguments(position, of: function, in: file)
    }
  }

  /// Returns the paths that a value stands for.
  func paths(of value: SyntaxTree.Value, in file: EditedFile) -> [[String]] {
    let syntax = file.outline.syntax
    if let path = file.outline.variables.path(of: value, in: syntax) { return [path] }
    guard search.budget.spend() else { return [] }
    switch value {
    case .chain(let number):
      let chain = syntax.chains[number]
      return paths(of: chain, before: chain.steps.count, in: file)
    case .member(let number):
      let member = syntax.members[number]
      let name = member.token.map { syntax.text($0) } ?? RuleFileOutline.element
      return member.isMethod ? [] : paths(of: member.base, in: file).map { $0 + [name] }
    case .either(let values): return joined(values.lazy.map { paths(ofResult: $0, in: file) })
    case .call(let call): return paths(ofResultOf: syntax.calls[call], in: file)
    case .table, .function, .string, .plain, .text, .other: return []
    }
  }

  /// Returns the paths that a chain stands for in front of one of its members.
  func paths(
    of chain: SyntaxTree.Chain, before end: Int, in file: EditedFile
  ) -> [[String]] {
    let syntax = file.outline.syntax
    let steps = chain.steps.prefix(end)
    guard let binding = chain.use.binding, !steps.contains(where: \.isMethod) else { return [] }
    let names = steps.map { $0.token.map { syntax.text($0) } ?? RuleFileOutline.element }
    return paths(ofBinding: binding, in: file).map { $0 + names }
  }

  /// Returns the paths of one of several values; `nil` for a constant, which may stand beside others.
  private func paths(ofResult value: SyntaxTree.Value, in file: EditedFile) -> [[String]]? {
    switch value {
    case .table, .plain, .string, .text: nil
    default: paths(of: value, in: file)
    }
  }

  /// Returns all paths if they have one declaration; none if a value has none.
  private func joined(_ found: some Sequence<[[String]]?>) -> [[String]] {
    var paths: [[String]] = []
    for part in found {
      guard let part else { continue }
      for path in part where !paths.contains(path) {
        guard paths.count < Self.mostPaths, paths.first.map({ haveOneType($0, path) }) ?? true
        else {
          return []
        }
        paths.append(path)
      }
      if part.isEmpty { return [] }
    }
    return paths
  }

  private func haveOneType(_ path: [String], _ other: [String]) -> Bool {
    guard let type = project.index?.declaration(of: path)?.type else { return false }
    return project.index?.declaration(of: other)?.type.withoutNull == type.withoutNull
  }

  // MARK: Functions

  private func paths(ofResultOf call: SyntaxTree.Call, in file: EditedFile) -> [[String]] {
    guard entered.count < Self.greatestDepth, let number = call.chain,
      let (function, target) = project.calledFunction(
        of: file.outline.syntax.chains[number], in: file),
      !entered.contains(where: { $0.path == target.path && $0.function == function })
    else { return [] }
    var inside = self
    inside.entered.append(
      Entered(
        path: target.path, function: function,
        arguments: call.arguments.map { paths(of: $0, in: file) }))
    let returns = target.outline.syntax.functions[function].returns
    return inside.joined(returns.lazy.map { inside.paths(ofResult: $0, in: target) })
  }

  /// The paths of the arguments that all calls of a function give to a parameter.
  private func arguments(
    _ position: Int, of function: Int, in file: EditedFile
  ) -> [[String]] {
    guard entered.count < Self.greatestDepth else { return [] }
    var outside = self
    // A call from inside the function gives what it got.
    outside.entered.append(Entered(path: file.path, function: function, arguments: []))
    let uses = project.uses(ofFunction: function, in: file)
    guard uses.count <= Self.mostCalls else { return [] }
    return outside.joined(
      uses.lazy.map { use in
        switch use.kind {
        case .rule: position == 0 ? [[]] : []
        case .value: []
        case .call(let call):
          position < use.file.outline.syntax.calls[call].arguments.count
            ? outside.paths(
              ofResult: use.file.outline.syntax.calls[call].arguments[position], in: use.file)
            : nil
        }
      })
  }
}
