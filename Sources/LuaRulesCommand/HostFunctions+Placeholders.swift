import LuaRules

extension HostFunctions {
  /// Creates functions that give an object which prints as its name.
  init(placeholders names: [String]) {
    self = names.reduce([:]) { functions, name in
      functions.adding(name) { (_: RuleContext?) in Placeholder(name: name) }
    }
  }
}

/// What a host function gives that only the host has.
private final class Placeholder: CustomStringConvertible, Sendable {
  let description: String

  init(name: String) {
    description = "<\(name)>"
  }
}
