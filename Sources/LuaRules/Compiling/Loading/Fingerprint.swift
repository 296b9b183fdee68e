import LuaBridge

/// A number that two runs of the same files share in a process when they gave the same tables.
///
/// A hash of 64 bits over all values: it finds accidents, such as a library that differs
/// from state to state; it is no defence.
struct Fingerprint: Hashable, Sendable {
  private var hash = LuaTextHash.seed

  mutating func combine(_ node: LuaNode) { hash = node.hash(seed: hash) }
}
