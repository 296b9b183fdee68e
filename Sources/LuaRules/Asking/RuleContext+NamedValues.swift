import LuaBridge

extension RuleContext {
  /// Sets values by their names, as ``setValues(json:name:line:)`` does.
  ///
  /// A name with dots becomes a member of a table: `client.region` is what rules read as
  /// `c.client.region`. Where `client` has another value already, it is set as a path.
  ///
  /// - Throws: ``RuleError`` with code `bad-context`; then no value is set.
  package mutating func setValues(_ named: [String: LuaValue]) throws(RuleError) {
    var table = LuaTable()
    var paths: [(name: String, value: LuaValue)] = []
    for (name, value) in named.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let isMember = steps.count > 1 && NamePath.problem(of: name) == nil
      if isMember, isSet(steps[0]) || !table.insert(value, at: steps[...]) {
        paths.append((name, value))
      } else if !isMember {
        table.set(value, for: name)
      }
    }
    let schemas = model.current.map(\.schema).filter { !$0.isEmpty }
    let isClosed = !schemas.isEmpty && schemas.allSatisfy(\.isClosed)
    var converted = paths
    for (name, value) in table.fields {
      if isClosed, let refusal = model.refusal(ofContextName: name, in: model.schema) {
        throw refusal
      }
      // The declarations of this name only: merging all of them costs more than the question.
      let schema = RuleSchema(declaring: schemas.compactMap { $0[name] })
      converted.append((name, try Self.converted(value, for: name, schema)))
    }
    values.set(converted)
  }
}

extension LuaTable {
  /// Inserts a value at a path of names, with tables between; returns `false` where another value is
  /// in the way.
  fileprivate mutating func insert(_ value: LuaValue, at steps: ArraySlice<String>) -> Bool {
    guard let name = steps.first else { return false }
    if steps.count == 1 {
      guard self[name] == nil else { return false }
      set(value, for: name)
      return true
    }
    var inner: LuaTable
    switch self[name] {
    case nil: inner = LuaTable()
    case .table(let table): inner = table
    default: return false
    }
    guard inner.insert(value, at: steps.dropFirst()) else { return false }
    set(.table(inner), for: name)
    return true
  }
}
