// The reads on a branch, and the joins of branches.

extension DecisionBuilder {
  /// Adds nodes for the reads of the Lua code up to here, except reads that the
  /// evaluation of `operands`, which follows at once, does in the same order.
  mutating func touch(
    _ touches: [DecisionOperand], before operands: [DecisionOperand], known: [DecisionOperand]
  ) {
    if touches.isEmpty || isWay(touches, toFirstOf: operands) { return }
    var wanted: [DecisionOperand] = []
    for operand in operands { code.appendReads(of: operand, to: &wanted, in: paths) }
    charge(comparisons: (wanted.count + 1) * (touches.count + known.count))
    // The operands that are evaluated for the first time, and their positions among the
    // touches.
    let new = wanted.lazy.filter { !known.contains($0) }
      .map { (operand: $0, place: touches.firstIndex(of: $0) ?? touches.count) }
    let fresh = Array(new)
    var count = max(0, touches.count - fresh.count)
    while !fresh.filter({ $0.place >= count }).map(\.operand).starts(with: touches[count...]) {
      count += 1
    }
    // Reading a path includes reading the shorter paths that it begins with.
    for index in 0..<count
    where index + 1 == count || !leads(touches[index], to: touches[index + 1]) {
      ends = [.yes(add(DecisionNode(kind: .touch, left: touches[index])))]
    }
  }

  /// Returns whether the touches are exactly one path, step by step, that is
  /// evaluated next.
  private func isWay(_ touches: [DecisionOperand], toFirstOf operands: [DecisionOperand]) -> Bool {
    let paths = operands.lazy.filter { $0.kind != .constant }
    guard var expected = paths.first, expected.kind == .path else { return false }
    for touch in touches.reversed() {
      guard touch == expected else { return false }
      let parent = self.paths[NativePaths.ID(number: expected.number)].parent
      expected = DecisionOperand(.path, parent.number)
    }
    return true
  }

  private func leads(_ operand: DecisionOperand, to next: DecisionOperand) -> Bool {
    operand.kind == .path && next.kind == .path
      && paths[NativePaths.ID(number: next.number)].parent.number == operand.number
  }

  // MARK: Joins

  /// Returns a called function by its number.
  mutating func source(_ number: Int) -> NativeSource? {
    if let known = sources[number] { return known }
    let source = outside.code(ofFunction: number).map { NativeSource($0, number: number) }
    if let source { sources[number] = source }
    return source
  }

  /// Returns whether several instructions lead to the next one, so that
  /// branches may join there.
  func isJoin(_ state: NativeState) -> Bool {
    state.frame.source.isJoin[state.frame.position]
  }

  /// Links to an equal branch that came here before; returns whether there is
  /// one.
  mutating func meetsAnother(_ state: inout NativeState) -> Bool {
    var operands: [Int32] = []
    for (depth, frame) in (state.callers + [state.frame]).enumerated() {
      let live = frame.source.live
      // A caller continues behind its call.
      let position = depth < state.callers.count ? frame.position + 1 : frame.position
      operands += [-1, Int32(clamping: frame.source.number), Int32(clamping: frame.position)]
      operands.append(Int32(clamping: frame.top ?? -1))
      for register in frame.registers.indices
      where live?.contains(register, at: position) ?? true {
        operands.append(frame.registers[register].bits)
      }
    }
    charge(comparisons: operands.count)
    touch(state.touches, before: [], known: state.known)
    state.touches.removeAll(keepingCapacity: true)
    state.known.removeAll(keepingCapacity: true)
    let join = join(of: operands, &state)
    if let node = joins[join] {
      close(with: node)
      return true
    }
    ends.append(.join(join))
    return false
  }

  /// Returns the join of a branch with those that have equal operands and equal truths.
  ///
  /// Truths of paths that no live register holds are dropped. Where more than ``variantLimit``
  /// branches differ only in their truths, further ones lose theirs, so that the code stays small.
  private mutating func join(of operands: [Int32], _ state: inout NativeState) -> Join {
    let join = Join(operands: operands)
    guard !state.truths.isEmpty else { return join }
    let live = Set(operands)
    state.truths = state.truths.filter { live.contains($0.key.bits) }
    guard !state.truths.isEmpty else { return join }
    let found = state.truths.sorted { $0.key.bits < $1.key.bits }
    let variant = Join(operands: operands + found.flatMap { [$0.key.bits, $0.value ? 1 : 0] })
    if joins[variant] != nil { return variant }
    variants[join, default: 0] += 1
    if variants[join, default: 0] <= Self.variantLimit { return variant }
    state.truths.removeAll()
    return join
  }
}

extension DecisionProgram {
  /// Appends what evaluating an operand touches, in order: paths, and
  /// calculated operands.
  fileprivate func appendReads(
    of operand: DecisionOperand, to reads: inout [DecisionOperand], in paths: NativePaths
  ) {
    switch operand.kind {
    case .path:
      let parent = paths[NativePaths.ID(number: operand.number)].parent
      if parent != .context {
        appendReads(of: DecisionOperand(.path, parent.number), to: &reads, in: paths)
      }
    case .expression:
      let expression = expressions[Int(operand.number)]
      if expression.operation != .lookUp { appendReads(of: expression.left, to: &reads, in: paths) }
      appendReads(of: expression.right, to: &reads, in: paths)
    default: return
    }
    if !reads.contains(operand) { reads.append(operand) }
  }
}
