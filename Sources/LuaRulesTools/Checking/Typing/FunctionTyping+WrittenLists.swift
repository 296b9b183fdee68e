import LuaBytecode
import LuaRules

// Lists that the function writes down, as in `{ c.street, c.note, c.city }`.

extension FunctionTyping {
  /// Returns an element that `table.concat` cannot join, and that is certainly there, as all those before it.
  mutating func wrongElement(joinedBy arguments: Arguments) -> LuaType? {
    guard !arguments.isOpen, arguments.values.count <= 2,
      let contents = state.tables[arguments.values[0].place]
    else { return nil }
    let first = contents.values.prefix { !state.type(of: $0).mayBe(.nothing) }
    guard
      let wrong = first.firstIndex(where: {
        state.type(of: $0).isOnly([.no, .yes, .table, .function, .null])
      })
    else { return nil }
    for value in first[...wrong] where analysis.places.isDeclared(value.place) {
      let entry = analysis.places[value.place]
      tests.note(entry.text, value.type, path: entry.path, isOrdered: false)
    }
    return state.type(of: first[wrong])
  }

  /// Tells a value that may be missing before others in a list that `ipairs` walks: the loop ends there.
  mutating func tellGap(in arguments: Arguments) {
    guard isTelling, !stopsAtFaults, let list = arguments.values.first,
      let contents = state.tables[list.place], contents.hasAllIndices
    else { return }
    for value in contents.values.dropLast() where value.place > 0 {
      let words = analysis.places[value.place].text
      guard
        var fault = missing(
          state.type(of: value), value, words, "in this list, where `ipairs` ends")
      else { continue }
      fault.endsLoop = true
      fault.fix = "put it last, or give it another value by `or`"
      return tell(fault)
    }
  }
}
