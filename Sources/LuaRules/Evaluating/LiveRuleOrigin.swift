/// Where the generation came from that answers.
public enum LiveRuleOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The sources.
  case sources
  /// The model that the live model was started with.
  case initialModel
  /// A stored generation, by the name of its file.
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
