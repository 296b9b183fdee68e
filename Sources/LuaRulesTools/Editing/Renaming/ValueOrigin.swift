/// Where a value in a rule file comes from, as far as the texts show it.
enum ValueOrigin: Equatable {
  /// The context, or a value below it, with the names on the way to it.
  case path([String])
  /// What a module returns, by the path of its file.
  case module(String)
  /// A table of the rules, whose members may hold anything.
  case table
  /// A constant, a table of constants, or a library.
  case data
  case unknown

  /// The origin of a member, or of an element without a name.
  func member(_ name: String?) -> ValueOrigin {
    switch self {
    case .path(let names): .path(names + [name ?? RuleFileOutline.element])
    case .data: .data
    case .module, .table, .unknown: .unknown
    }
  }

  /// The origin of a value that is one of two.
  ///
  /// Constants beside another value change nothing: each name in their tables is looked at where
  /// it is written.
  func joined(_ other: ValueOrigin) -> ValueOrigin {
    if self == other { return self }
    return switch (self, other) {
    case (.data, let one), (let one, .data): one
    default: .unknown
    }
  }
}
