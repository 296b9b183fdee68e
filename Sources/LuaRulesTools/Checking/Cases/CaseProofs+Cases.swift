import LuaBridge
import LuaRules

// The cases in which a claim holds, and the search for one in which it does not.

extension CaseProofs {
  func typing(_ settings: [String: LuaType]) -> CaseTyping {
    CaseTyping(settings, analysis, uses, candidates, caches)
  }

  /// Returns a case in which every path has one part of its values.
  mutating func sample(_ question: Question) -> CaseTyping {
    var settings: [String: LuaType] = [:]
    for variable in question.byHeight where variable.height == 0 {
      settings[variable.name] = variable.parts[next(variable.parts.count)]
    }
    let inCase = typing(settings)
    for variable in question.byHeight where variable.height > 0 {
      let type = inCase.type(of: variable.name.namesOfPath)
      let parts = variable.parts.map { $0.intersection(type) }.filter { !$0.isNever }
      if parts.count > 1 { inCase.add(variable.name, parts[next(parts.count)]) }
    }
    return inCase
  }

  private mutating func next(_ count: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Whether a claim holds in a case, as far as that is known there.
  func holds(
    _ claim: Claim, in inCase: CaseTyping, _ question: Question
  ) -> Bool {
    var proof = Proof()
    return holds(claim, in: inCase, question, &proof)
  }

  private func holds(
    _ claim: Claim, in inCase: CaseTyping, _ question: Question, _ proof: inout Proof
  ) -> Bool {
    let rule = question.rule
    switch claim {
    case .neverHolds: return inCase.holds(rule) == false
    case .neverWins:
      if inCase.holds(rule) == false { return true }
      guard let winner = question.earlier.firstIndex(where: { inCase.answers($0) }) else {
        return false
      }
      proof.winners.insert(winner)
      return true
    case .never(let number, let edge):
      if rule.isValue(number) {
        if inCase.holds(rule) == false || question.earlier.contains(where: { inCase.answers($0) }) {
          proof.isDeclared = false
          return true
        }
      }
      guard let known = inCase.follow(number), !known.has(edge) else { return false }
      if !known.isDeclared(edge) { proof.isDeclared = false }
      return true
    }
  }

  /// Looks for a case in which a claim does not hold, with one part of every path, path by path.
  ///
  /// - Returns: Whether the claim holds in all of them; `nil` if they were too many.
  mutating func search(
    _ claim: Claim, in settings: [String: LuaType], from index: Int, _ question: Question,
    _ proof: inout Proof, _ casesLeft: inout Int
  ) -> Bool? {
    guard index < question.variables.count else { return false }
    let variable = question.variables[index]
    proof.names.insert(variable.name)
    for part in variable.parts {
      casesLeft -= 1
      let settings = settings.merging([variable.name: part]) { $1 }
      guard casesLeft > 0, let isClosed = close(claim, in: settings, question, &proof) else {
        return nil
      }
      if isClosed { continue }
      let result = search(claim, in: settings, from: index + 1, question, &proof, &casesLeft)
      guard result == true else { return result }
    }
    return true
  }

  /// Proves a claim in a case, by parts of further values where it is not known.
  mutating func prove(
    _ claim: Claim, in settings: [String: LuaType], _ question: Question, _ proof: inout Proof,
    blindSteps: Int = Self.mostBlindSteps
  ) -> Bool {
    guard let isClosed = close(claim, in: settings, question, &proof) else { return false }
    if isClosed { return true }
    var best: (variable: CaseVariable, open: [LuaType], proof: Proof)?
    for variable in question.variables where settings[variable.name] == nil {
      // Nearer values decide more.
      if let best, best.variable.distance < variable.distance { break }
      var open: [LuaType] = []
      var inside = proof
      inside.names.insert(variable.name)
      for part in variable.parts {
        let settings = settings.merging([variable.name: part]) { $1 }
        guard let isClosed = close(claim, in: settings, question, &inside) else { return false }
        if !isClosed { open.append(part) }
      }
      if open.isEmpty {
        proof = inside
        return true
      }
      let isBetter =
        best.map {
          open.count * $0.variable.parts.count < $0.open.count * variable.parts.count
        } ?? true
      if open.count < variable.parts.count, isBetter { best = (variable, open, inside) }
    }
    var blindSteps = blindSteps
    if best == nil, blindSteps > 0,
      let variable = question.variables.first(where: { settings[$0.name] == nil })
    {
      // Two values may have to be known together.
      blindSteps -= 1
      best = (variable, variable.parts, proof)
      best?.proof.names.insert(variable.name)
    }
    guard let best else { return false }
    proof = best.proof
    for part in best.open {
      let settings = settings.merging([best.variable.name: part]) { $1 }
      guard prove(claim, in: settings, question, &proof, blindSteps: blindSteps) else {
        return false
      }
    }
    return true
  }

  /// Returns whether a claim holds in a case; `nil` if there are no steps left.
  private mutating func close(
    _ claim: Claim, in settings: [String: LuaType], _ question: Question, _ proof: inout Proof
  ) -> Bool? {
    guard stepsLeft > question.end else { return nil }
    let inCase = typing(settings)
    defer { stepsLeft -= inCase.steps + Self.stepsOfCase }
    if inCase.isImpossible { return true }
    return holds(claim, in: inCase, question, &proof)
  }
}

extension InspectedRule {
  /// Whether a function gives the value of the rule.
  fileprivate func isValue(_ number: Int) -> Bool {
    if case .function(let function) = outcome { function.number == number } else { false }
  }
}
