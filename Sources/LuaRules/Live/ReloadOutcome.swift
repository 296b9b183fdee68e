/// What loading or replacing the rules of a live model did.
public enum ReloadOutcome: Sendable, Hashable {
  /// The sources have not changed, and their rules are active.
  case unchanged
  /// The rules became active, as the generation with this number.
  case swapped(generation: Int)
  /// The gate refused the rules; the earlier generation stays active.
  case refused(reason: String)
}
