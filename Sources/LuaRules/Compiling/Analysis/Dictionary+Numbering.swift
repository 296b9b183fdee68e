extension Dictionary {
  /// Returns the value of a key, which becomes `new` if there was none, after one look.
  mutating func value(of key: Key, orNew new: Value) -> Value {
    func same(_ value: inout Value) -> Value { value }
    return same(&self[key, default: new])
  }
}
