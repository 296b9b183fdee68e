import LuaRules

/// The search for what authors have set in their files that decides conditions.
///
/// A condition such as `settings.strict and c.isNew` is a switch, and no mistake.
final class SettingSearch {
  private let model: InspectedModel
  private let types: KeyTypes
  private lazy var analysis = {
    let analysis = TypeAnalysis(model, types)
    analysis.looksForSettings = true
    return analysis
  }()
  private lazy var hidden = {
    let analysis = TypeAnalysis(model, types)
    analysis.hidesSettings = true
    return analysis
  }()
  private var known: [Int: String?] = [:]

  init(_ model: InspectedModel, _ types: KeyTypes) {
    self.model = model
    self.types = types
  }

  /// Returns what decides a function, as in `` `settings.strict` is false here``; `nil` if nothing does.
  func deciding(_ function: InspectedFunction) -> String? {
    if let known = known[function.number] { return known }
    var setting: String?
    if let typing = analysis.follow(function.number, hasContext: true) {
      let test = typing.excluded.filter { !typing.isReached[$0.key] }.min { $0.key < $1.key }
      setting = test?.value ?? typing.givenSetting
    }
    // With any other setting it would come to the same.
    if setting != nil, isDecidedAnyway(function) { setting = nil }
    known[function.number] = .some(setting)
    return setting
  }

  private func isDecidedAnyway(_ function: InspectedFunction) -> Bool {
    hidden.follow(function.number, hasContext: true)?.returns.truth != nil
  }

  /// Returns what decides a condition of a rule; `nil` if nothing does.
  func deciding(_ rule: InspectedRule) -> String? {
    for case .function(let function) in rule.conditions {
      if let setting = deciding(function) { return setting }
    }
    return nil
  }
}
