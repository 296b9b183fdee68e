import LuaRules

/// The models of test files, each loaded once.
struct TestedModels {
  /// A model with a number that no other model of the tests has.
  struct Numbered: Sendable {
    let number: Int
    let model: RuleModel
  }

  /// What a model is loaded from.
  struct Identity: Hashable {
    var rules: [String]
    /// The paths of the rules without links, which differ in a bundle.
    var resolved: [String]
    /// The folders whose `lib` contains modules, where they are not the rules' own.
    var roots: [String?]
    var fallback: [String]
  }

  private var models: [Identity: Numbered] = [:]
  private var lastNumber = 0

  /// Returns the model of an identity; loads it at the first request.
  ///
  /// - Parameters:
  ///   - identity: What the model is loaded from; `nil` for a model that only
  ///     one file uses.
  ///   - load: Loads the model.
  /// - Returns: The model with its number.
  /// - Throws: What `load` throws.
  mutating func model(
    _ identity: Identity?, _ load: () throws(RuleError) -> RuleModel
  ) throws(RuleError) -> Numbered {
    if let identity, let known = models[identity] { return known }
    let made = Numbered(number: lastNumber + 1, model: try load())
    lastNumber = made.number
    if let identity { models[identity] = made }
    return made
  }
}
