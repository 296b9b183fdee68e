import LuaBridge

extension Access {
  /// Answers for a key: what is set, what the rules say, what is declared.
  ///
  /// - Returns: `nil` when nobody knows the key.
  func answer(_ name: String) throws(RuleError) -> Answer? {
    if let circle = context.values.aliasCircle(from: name) {
      throw RuleError(
        .cycle,
        "the aliases of `\(name)` go round in a circle: "
          + circle.joined(separator: " → "))
    }
    let key = context.values.original(of: name) ?? name
    if let value = context.values[key] {
      return Answer(payload: .swift(value), origin: .set)
    }
    if let known = memo[key] { return known }
    try refuseConflict(of: key)
    if let answer = try answerByRules(key) {
      memo[key] = answer
      return answer
    }
    for link in links {
      if let declared = link.schema[key] {
        let answer = Answer(payload: declared.defaultPayload(), origin: .declared)
        memo[key] = answer
        return answer
      }
    }
    guard links.contains(where: { $0.plan.candidates[key] != nil }) else { return nil }
    let nothing = Answer(payload: .lua(.nil), origin: .nothing)
    memo[key] = nothing
    return nothing
  }

  /// Refuses a key that the models of a chain declare with different types.
  ///
  /// A chain is put together without loading, and a live model in it changes;
  /// so each access looks, at the keys that it asks.
  private func refuseConflict(of key: String) throws(RuleError) {
    guard links.count > 1 else { return }
    var first: DeclaredKey?
    for link in links {
      guard let declared = link.schema[key] else { continue }
      if let conflict = first?.conflict(with: declared) { throw conflict }
      first = first ?? declared
    }
  }

  private func answerByRules(_ key: String) throws(RuleError) -> Answer? {
    guard links.contains(where: { $0.plan.candidates[key] != nil }) else { return nil }
    if underway.contains(key), let start = chain.firstIndex(of: key) {
      let circle = (chain[start...] + [key]).joined(separator: " → ")
      throw RuleError(.cycle, "`\(key)` depends on itself: \(circle)")
    }
    guard depth < depthLimit else {
      throw RuleError(
        .budget,
        "more than \(depthLimit) keys are computed for one another: "
          + chain.suffix(3).joined(separator: " → ") + " → \(key)")
    }
    chain.append(key)
    underway.insert(key)
    defer {
      chain.removeLast()
      underway.remove(key)
    }
    let outerLink = currentLink
    defer { currentLink = outerLink }
    for (number, link) in links.enumerated() {
      currentLink = number
      for rule in link.plan.candidates[key] ?? [] {
        if let payload = try payload(of: rule) {
          return Answer(payload: payload, origin: .rule(rule, link: number))
        }
      }
    }
    return nil
  }

  /// Returns what a rule of the current model gives, or `nil` when it does not
  /// hold, or declines.
  private func payload(of rule: Rule) throws(RuleError) -> Payload? {
    do {
      guard try holds(rule.predicate) else { return nil }
      let payload = try payload(of: rule.assignment)
      return payload.isDeclined ? nil : payload
    } catch {
      var error = error
      if error.location == nil { error.location = rule.location }
      if chain.count > 1, error.notes.count < 8, let asking = chain.dropLast().last {
        error.notes.append(.init("`\(asking)` asked for `\(rule.key)`"))
      }
      throw error
    }
  }

  private func payload(of assignment: Assignment) throws(RuleError) -> Payload {
    switch assignment {
    case .constant(let value): return .lua(value)
    case .function(let number):
      let value = try lua { (state) throws(LuaFailure) in try state.evaluate(number) }
      if case .object(let handle) = value { return payload(ofObject: handle) }
      return .lua(value)
    case .host(let number): return try callHost(number)
    }
  }

  private func payload(ofObject handle: ObjectHandle) -> Payload {
    if handle == .context { return .swift(context) }
    let index = Int(handle.index)
    return index < objects.count ? objects[index].payload : .lua(.nil)
  }

  private func holds(_ predicate: Predicate) throws(RuleError) -> Bool {
    switch predicate {
    case .always: return true
    case .never: return false
    case .function(let number):
      return try lua { (state) throws(LuaFailure) in try state.test(number) }
    case .host(let number):
      return try !isFalse(callHost(number))
    case .pattern(let pattern): return try matches(pattern)
    case .all(let predicates):
      for predicate in predicates where try !holds(predicate) { return false }
      return true
    }
  }

  private func isFalse(_ payload: Payload) throws(RuleError) -> Bool {
    if case .value(let value) = try representation(of: payload) { value.isFalse } else { false }
  }

  private func lua<Result>(
    _ body: (LuaState) throws(LuaFailure) -> Result
  ) throws(RuleError) -> Result {
    let state = try state(of: currentLink)
    do {
      return try body(state)
    } catch {
      throw RuleError(error, in: failureContext)
    }
  }

  // MARK: Host functions

  private func callHost(_ number: Int) throws(RuleError) -> Payload {
    let result = try callHost(number, [.object(.context)])
    // Nothing, as Lua's nil, declines.
    if case .value(.nil) = LuaRepresentation(of: result) { return .lua(.nil) }
    return .swift(result)
  }

  /// Calls a host function of the current model.
  func callHost(_ number: Int, _ arguments: [LuaValue]) throws(RuleError) -> Any {
    let functions = links[currentLink].host.functions
    guard functions.indices.contains(number) else {
      throw RuleError(.unknownHostFunction, "the host has no function number \(number)")
    }
    let function = functions[number]
    do {
      let result = try function.call(
        HostArguments(
          function: function.name, context: context, values: arguments, converter: converter))
      // What returns nothing in Swift gives nothing in Lua.
      return result is Void ? LuaValue.nil : result
    } catch let error as RuleError {
      throw error
    } catch {
      throw RuleError(.hostFunction, "`host.\(function.name)` failed: \(error)")
    }
  }

  /// Converts Lua values, looking up in this access the objects they name.
  var converter: LuaConverter {
    copiedNodes = 0
    return LuaConverter { [self] handle in
      let index = Int(handle.index)
      guard index >= objects.count || countCopy(of: objects[index]) else { return nil }
      return subject(of: handle)
    }
  }

  /// The Swift value behind a handle that this access gave out.
  func subject(of handle: ObjectHandle) -> Any? {
    if handle == .context { return context }
    let index = Int(handle.index)
    return index < objects.count ? objects[index].subject : nil
  }
}
