import LuaBridge

/// A number that is equal for two runs of the same file in a process if they
/// returned the same tables.
///
/// It is a hash of 64 bits over all values. It detects accidents, such as a
/// library that differs from state to state; it does not protect against
/// attacks.
struct Fingerprint: Hashable, Sendable {
  private let hash: UInt64

  init(_ node: LuaNode) { hash = node.hash(seed: LuaTextHash.seed) }
}
