/// Where a ``LiveRuleModel`` gets its rules from, when not from files.
///
/// A host writes one over its database, its configuration service or its tests:
///
/// ```swift
/// struct TenantRules: LiveRuleSource {
///   func sources() throws -> [RuleSource] { [RuleSource(try store.text(of: tenant), name: tenant)] }
///   func changes() -> AsyncStream<Void> { store.changes(of: tenant) }
/// }
/// ```
public protocol LiveRuleSource: Sendable {
  /// Returns the sources as they are now; called off the caller's thread.
  func sources() throws -> [RuleSource]

  /// Returns a stream that yields whenever the sources may have changed.
  ///
  /// What did not change the content costs a comparison, no new generation.
  func changes() -> AsyncStream<Void>
}

/// Sources that never change by themselves.
struct FixedSources: LiveRuleSource {
  let list: [RuleSource]

  func sources() -> [RuleSource] { list }

  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
