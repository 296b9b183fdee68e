// MARK: - Asking

extension CandidateIndex {
  /// Whether the first step is a call of Lua.
  var beginsWithLua: Bool {
    guard first.start < first.end else { return false }
    let step = steps[Int(first.start)]
    return step.kind == .attempt && step.node < 0
  }

  /// Evaluates candidates, in order, until one answers.
  ///
  /// - Parameters:
  ///   - code: The native code that the index was made for.
  ///   - reader: Reads the context.
  ///   - attempt: Receives the number of a candidate, and whether its predicate
  ///     is known to hold; if not, the engine must evaluate the predicate in
  ///     its usual way. Returns whether the candidate answered.
  /// - Returns: Whether any candidate answered.
  /// - Throws: The errors of `attempt`.
  func ask<Reader: NativeReader, Failure: Error>(
    _ code: DecisionProgram, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    try run(first, code, &reader, DecisionProgram.LastRead(), attempt)
  }

  private func run<Reader: NativeReader, Failure: Error>(
    _ row: Row, _ code: DecisionProgram, _ reader: inout Reader, _ last: DecisionProgram.LastRead,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var last = last
    var index = Int(row.start)
    while index < Int(row.end) {
      let step = steps[index]
      index += 1
      switch step.kind {
      case .attempt:
        if try self.attempt(step, code, &reader, &last, attempt) { return true }
      case .answer:
        if try attempt(Int(step.number), true, &reader) { return true }
      case .choice:
        if try choose(Int(step.number), code, &reader, attempt) { return true }
      case .merge:
        if try merge(Int(step.number), code, &reader, attempt) { return true }
      case .ranges:
        if try search(Int(step.number), code, &reader, attempt) { return true }
      }
    }
    return false
  }

  @inline(__always)
  private func attempt<Reader: NativeReader, Failure: Error>(
    _ step: Step, _ code: DecisionProgram, _ reader: inout Reader,
    _ last: inout DecisionProgram.LastRead,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard step.node >= 0 else { return try attempt(Int(step.number), false, &reader) }
    switch code.holds(from: step.node, reader: &reader, last: &last) {
    case .no: return false
    case .yes: return try attempt(Int(step.number), true, &reader)
    case .undecided:
      // Lua may read other values than this loop has read.
      last = DecisionProgram.LastRead()
      return try attempt(Int(step.number), false, &reader)
    }
  }

  private func choose<Reader: NativeReader, Failure: Error>(
    _ number: Int, _ code: DecisionProgram, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let path = choices[number].path
    let value = reader.read(path)
    let row: Row
    let cost = choices[number].rows.cost(ofFinding: value)
    if value.isUndecided || !reader.spend(steps: 0, work: cost) {
      row = choices[number].all
    } else {
      // A view, or NaN, has no key: it is true, and not equal to any constant.
      row = rows.row(for: value, in: choices[number].rows) ?? choices[number].other
    }
    return try run(row, code, &reader, DecisionProgram.LastRead(path, value), attempt)
  }

  private func merge<Reader: NativeReader, Failure: Error>(
    _ number: Int, _ code: DecisionProgram, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    // For each group: the next step, negative until its path is read; the end of its steps; and the
    // position of its next candidate.
    var last = DecisionProgram.LastRead()
    var cursors = SIMD8<Int32>(repeating: -1)
    var ends = SIMD8<Int32>(repeating: -1)
    var positions = SIMD8<Int32>(repeating: .max)
    let first = Int(merges[number].start)
    for group in first..<Int(merges[number].end) {
      positions[group - first] = groups[group].first
    }
    while true {
      let position = positions.min()
      if position == .max { return false }
      var group = 0
      while positions[group] != position { group += 1 }
      if cursors[group] < 0 {
        let path = groups[first + group].path
        let value = reader.read(path)
        let cost = groups[first + group].rows.cost(ofFinding: value)
        if value.isUndecided || !reader.spend(steps: 0, work: cost) {
          let all = merges[number].all
          let rest = Row(start: all.start + position, end: all.end)
          return try run(rest, code, &reader, DecisionProgram.LastRead(), attempt)
        }
        let row =
          rows.row(for: value, in: groups[first + group].rows) ?? groups[first + group].other
        cursors[group] = row.start
        ends[group] = row.end
      } else {
        let step = steps[Int(cursors[group])]
        cursors[group] += 1
        if step.kind == .answer {
          if try attempt(Int(step.number), true, &reader) { return true }
        } else if try self.attempt(step, code, &reader, &last, attempt) {
          return true
        }
      }
      let isDone = cursors[group] >= ends[group]
      positions[group] = isDone ? .max : steps[Int(cursors[group])].position
    }
  }

  private func search<Reader: NativeReader, Failure: Error>(
    _ number: Int, _ code: DecisionProgram, _ reader: inout Reader,
    _ attempt: (Int, Bool, inout Reader) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let path = ranges[number].path
    let value = reader.read(path)
    var last = DecisionProgram.LastRead(path, value)
    let all = ranges[number].all
    guard value.isNumber, reader.spend(steps: 0, work: 1) else {
      return try run(all, code, &reader, last, attempt)
    }
    guard let slot = slot(of: value, amongRanges: number) else { return false }
    let firstSlot = ranges[number].firstSlot
    if firstSlot >= 0 { return try run(slots[Int(firstSlot) + slot], code, &reader, last, attempt) }
    var position = -1
    while let next = ranges[number].search.position(after: position, inSlot: slot) {
      position = next
      let step = steps[Int(all.start) + next]
      if try self.attempt(step, code, &reader, &last, attempt) { return true }
    }
    return false
  }

  /// Returns the slot of a number among the bounds of some ranges; `nil` for NaN.
  private func slot(of value: NativeValue, amongRanges index: Int) -> Int? {
    if case .float(let number) = value, number.isNaN { return nil }
    var low = Int(ranges[index].floats.start)
    var high = Int(ranges[index].floats.end)
    guard low < high, let number = value.exactFloat else {
      return ranges[index].search.slot(of: value)
    }
    let (start, end) = (low, high)
    while low < high {
      let middle = (low + high) / 2
      if floats[middle] < number { low = middle + 1 } else { high = middle }
    }
    return 2 * (low - start) + (low < end && floats[low] == number ? 1 : 0)
  }
}
