import LuaBridge

extension Explainer {
  /// The steps of the plans of a key, model by model.
  mutating func plans(
    of key: KeyID, _ trace: EvaluationRecorder.KeyTrace
  ) -> [Explanation.Plan] {
    var reads: [ByteName: EvaluationRecorder.Read] = [:]
    for read in trace.attempts.flatMap(\.reads) where reads[read.path] == nil {
      reads[read.path] = read
    }
    var plans: [Explanation.Plan] = []
    for modelIndex in evaluation.modelIndices {
      let keyEntry = evaluation.keyEntry(of: key, in: modelIndex)
      guard keyEntry.object.isAssigned,
        let program = evaluation.place(of: modelIndex).object.program(keyEntry, in: evaluation)?
          .object
      else { continue }
      let steps = program.index.steps(in: program.index.first)
      plans.append(
        Explanation.Plan(
          model: modelIndex,
          steps: steps.flatMap {
            self.steps(for: $0, program, keyEntry.object, reads, of: modelIndex)
          }))
    }
    return plans
  }

  private mutating func steps(
    for step: CandidateIndex.Step, _ program: KeyProgram, _ keyEntry: KeyEntry,
    _ reads: [ByteName: EvaluationRecorder.Read], of modelIndex: Int
  ) -> [Explanation.Plan.Step] {
    let plan = program.index
    let number = Int(step.number)
    switch step.kind {
    case .attempt, .answer:
      let rule = keyEntry.candidates[number].rule
      let isLua = step.kind == .attempt && step.node < 0
      return [
        Explanation.Plan.Step(
          kind: .attempt, path: nil, seen: nil, count: 1, left: 1, location: rule.location,
          obstacle: isLua ? obstacle(of: rule, modelIndex) : nil)
      ]
    case .choice:
      let choice = plan.choices[number]
      return [
        self.step(
          .switch, program.paths.text(of: choice.path), reads, plan.count(in: choice.all)
        ) { value in
          plan.count(in: plan.rows.row(for: value, in: choice.rows) ?? choice.other)
        }
      ]
    case .merge:
      let merge = plan.merges[number]
      return plan.groups[Int(merge.start)..<Int(merge.end)].map { group in
        self.step(
          .switch, program.paths.text(of: group.path), reads, plan.count(in: merge.all)
        ) { value in
          plan.count(in: plan.rows.row(for: value, in: group.rows) ?? group.other)
        }
      }
    case .ranges:
      let ranges = plan.ranges[number]
      return [
        self.step(
          .range, program.paths.text(of: ranges.path), reads, plan.count(in: ranges.all)
        ) { value in
          guard value.isNumber else { return plan.count(in: ranges.all) }
          guard let slot = ranges.search.slot(of: value) else { return 0 }
          var left = 0
          var position = -1
          while let next = ranges.search.position(after: position, inSlot: slot) {
            position = next
            left += 1
          }
          return left
        }
      ]
    }
  }

  private func step(
    _ kind: Explanation.Plan.Kind, _ path: String, _ reads: [ByteName: EvaluationRecorder.Read],
    _ count: Int,
    left: (NativeValue) -> Int
  ) -> Explanation.Plan.Step {
    let read = reads[path]
    var value = NativeValue.undecided
    switch read?.push {
    case .value(let scalar): value = NativeValue(read: scalar)
    case .view: value = .view
    case .context, nil: break
    }
    return Explanation.Plan.Step(
      kind: kind, path: "c.\(path)", seen: read.map { reading($0) }, count: count,
      left: value.isUndecided ? count : left(value), location: nil, obstacle: nil)
  }

  private mutating func obstacle(of rule: Rule, _ modelIndex: Int) -> String {
    for case .function(let number) in DecisionBuilder.parts(of: rule.predicate) {
      var analysis = analysis(of: modelIndex)
      let obstacle = analysis.function(number).native.obstacle
      analyses[modelIndex] = analysis
      if let obstacle { return obstacle.description }
    }
    return rule.grantID == 0
      ? "it calls a host function" : "what it reads is looked at when it is read"
  }
}

extension CandidateIndex {
  func steps(in row: Row) -> ArraySlice<Step> { steps[Int(row.start)..<Int(row.end)] }

  func count(in row: Row) -> Int { Int(row.end - row.start) }
}
