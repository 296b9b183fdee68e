extension CompiledFunction {
  /// Returns the first captured variable that the function, or an inner
  /// function, assigns to.
  ///
  /// A global is a field, not a variable; assignments to globals are not found
  /// here.
  package func writesOutside() -> (name: String, line: Int)? {
    var found: (name: String, line: Int)?
    forEachWriteOutside { name, line in
      if line < found?.line ?? Int.max { found = (name, line) }
    }
    return found
  }

  /// Calls `body` for each assignment to a captured variable.
  package func forEachWriteOutside(_ body: (_ name: String, _ line: Int) -> Void) {
    guard hasUpvalueAssignment else { return }
    forEachOuterAssignment(upvalues.indices.map { $0 }) { upvalue, line in
      body(upvalues[upvalue].name, line)
    }
  }

  /// Returns the registers and upvalues of this function that may change while it runs.
  ///
  /// A register changes if an inner function assigns to it; an upvalue changes
  /// if this function or an inner function assigns to it.
  package func changingVariables() -> (registers: Set<Int>, upvalues: Set<Int>) {
    guard hasUpvalueAssignment else { return ([], []) }
    var changingUpvalues: Set<Int> = []
    forEachOuterAssignment(upvalues.indices.map { $0 }) { upvalue, _ in
      changingUpvalues.insert(upvalue)
    }
    var registers: Set<Int> = []
    for nested in functions {
      let places = nested.upvalues.map { $0.isInStack ? $0.index : nil }
      nested.forEachOuterAssignment(places) { register, _ in registers.insert(register) }
    }
    return (registers, changingUpvalues)
  }

  /// Calls `body` for each assignment to one of the outer variables.
  ///
  /// - Parameters:
  ///   - places: For each upvalue of this function, the outer variable that it
  ///     is, if any.
  ///   - body: Receives the outer variable and the line of the assignment.
  private func forEachOuterAssignment(
    _ places: [Int?], _ body: (_ place: Int, _ line: Int) -> Void
  ) {
    if assignsUpvalues {
      for position in code.indices where code[position].opcode == .setUpvalue {
        let index = code[position].b
        if places.indices.contains(index), let place = places[index] {
          body(place, line(at: position))
        }
      }
    }
    for nested in functions where nested.hasUpvalueAssignment {
      let nestedPlaces = nested.upvalues.map { upvalue in
        upvalue.isInStack || !places.indices.contains(upvalue.index) ? nil : places[upvalue.index]
      }
      nested.forEachOuterAssignment(nestedPlaces, body)
    }
  }
}
