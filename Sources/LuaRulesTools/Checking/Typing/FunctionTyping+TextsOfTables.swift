import LuaRules

// Lists and objects that are written as texts.

extension FunctionTyping {
  /// Tells a list or an object of the context as the text of a value, which does not tell what is in it.
  ///
  /// - Parameters:
  ///   - index: The position of the argument.
  ///   - arguments: The arguments of `tostring` or `string.format`.
  ///   - text: What makes the text, such as `%s`.
  mutating func tellTextOfTable(_ index: Int, of arguments: Arguments, by text: String) {
    guard isTelling, arguments.types.indices.contains(index),
      case let type = arguments.types[index], type.isOnly(.table),
      case .declared(let declared)? = type.shape,
      analysis.places.isDeclared(arguments.values[index].place)
    else { return }
    let words = self.words(arguments.start + index)
    let entry = analysis.places[arguments.values[index].place]
    tests.note(entry.text, type, path: entry.path, isOrdered: false)
    var isList = false
    if case .list = declared.type.present { isList = true }
    tell(
      TypeFault(
        text == "tostring" ? .wrongArgument : .wrongFormat, .warning,
        "`\(text)` does not write what is in \(quoted(words, type)), which is \(type.text)",
        fix: isList
          ? "`table.concat` joins the elements of a list" : "write the members that are meant",
        subject: words?.lastName ?? text, isFatal: false
      ).of(arguments.values[index]))
  }
}
