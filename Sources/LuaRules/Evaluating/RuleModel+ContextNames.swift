import LuaBridge

extension RuleModel {
  /// Returns the error of a name that a context in JSON sets and that the closed schema does not have.
  func refusal(ofContextName name: String, in schema: RuleSchema) -> RuleError? {
    guard schema.isClosed, schema.type(at: name) == nil, !schema.hasPath(below: name),
      !isAssigned(name)
    else { return nil }
    return unknownName(name, meaning: nearest(to: name, in: schema)?.name)
  }

  /// Returns the error of a name that somebody has written into a context, and that is most likely
  /// misspelt: nothing declares, assigns or reads it, and it is a slip away from a name that is known.
  ///
  /// `nil` if that is unknown, or if a model was loaded with ``UnusedKeyPolicy/allow``.
  package func misspelling(ofContextName name: String) -> RuleError? {
    let models = current
    let schema = schema
    if let refusal = refusal(ofContextName: name, in: schema) { return refusal }
    guard !schema.isEmpty, schema.type(of: name) == nil, !isAssigned(name) else { return nil }
    // A path is known by its first name, unless that is an object without such a member.
    if let steps = NamePath.steps(of: name) {
      guard schema.type(of: steps[0]) == nil, !schema.hasPath(below: steps[0]) else { return nil }
      return misspelling(ofContextName: steps[0])
    }
    var isCertain = true
    for model in models {
      guard let read = model.readNames, !read.visible.contains(name) else { return nil }
      isCertain = isCertain && !read.includesAnyKey
    }
    // Where any key may be read, only a slip from a declared name is most likely a misspelling.
    let meant =
      isCertain
      ? nearest(to: name, in: schema) : Spelling.nearest(to: name, among: schema.names)
    guard let meant, meant.isSlip else { return nil }
    return unknownName(name, meaning: meant.name)
  }

  /// The first names of all paths that rules may read, that are declared or that rules assign; `nil` if
  /// that is unknown, and any name may matter.
  package var readableNames: Set<ByteName>? {
    var names: Set<ByteName> = []
    for model in current {
      guard let read = model.readNames, !read.includesAnyKey else { return nil }
      names.formUnion(read.visible)
    }
    for name in schema.names + assignedKeys {
      names.insert(name.prefix { $0 != "." }.description)
    }
    return names
  }

  private func isAssigned(_ name: String) -> Bool {
    current.contains { $0.candidates.mayAssign(name) }
  }

  private func nearest(
    to name: String, in schema: RuleSchema
  ) -> (name: String, isSlip: Bool)? {
    let first = NamePath.steps(of: name)?[0] ?? name
    if schema.type(of: first) != nil { return nil }
    let assigned = assignedKeys.filter { !$0.utf8.contains(UInt8(ascii: ".")) }
    return Spelling.nearest(to: first, among: schema.names + assigned)
  }

  private func unknownName(_ name: String, meaning meant: String?) -> RuleError {
    RuleError(
      .badContext, "the context sets `\(name)`, which is neither declared nor known to any rule",
      hint: meant.map { "did you mean `\($0)`?" })
  }
}
