import LuaRules
import LuaRulesTools

extension RuleArguments {
  /// Makes a live model of the rules, and one of each fallback.
  ///
  /// - Parameters:
  ///   - gates: What edited rules have to pass.
  ///   - make: Makes a model. It gets the paths, the place among the models, and the gate.
  /// - Returns: The models, the fallbacks last.
  /// - Throws: What `make` throws; ``Failure`` if the project file cannot be read.
  func liveModels(
    gates: [ProjectGate],
    _ make: (_ paths: [String], _ index: Int, _ gate: ReloadGate?) throws -> LiveRuleModel
  ) throws -> [LiveRuleModel] {
    let levels = gates.isEmpty ? FindingLevels() : try findingLevels()
    let all = [rules] + fallback.map { [$0] }
    let folders = (rules + fallback).filter { !Self.isAddress($0) }
    var models: [LiveRuleModel] = []
    // The gate of each model knows its fallbacks, so these are made first.
    for (index, paths) in all.enumerated().reversed() {
      let lower = models.reduce(RuleModel.empty) { $0.fallback($1) }
      let lowerPaths = Array(fallback.suffix(models.count))
      let loaded = Dictionary(
        zip(lowerPaths, models.map(\.model)).filter { Self.isAddress($0.0) }
      ) { first, _ in first }
      let reloadGates = gates.map { gate in
        gate.reloadGate(fallback: lower, levels: levels) { settings in
          settings.fallback = lowerPaths
          settings.loadedFallbacks = loaded
          settings.ruleFolders = folders
        }
      }
      models.insert(
        try make(paths, index, reloadGates.isEmpty ? nil : .all(reloadGates)), at: 0)
    }
    return models
  }

  /// Whether rules are named by the address of a server, which is no path of a file.
  private static func isAddress(_ rules: String) -> Bool {
    #if Service
      Serve.isAddress(rules)
    #else
      false
    #endif
  }
}
