import LuaBridge
import LuaRules

/// The paths that rules read, found when they are first asked for.
final class ReadPaths {
  private let models: [InspectedModel]
  /// The paths, and the paths that they begin with.
  private lazy var prefixes = Set(
    wholes.flatMap { path in path.indices.map { Array(path[...$0]) } })
  /// The paths; what reads a value without one of its members may hand it on.
  private lazy var wholes: Set<[ByteName]> = {
    var paths: Set<[ByteName]> = []
    for rule in models.lazy.flatMap(\.rules) {
      rule.forEachProbablePath { path in paths.insert(path.map { ByteName($0) }) }
    }
    return paths
  }()
  /// The strings in functions, which may be names of members; a name may also come from elsewhere.
  private lazy var names = models.reduce(into: Set<String>()) { names, model in
    for function in model.code.functions.values { function.code.addNames(to: &names) }
  }

  init(of models: [InspectedModel]) { self.models = models }

  /// Whether a rule may read the value at a path.
  ///
  /// - Complexity: O(*n*) for *n* names, once the paths are found.
  func mayContain(_ path: [String]) -> Bool {
    let isNamed = path.last.map { names.contains($0) } ?? false
    let path = path.map { ByteName($0) }
    if prefixes.contains(path) { return true }
    return isNamed && path.indices.contains { wholes.contains(Array(path[..<$0])) }
  }
}
