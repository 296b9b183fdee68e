import LuaRules

extension HostFunctions {
  /// Creates functions that return an object whose description is the function's name, and that fail
  /// when they are called with other arguments than the context.
  init(placeholders names: [String]) {
    self = names.reduce([:]) { functions, name in
      functions.addingPlaceholder(name) { Placeholder(name: name) }
    }
    arePlaceholders = true
  }
}

/// The placeholder for the result of a host function that exists only in the
/// host.
private final class Placeholder: CustomStringConvertible, Sendable {
  let description: String

  init(name: String) {
    description = "<\(name)>"
  }
}
