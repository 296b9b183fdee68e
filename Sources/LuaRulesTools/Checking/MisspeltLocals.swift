import LuaRules
import LuaSyntax

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
    var compared = 0
    for fault in model.faults {
      guard case .readsUndefinedGlobal(let name) = fault.kind, compared < Self.most else {
        continue
      }
      compared += 1
      guard let faults = written.value.first(where: { $0.file.name == fault.location.file }) else {
        continue
      }
      add(Place(name: name, location: fault.location), in: faults)
    }
  }

  private mutating func add(_ place: Place, in faults: WrittenFaults) {
    let file = faults.file
    let syntax = file.syntax
    guard
      let token = syntax.uses.first(where: { use in
        use.binding == nil && syntax.text(use.token) == place.name
          && file.line(ofToken: use.token) == place.location.line
      })?.token
    else { return }
    func isVisible(_ binding: SyntaxTree.Binding) -> Bool {
      binding.token < token && token < binding.end
    }
    let named = syntax.bindings.filter { $0.name == place.name }
    if let below = named.first(where: { $0.function == nil && $0.token > token }) {
      let line = file.line(ofToken: below.token)
      declaredBelow[place] = line
      locals.insert(
        Place(name: place.name, location: SourceLocation(file: file.name, line: line)))
    } else if named.contains(where: { binding in
      guard case .function(let number)? = binding.value else { return false }
      return (syntax.functions[number].start...syntax.functions[number].end).contains(token)
    }) {
      ownNames.insert(place)
    }
    let names = Set(syntax.bindings.lazy.filter(isVisible).map(\.name))
    similar[place] = RuleError.likelyName(for: place.name, among: names.sorted())
    let unused = faults.unusedLocals.prefix(Self.most)
      .filter { isVisible(syntax.bindings[$0.binding]) }
    guard let found = RuleError.likelyName(for: place.name, among: unused.map(\.name)),
      let local = unused.last(where: { $0.name == found })
    else { return }
    meant[place] = found
    locals.insert(Place(name: found, location: file.place(ofToken: local.token)))
  }
}
