/// Where the current generation of a live model came from.
public enum LiveRuleOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The sources of the live model.
  case sources
  /// The model that the live model started with.
  case initialModel
  /// An archived generation, by the name of its file.
  case kept(String)
  /// An earlier generation.
  case rollback(to: Int)
  /// A model that was given to ``LiveRuleModel/replace(with:)``.
  case replacement

  /// The origin in words.
  public var description: String {
    switch self {
    case .sources: "the sources"
    case .initialModel: "the model to start with"
    case .kept(let name): "the stored generation \(name)"
    case .rollback(let generation): "generation \(generation) again"
    case .replacement: "a replacement"
    }
  }
}
