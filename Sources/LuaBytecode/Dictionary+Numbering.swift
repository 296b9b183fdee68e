extension Dictionary {
  /// Returns the value of a key, or inserts `new` if there is none, with one
  /// lookup.
  package mutating func value(of key: Key, orNew new: Value) -> Value {
    func same(_ value: inout Value) -> Value { value }
    return same(&self[key, default: new])
  }
}
