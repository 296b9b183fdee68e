#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleError: LocalizedError {
  /// The text of the error, so that `localizedDescription` is what a rule author reads.
  public var errorDescription: String? { description }
}
