import LuaBytecode
import LuaRules

// Lists of texts whose elements are compared with a declared value, as in `contains({ "open", "paid" }, status)`.

extension FunctionTyping {
  /// Notes the list with whose elements a comparison compares a declared value.
  func noteComparedList(at position: Int) {
    guard isTelling, !isInside, analysis.typeInCase == nil else { return }
    for comparison in function.elementComparisons(at: position) {
      note(
        listFrom: comparison.list, comparedWith: register(comparison.value),
        words(comparison.value), isOnlyUse: comparison.isOnlyUse)
    }
  }

  /// Notes the lists that a called function compares with the declared values that it is given, too.
  func noteComparedLists(givenTo number: Int, _ arguments: Arguments) {
    guard isTelling, !isInside, analysis.typeInCase == nil,
      let callee = analysis.code.functions[number]?.code
    else { return }
    for (value, list, isOnlyUse) in callee.parametersComparedWithElements() {
      guard arguments.values.indices.contains(value), arguments.values.indices.contains(list),
        let read = assignment(of: arguments.start + list, before: position)
      else { continue }
      note(
        listFrom: read, arguments.types[list].present, comparedWith: arguments.values[value],
        words(arguments.start + value), isOnlyUse: isOnlyUse)
    }
  }

  /// Tells a table with names only that is given to a function which goes through it by `ipairs`.
  mutating func tellNamesOnly(givenTo number: Int, _ arguments: Arguments) {
    guard isTelling, !stopsAtFaults, let callee = analysis.code.functions[number]?.code,
      arguments.types.contains(where: { $0.constantTables != nil })
    else { return }
    for index in callee.parametersIterated() where arguments.values.indices.contains(index) {
      let register = arguments.start + index
      let name = nameOfCallee().map { "`\($0)`" } ?? "the function"
      guard
        let fault = lackOfElements(
          arguments.types[index].present, words(register) ?? nameOutside(of: register),
          "\(name) visits", "ipairs")
      else { continue }
      tell(fault.of(arguments.values[index]))
    }
  }

  /// Notes a list and a value.
  ///
  /// - Parameters:
  ///   - read: The instruction that reads or makes the list.
  ///   - list: What it gives, if that is known.
  ///   - value: The value.
  ///   - words: The value in words of the source.
  ///   - isOnlyUse: Whether nothing else is done with an element.
  private func note(
    listFrom read: Int, _ list: LuaType? = nil, comparedWith value: TypeState.Value,
    _ words: String?, isOnlyUse: Bool
  ) {
    let type = value.type.present
    guard type.isOnly(.text), let texts = type.texts, analysis.places.isDeclared(value.place),
      let words, let file = analysis.code.functions[number]?.file,
      let source = source(ofListFrom: read, list, in: file)
    else { return }
    let place = SourceLocation(file: file, line: function.line(at: position))
    // Only a list without a name, in a rule's own function, is certainly there for this comparison alone.
    let isOnly =
      isOnlyUse && function.code[read].opcode == .newTable && analysis.underway == [number]
    analysis.comparedLists.note(
      ComparedLists.Comparison(words: words, texts: texts, place: place, isOnly: isOnly),
      of: source)
  }

  private func source(
    ofListFrom read: Int, _ list: LuaType?, in file: String
  ) -> ComparedLists.Source? {
    let instruction = function.code[read]
    let register = instruction.opcode == .getTable ? instruction.b : instruction.a
    if let tables = (list ?? type(register).present).constantTables {
      return tables.count == 1 ? tables.first.map { .table($0) } : nil
    }
    var read = read
    if [.move, .getTable].contains(instruction.opcode),
      let set = assignment(of: instruction.b, before: read)
    {
      read = set
    }
    guard let written = function.textsWritten(at: read) else { return nil }
    return .written(
      file: file, lines: written.map { function.line(at: $0.position) }, texts: written.map(\.text))
  }
}
