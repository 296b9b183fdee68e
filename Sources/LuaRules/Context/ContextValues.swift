import Synchronization

/// The values that are set on a context.
///
/// A copy that was not changed has the same stamp; that is how an access knows
/// that it is asked about the same context again.
struct ContextValues: Sendable {
  private var values: [String: any Sendable] = [:]
  private(set) var stamp: UInt64 = 0

  private static let lastStamp = Atomic<UInt64>(0)

  /// The value that is set for a name; an explicit `nil` is a value, too.
  subscript(name: String) -> (any Sendable)? {
    values.isEmpty ? nil : values[name]
  }

  /// The names of all values, in byte order.
  var names: [String] {
    values.keys.sortedByBytes()
  }

  mutating func set(_ value: any Sendable, for name: String) {
    values[name] = value
    renew()
  }

  mutating func remove(_ name: String) {
    values[name] = nil
    renew()
  }

  private mutating func renew() {
    stamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
