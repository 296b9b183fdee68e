import LuaBridge
import LuaRules

/// The answers for a key that two sets of rules give in one context.
struct ComparedAnswers {
  /// A context in which they differ.
  struct Difference {
    let context: LuaTable
    let old: RuleSetDiff.Decision
    let new: RuleSetDiff.Decision

    /// Whether a side fails.
    var hasError: Bool { old.error != nil || new.error != nil }
  }

  let key: String
  let old: RuleModel
  let new: RuleModel

  /// Asks both sets; returns `nil` if the answers are the same, or if the context cannot be made.
  func difference(in values: LuaTable) -> Difference? {
    guard let left = try? old.context(of: values), let right = try? new.context(of: values) else {
      return nil
    }
    return difference(left, right, in: values)
  }

  /// Asks contexts that were made of the values already.
  func difference(
    _ left: RuleContext, _ right: RuleContext, in values: LuaTable
  ) -> Difference? {
    let (one, other) = (answer(left), answer(right))
    guard !RuleSetProof.isSame(one, other) else { return nil }
    return Difference(
      context: values, old: RuleSetDiff.Decision(one), new: RuleSetDiff.Decision(other))
  }

  private func answer(_ context: RuleContext) -> Swift.Result<PlainAnswer, RuleError> {
    Swift.Result { () throws(RuleError) in try context.plainAnswer(at: key) }
  }

  /// How many shorter contexts are tried, at most.
  private static let mostTries = 2000

  /// Leaves out what a context does not need for both answers, but for members that its objects
  /// must have.
  ///
  /// - Complexity: O(*n*) contexts for *n* values, most of which are not needed.
  func smallest(_ found: Difference) -> Difference {
    var found = found
    var triesLeft = Self.mostTries
    func replace(_ context: LuaTable) -> Bool {
      triesLeft -= 1
      // Another difference may be less telling: one by an error, above all.
      guard triesLeft > 0, let other = difference(in: context), other.old.value == found.old.value,
        other.new.value == found.new.value
      else { return false }
      found = other
      return true
    }
    // Many keys at once at first.
    var count = found.context.fields.count
    while count > 0 {
      var start = 0
      while start < found.context.fields.count {
        var context = found.context
        let removed = context.fields[start..<min(start + count, context.fields.count)]
        let required = removed.filter { new.schema.requires([$0.name]) }
        context.fields.replaceSubrange(removed.indices, with: required)
        if required.count == removed.count || !replace(context) {
          start += count
        } else {
          start += required.count
        }
      }
      count /= 2
    }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for path in found.context.paths {
        while let context = shorter(found.context, at: path), replace(context) { isSmaller = true }
      }
    }
    return found
  }

  /// Returns a context without the value at a path; one that its object must have is shorter, if it is a
  /// list, and may be.
  private func shorter(_ context: LuaTable, at path: [String]) -> LuaTable? {
    guard context.has(path[...]) else { return nil }
    guard new.schema.requires(path) else { return context.removing(path[...]) }
    let least = new.schema.limits[path.declaredPath]?.leastCount ?? 0
    return context.shortening(path[...], to: least)
  }
}

extension RuleModel {
  /// Returns a context with values; throws if one is not of its declared type.
  func context(of values: LuaTable) throws -> RuleContext {
    var context = RuleContext(self)
    for field in values.fields { try context.setValue(field.value, for: field.name) }
    return context
  }
}

extension RuleSetProof {
  /// Whether two answers are equal, or both are errors.
  static func isSame(
    _ left: Swift.Result<PlainAnswer, RuleError>, _ right: Swift.Result<PlainAnswer, RuleError>
  ) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left.value.isEqual(to: right.value)
    case (.failure, .failure): true
    default: false
    }
  }
}

extension LuaTable {
  /// The paths of all values, also of tables.
  fileprivate var paths: [[String]] {
    fields.flatMap { field -> [[String]] in
      guard case .table(let inner) = field.value else { return [[field.name]] }
      return [[field.name]] + inner.paths.map { [field.name] + $0 }
    }
  }

  fileprivate func has(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first, let value = self[name] else { return false }
    guard path.count > 1, case .table(let inner) = value else { return path.count == 1 }
    return inner.has(path.dropFirst())
  }

  /// Returns the table with a list at a path that ends earlier; `nil` if it has no more than some elements.
  fileprivate func shortening(_ path: ArraySlice<String>, to least: Int) -> LuaTable? {
    guard let name = path.first, case .table(var inner)? = self[name] else { return nil }
    if path.count > 1 {
      guard let shorter = inner.shortening(path.dropFirst(), to: least) else { return nil }
      return setting(.table(shorter), at: [name])
    }
    guard inner.elements.count > least, inner.elements.popLast() != nil else { return nil }
    return setting(.table(inner), at: [name])
  }

  fileprivate func removing(_ path: ArraySlice<String>) -> LuaTable {
    guard let name = path.first else { return self }
    var table = self
    table.fields = fields.compactMap { field in
      guard field.name == name else { return field }
      guard path.count > 1, case .table(let inner) = field.value else { return nil }
      return (name, .table(inner.removing(path.dropFirst())))
    }
    return table
  }
}
