/// The origin of the rules of a ``LiveRuleModel`` that are not in files.
///
/// A host implements it for its database, its configuration service or its tests:
///
/// ```swift
/// struct TenantRules: LiveRuleSource {
///   func sources() throws -> [RuleSource] { [RuleSource(text: try store.text(of: tenant), name: tenant)] }
///   func changes() -> AsyncStream<Void> { store.changes(of: tenant) }
/// }
/// ```
public protocol LiveRuleSource: Sendable {
  /// Returns the current sources; not called on a caller's thread.
  func sources() throws -> [RuleSource]

  /// Returns a stream that yields whenever the sources may have changed.
  ///
  /// If the content is unchanged, there is only a comparison and no new generation.
  func changes() -> AsyncStream<Void>
}

/// A list of sources that never changes; the files in them may.
struct FixedSources: LiveRuleSource {
  let list: [RuleSource]

  /// The names of the sources.
  var name: String { list.map(\.name).joined(separator: ", ") }

  func sources() -> [RuleSource] { list }

  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
