import LuaBridge

// Names that rule files do not have, and what was probably meant.

extension RuleError {
  private static let refusedGlobals: Set<String> = [
    "_G", "collectgarbage", "coroutine", "debug", "dofile", "getmetatable", "io", "load",
    "loadfile", "loadstring", "module", "os", "package", "pcall", "rawequal", "rawget", "rawlen",
    "rawset", "setfenv", "setmetatable", "unpack", "warn", "xpcall",
  ]

  /// The error for a global that nobody defines.
  ///
  /// - Parameters:
  ///   - name: The global.
  ///   - location: Where it is read.
  ///   - isLoading: Whether the file is being run, in which no context is at hand.
  /// - Returns: The error, with a hint.
  package static func undefinedGlobal(
    _ name: String, at location: SourceLocation? = nil, isLoading: Bool = false
  ) -> RuleError {
    if refusedGlobals.contains(name) {
      let hint = name == "unpack" ? "use `table.unpack`" : nil
      return RuleError(
        .undefinedGlobal, "`\(name)` is not available in rule files", at: location, hint: hint)
    }
    if name == "c" || name == "context" {
      return isLoading
        ? RuleError(
          .undefinedGlobal, "`\(name)` is used outside a function", at: location,
          hint: "write `when = function(\(name)) return … end`")
        : RuleError(
          .undefinedGlobal, "the function has no parameter `\(name)`", at: location,
          hint: "write `function(\(name)) return … end`")
    }
    return RuleError(
      .undefinedGlobal, "undefined global `\(name)`", at: location,
      hint: "did you mean \(guesses(for: name, isLoading: isLoading).joined(separator: " or "))?")
  }

  /// The error for a field that a library does not have, as `string.fond`.
  package static func undefinedField(_ name: String) -> RuleError {
    RuleError(
      .undefinedGlobal, "`\(name)` is not available in rule files",
      hint: Spelling.suggestion(for: name, among: libraryFields)
        .map { "did you mean `\($0)`?" }
        ?? (name.hasPrefix("string.")
          ? "if a member of a value was meant: the value is a string, which has none" : nil))
  }

  /// What is in the libraries of rule files.
  static let libraryFields = [
    "math.abs", "math.acos", "math.asin", "math.atan", "math.ceil", "math.cos", "math.deg",
    "math.exp", "math.floor", "math.fmod", "math.huge", "math.log", "math.max", "math.maxinteger",
    "math.min", "math.mininteger", "math.modf", "math.pi", "math.rad", "math.sin", "math.sqrt",
    "math.tan", "math.tointeger", "math.type", "math.ult", "string.byte", "string.char",
    "string.find", "string.format", "string.gmatch", "string.gsub", "string.len", "string.lower",
    "string.match", "string.pack", "string.packsize", "string.rep", "string.reverse", "string.sub",
    "string.unpack", "string.upper", "table.concat", "table.insert", "table.move", "table.pack",
    "table.remove", "table.sort", "table.unpack", "utf8.char", "utf8.charpattern", "utf8.codepoint",
    "utf8.codes", "utf8.len", "utf8.offset",
  ]

  /// What the words of other languages are called in Lua.
  private static let foreignWords = [
    "None": "null", "none": "null", "undefined": "null", "nul": "null", "TRUE": "true",
    "FALSE": "false", "self": "c", "this": "c", "ctx": "c",
  ]

  /// Whether rule files have a global, or word, of this name.
  static func isGlobal(_ name: String) -> Bool { globals.contains(name) }

  private static let globals = [
    "assert", "error", "false", "host", "ipairs", "math", "next", "nil", "null", "pairs", "print",
    "require", "select", "string", "table", "tonumber", "tostring", "true", "type", "utf8",
  ]

  /// What somebody probably meant who wrote the name: a word of Lua, a string, or a key.
  private static func guesses(for name: String, isLoading: Bool) -> [String] {
    if let word = foreignWords[name] ?? globals.first(where: { $0 == name.lowercased() }) {
      return ["`\(word)`"]
    }
    let global = name.count >= 5 ? Spelling.suggestion(for: name, among: globals) : nil
    return [global.map { "`\($0)`" }, "\"\(name)\"", isLoading ? nil : "`c.\(name)`"]
      .compactMap(\.self)
  }
}
