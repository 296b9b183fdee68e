import LuaRules
import LuaSyntax

// The values that `string.format` gets.

extension FunctionTyping {
  /// Checks a format, and the values for its items.
  mutating func checkFormat(_ arguments: Arguments) {
    guard let type = arguments.types.first?.present else { return }
    if type.isOnly(.number), arguments.values.count > 1 {
      tell(
        TypeFault(
          .wrongFormat, .warning,
          "the format is \(type.text), so `string.format` gives it as it is, and nothing else",
          fix: "write the format first", subject: words(arguments.start)?.lastName ?? "format",
          isFatal: false))
      return
    }
    guard let bytes = type.onlyText else { return checkFormats(of: type, arguments) }
    let format: FormatText
    do {
      format = try FormatText(bytes)
    } catch {
      tell(
        TypeFault(
          .wrongFormat, "`string.format` does not understand `\(error.text)`", subject: error.text))
      return
    }
    let given = arguments.values.count - 1
    if given < format.items.count, !arguments.isOpen {
      tell(
        TypeFault(
          .wrongFormat,
          "the format takes \(format.items.count.counted("value")), and gets \(given)",
          subject: "format"
        ).of(arguments.values[0].place != 0 ? arguments.values[0] : extraArguments?.last ?? .any))
      return
    }
    tellCount(format, arguments)
    for (index, item) in format.items.enumerated() where index < given {
      if let fault = fault(of: item, arguments.types[index + 1], arguments.start + index + 1) {
        tell(fault)
      } else if item.kind == .anything {
        tellTextOfTable(index + 1, of: arguments, by: item.text)
      }
    }
    // Where a value does not fit, one too many may be what is wrong.
    if given > format.items.count, !arguments.endsWithCall,
      !faults.contains(where: { $0.position == position })
    {
      tell(
        TypeFault(
          .wrongFormat, .warning,
          "the format takes \(format.items.count.counted("value")), and gets \(given)",
          subject: "format",
          isFatal: false))
    }
  }

  /// Tells a format of which one item gets the text that `gsub` gives, where a number is expected, and the next
  /// one the count.
  private mutating func tellCount(_ format: FormatText, _ arguments: Arguments) {
    let given = arguments.values.count - 1
    guard arguments.endsWithCall, position > 0, given >= 2, given <= format.items.count,
      function.code[position - 1].opcode == .call,
      nameOfCallee(at: position - 1, into: arguments.start + given - 1)?.lastName == "gsub",
      [.integer, .number].contains(format.items[given - 2].kind),
      format.items[given - 1].kind == .anything
    else { return }
    let item = format.items[given - 2].text
    tell(
      TypeFault(
        .wrongFormat, .warning, "`\(item)` takes a number, and gets the text that `gsub` gives",
        fix: "`gsub` gives a text and a count: put the call in parentheses for the text alone",
        subject: item, isFatal: false))
  }

  func fault(
    of item: FormatText.Item, _ whole: LuaType, _ register: Int
  ) -> TypeFault? {
    let type = whole.present
    let words = self.words(register)
    guard item.kind != .anything, !type.isNever else { return nil }
    if item.kind == .literal {
      guard type.isOnly([.table, .function]) else { return nil }
      return TypeFault(
        .wrongFormat,
        "`%q` takes a string or a number, and \(quoted(words, type)) is \(type.text)",
        fix: "`%s` takes any value", subject: item.text
      ).of(self.register(register))
    }
    let mayBeNumber =
      type.mayBe(.text)
      && type.texts?.contains { $0.contains(where: \.isDigit) } ?? true
      && type.form?.isNoNumber != true
    if !type.mayBe([.integer, .float]), !mayBeNumber {
      return TypeFault(
        .wrongFormat,
        "`\(item.text)` takes a number, and \(quoted(words, type)) is \(type.text)",
        fix: "`%s` takes any value", subject: item.text
      ).of(self.register(register))
    } else if item.kind == .integer, type.isOnly(.float), let number = type.range.only,
      number != number.rounded()
    {
      return TypeFault(
        .wrongFormat, "`\(item.text)` takes an integer, and gets \(type.text)",
        fix: "`%s` takes any value", subject: item.text)
    } else if type.isOnly(.text), isDeclaredText(self.register(register)) {
      return TypeFault(
        .wrongFormat, .warning,
        "`\(item.text)` takes a number, and \(quoted(words, type)) is a string",
        fix: "`%s` takes any value", subject: item.text, isFatal: false
      ).of(self.register(register))
    } else if item.kind == .integer, type.mayBe(.float), type.isOnly(.number),
      type.range.only.map({ $0 != $0.rounded() }) ?? true,
      analysis.places.isDeclared(self.register(register).place),
      !tests.rounded.contains(self.register(register).place)
    {
      return TypeFault(
        .wrongFormat, .warning,
        "`\(item.text)` takes an integer, and \(quoted(words, type)) may have a fraction",
        fix: "`%.0f` rounds; `math.floor` makes an integer", subject: item.text, isFatal: false
      ).of(self.register(register))
    }
    return missing(whole, self.register(register), words, "in this format")
  }
}
