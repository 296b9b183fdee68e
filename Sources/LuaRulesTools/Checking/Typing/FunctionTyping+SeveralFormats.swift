import LuaBridge
import LuaRules

// Formats that are one of several texts.

extension FunctionTyping {
  /// How many texts are compared with the values.
  private static let mostFormats = 16

  /// Checks each text that a format may be, if the choice has nothing to do with the values.
  mutating func checkFormats(of type: LuaType, _ arguments: Arguments) {
    guard type.isOnly(.text), let texts = type.texts, texts.count <= Self.mostFormats,
      !arguments.isOpen, isChosenLast(arguments.start)
    else { return }
    let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
    let given = arguments.values.count - 1
    var most = 0
    for text in sorted {
      let format = try? FormatText(text)
      most = max(most, format?.items.count ?? given)
      guard let fault = fault(of: format, arguments) else { continue }
      let shown = LuaValue.string(String(decoding: text, as: UTF8.self)).literal
      tell(
        TypeFault(
          .wrongFormat, .warning, "the format may be \(shown), which \(fault)", subject: shown,
          isFatal: false))
    }
    // What one of the formats leaves out is for the others.
    if given > most, texts.count > 1 {
      tell(
        TypeFault(
          .wrongFormat, .warning,
          "none of the formats takes more than \(most.counted("value")), and they get \(given)",
          subject: "format", isFatal: false))
    }
  }

  /// Returns how a format does not fit the values; `nil` if it may.
  private func fault(of format: FormatText?, _ arguments: Arguments) -> String? {
    guard let format else { return "`string.format` does not understand" }
    let given = arguments.values.count - 1
    guard given >= format.items.count else {
      return "takes \(format.items.count.counted("value")), and gets \(given)"
    }
    for (index, item) in format.items.enumerated() {
      let fault = fault(of: item, arguments.types[index + 1], arguments.start + index + 1)
      if let fault, fault.isFatal, fault.code == .wrongFormat {
        return "does not fit: \(fault.message)"
      }
    }
    return nil
  }

  /// Whether a register got its value so that nothing is decided between that and the call: the values
  /// might depend on it.
  private func isChosenLast(_ register: Int) -> Bool {
    var register = register
    var end = position
    while let source = assignment(of: register, before: end) {
      for other in source..<end {
        var leadsToCall = false
        var leadsElsewhere = false
        function.forEachSuccessor(of: other) {
          if $0 > source, $0 <= position { leadsToCall = true } else { leadsElsewhere = true }
        }
        if leadsElsewhere || !leadsToCall { return false }
      }
      switch function.code[source].opcode {
      case .move, .getMethod: register = function.code[source].b
      default: return true
      }
      end = source
    }
    return false
  }
}
