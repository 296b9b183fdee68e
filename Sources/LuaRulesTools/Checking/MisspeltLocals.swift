import LuaRules

/// The local variables that are not used only because a name in their files is misspelt.
struct MisspeltLocals {
  /// A name in a line.
  struct Place: Hashable {
    let name: String
    let location: SourceLocation
  }

  /// The variables that undefined globals probably mean.
  private(set) var meant: [Place: String] = [:]
  /// Other variables with names that are like those of undefined globals.
  private(set) var similar: [Place: String] = [:]
  /// Undefined globals that are the names of the local variables to which their functions are assigned, as in
  /// `local f = function() return f() end`.
  private(set) var ownNames: Set<Place> = []
  /// The lines in which files declare variables with the names of undefined globals, below their use.
  private(set) var declaredBelow: [Place: Int] = [:]
  /// The variables that all these names mean, where they are declared.
  private(set) var locals: Set<Place> = []

  /// How many undefined globals, and variables of one file, are compared.
  private static let most = 100

  /// Searches a model for the variables.
  init(_ model: InspectedModel, _ written: ConcurrentResult<[WrittenFaults]>) {
    var files: [String: [UnusedLocal]] = [:]
    var compared = 0
    for fault in model.faults {
      guard case .readsUndefinedGlobal(let name) = fault.kind, let line = fault.location.line,
        compared < Self.most
      else { continue }
      compared += 1
      let file = fault.location.file
      let declared = files[file] ?? Self.unusedLocals(of: file, in: written.value)
      files[file] = declared
      if let below = model.texts[file]?.line(declaring: name), below > line {
        declaredBelow[Place(name: name, location: fault.location)] = below
        locals.insert(Place(name: name, location: SourceLocation(file: file, line: below)))
      } else if model.texts[file]?.declares(function: name) == true {
        ownNames.insert(Place(name: name, location: fault.location))
      }
      let visible = declared.filter { $0.line <= line && $0.scope?.contains(line) != false }
      if let similar = Self.similarName(to: name, in: file, line, model) {
        self.similar[Place(name: name, location: fault.location)] = similar
      }
      guard let found = RuleError.likelyName(for: name, among: visible.map(\.name)),
        let local = visible.last(where: { $0.name == found })
      else { continue }
      meant[Place(name: name, location: fault.location)] = found
      locals.insert(
        Place(name: found, location: SourceLocation(file: file, line: local.line)))
    }
  }

  /// Returns the variable with a similar name that a line of a function may use: one of a function around it, or of
  /// the file.
  private static func similarName(
    to name: String, in file: String, _ line: Int, _ model: InspectedModel
  ) -> String? {
    var names: Set<String> = []
    for function in model.code.functions.values where function.file == file {
      names.formUnion(function.code.upvalues.map(\.name))
      if (function.code.lineDefined...function.code.lastLineDefined).contains(line) {
        names.formUnion(function.code.locals.map(\.name))
      }
    }
    return RuleError.likelyName(
      for: name, among: names.filter { !$0.hasPrefix("(") && $0 != "_ENV" && $0 != "" }.sorted())
  }

  private static func unusedLocals(
    of file: String, in written: [WrittenFaults]
  ) -> [UnusedLocal] {
    Array(written.filter { $0.file.name == file }.flatMap(\.unusedLocals).prefix(most))
  }
}

extension [UInt8] {
  /// Whether a Lua text assigns a function to a new local variable.
  fileprivate func declares(function name: String) -> Bool {
    firstRange(of: "local \(name) = function".utf8) != nil
  }

  /// Returns the line in which a Lua text declares a variable outside of functions, at its beginning.
  fileprivate func line(declaring name: String) -> Int? {
    for start in ["function \(name)(", "\(name) ="] {
      if let range = firstRange(of: "\nlocal \(start)".utf8) {
        return self[...range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      }
    }
    return nil
  }
}
