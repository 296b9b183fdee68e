import LuaRules
import LuaSyntax

/// Finds where values come from, across the files of a project.
///
/// A parameter has the origin of all arguments that it gets, as far as every use of its function is
/// a call; else its origin is unknown.
final class ValueOrigins {
  let project: EditedProject
  private var roles: [String: FileRoles] = [:]
  private var known: [Key: ValueOrigin] = [:]
  /// The variables whose origins are being looked for.
  private var active: Set<Key> = []
  private var steps = 0
  private var fills: [String: TableFills] = [:]
  /// The functions whose results are being looked for.
  private var activeFunctions: Set<Key> = []
  /// The modules that get members in another file.
  private lazy var writtenModules = findWrittenModules()
  /// Whether a file fills tables of which it cannot be seen what holds them.
  private lazy var hasUnclearFills = project.files.values.contains { fills(of: $0).hasUnclear }

  /// A search is given up after so many steps, and all searches together after so many.
  private static let mostSteps = 100_000
  private var stepsLeft = 2_000_000

  /// Counts a step; returns whether the search may go on.
  private func addStep() -> Bool {
    steps += 1
    stepsLeft -= 1
    return steps < Self.mostSteps && stepsLeft > 0
  }

  private struct Key: Hashable {
    let path: String
    let binding: Int
  }

  init(_ project: EditedProject) {
    self.project = project
  }

  func roles(of file: EditedFile) -> FileRoles {
    if let known = roles[file.path] { return known }
    let index = project.index
    let made = FileRoles(file) { key in
      index?.declaration(of: LuaPlace.names(key))?.hitPolicy.answersAlone == false
    }
    roles[file.path] = made
    return made
  }

  private func fills(of file: EditedFile) -> TableFills {
    if let known = fills[file.path] { return known }
    let made = TableFills(file.outline.syntax)
    fills[file.path] = made
    return made
  }

  /// Returns whether the table of a variable may get other members than it is written with.
  func mayBeFilled(_ binding: Int, _ file: EditedFile) -> Bool {
    let fills = fills(of: file)
    return fills.filled.contains(binding)
      || hasUnclearFills && fills.escaping.contains(binding)
  }

  /// Returns the origin of a value.
  func origin(of value: SyntaxTree.Value, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return found(value, file) ?? .unknown
  }

  /// Returns the origin of a value whose member is read at once.
  func origin(ofBase value: SyntaxTree.Value, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return foundBase(value, file) ?? .unknown
  }

  /// Returns the origin of a chain in front of one of its members.
  func origin(of chain: SyntaxTree.Chain, before step: Int, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return found(chain, before: step, file) ?? .unknown
  }

  // MARK: Values

  /// The origin of a value; `nil` while it depends on itself.
  func found(_ value: SyntaxTree.Value, _ file: EditedFile) -> ValueOrigin? {
    let syntax = file.outline.syntax
    switch value {
    case .chain(let chain):
      let chain = syntax.chains[chain]
      return found(chain, before: chain.steps.count, file)
    case .table(let table): return isData(table, syntax) && !hasUnclearFills ? .data : .table
    case .function, .string, .plain, .text: return .data
    case .call(let call): return found(syntax.calls[call], file)
    case .member(let number):
      let member = syntax.members[number]
      // A member of what depends on itself may be anything.
      guard let base = foundBase(member.base, file) else { return .unknown }
      return base.member(member.token.map { syntax.text($0) })
    case .either(let values):
      return values.lazy.map { self.found($0, file) }.reduce(nil) { joined($0, $1) }
    case .other: return .unknown
    }
  }

  /// The origin of a value that only its member is taken of: no other place can fill its tables.
  private func foundBase(_ value: SyntaxTree.Value, _ file: EditedFile) -> ValueOrigin? {
    switch value {
    case .table(let table): isData(table, file.outline.syntax) ? .data : .table
    case .either(let values):
      values.lazy.map { self.foundBase($0, file) }.reduce(nil) { joined($0, $1) }
    default: found(value, file)
    }
  }

  func joined(_ left: ValueOrigin?, _ right: ValueOrigin?) -> ValueOrigin? {
    guard let left, let right else { return left ?? right }
    return left.joined(right)
  }

  /// Looks for the results of a function, unless they are being looked for.
  func following(
    _ function: Int, _ file: EditedFile, _ body: () -> ValueOrigin?
  ) -> ValueOrigin? {
    let key = Key(path: file.path, binding: function)
    guard activeFunctions.count < 20, activeFunctions.insert(key).inserted else { return .unknown }
    defer { activeFunctions.remove(key) }
    return addStep() ? body() ?? .unknown : .unknown
  }

  /// Whether a file other than the module gives it members.
  func isWrittenElsewhere(_ module: EditedFile) -> Bool { writtenModules.contains(module.path) }

  private func findWrittenModules() -> Set<String> {
    var found: Set<String> = []
    for file in project.files.values {
      let syntax = file.outline.syntax
      for (chain, _) in syntax.memberValues {
        guard let binding = syntax.chains[chain].use.binding,
          let name = EditedProject.module(of: syntax.bindings[binding], in: syntax),
          let target = project.file(ofModule: name, requiredBy: file.path)
        else { continue }
        found.insert(target.path)
      }
    }
    return found
  }

  private func isData(_ table: Int, _ syntax: SyntaxTree) -> Bool {
    syntax.tables[table].fields.allSatisfy { field in
      switch field.value {
      case .string, .plain, .text, .function: true
      case .table(let inner): isData(inner, syntax)
      default: false
      }
    }
  }

  private func found(_ call: SyntaxTree.Call, _ file: EditedFile) -> ValueOrigin {
    let syntax = file.outline.syntax
    if let name = Self.module(of: call, in: syntax) {
      let target = project.file(ofModule: name, requiredBy: file.path)
      return target.map { .module($0.path) } ?? .unknown
    }
    if let origin = foundResult(of: call, file) { return origin }
    guard let number = call.chain, let name = syntax.globalName(of: syntax.chains[number]),
      let first = name.split(separator: ".").first
    else { return .unknown }
    // These give numbers, texts and Booleans only.
    let isPlain = ["math", "string", "utf8", "tostring", "tonumber", "type"].contains(first)
    return isPlain ? .data : .unknown
  }

  /// The module that a call requires.
  static func module(of call: SyntaxTree.Call, in syntax: SyntaxTree) -> String? {
    guard let chain = call.chain, syntax.chains[chain].steps.isEmpty,
      syntax.chains[chain].use.binding == nil,
      syntax.tokens.isName(syntax.tokens[syntax.chains[chain].use.token], "require"),
      case .string(let token)? = call.arguments.first
    else { return nil }
    return syntax.text(token)
  }

  func found(
    _ chain: SyntaxTree.Chain, before end: Int, _ file: EditedFile
  ) -> ValueOrigin? {
    let syntax = file.outline.syntax
    var origin: ValueOrigin?
    if let binding = chain.use.binding {
      origin = found(binding: binding, file)
    } else {
      let name = syntax.text(chain.use.token)
      if name == "host", let stubs = project.hostStubs {
        origin = .module(stubs)
      } else {
        origin = LuaLibrary.names.contains(name) || LuaLibrary.entry(name) != nil ? .data : .unknown
      }
    }
    for step in chain.steps.prefix(end) {
      // What a method gives is not known, and a member of what depends on itself may be anything.
      guard !step.isMethod, let base = origin else { return .unknown }
      origin = base.member(step.token.map { syntax.text($0) })
    }
    return origin
  }

  // MARK: Variables

  private func found(binding number: Int, _ file: EditedFile) -> ValueOrigin? {
    let key = Key(path: file.path, binding: number)
    if let origin = known[key] { return origin }
    guard addStep(), active.count < 100 else { return .unknown }
    guard active.insert(key).inserted else { return nil }
    let origin = make(binding: number, file)
    active.remove(key)
    // What was found inside a circle is only a part.
    if active.isEmpty { known[key] = origin ?? .unknown }
    return origin
  }

  private func make(binding number: Int, _ file: EditedFile) -> ValueOrigin? {
    let syntax = file.outline.syntax
    if syntax.assigned.contains(number) { return .unknown }
    if roles(of: file).module == number { return .module(file.path) }
    let binding = syntax.bindings[number]
    switch binding.kind {
    case .local:
      guard let value = binding.value else { return .unknown }
      if case .table(let table) = value {
        return isData(table, syntax) && !mayBeFilled(number, file) ? .data : .table
      }
      return found(value, file)
    case .loop(let position): return found(binding, position, file)
    case .parameter(let function, let position):
      return found(parameter: position, of: function, file)
    }
  }

  private func found(
    _ loop: SyntaxTree.Binding, _ position: Int, _ file: EditedFile
  ) -> ValueOrigin? {
    let syntax = file.outline.syntax
    switch loop.value {
    case .call(let number)?:
      let call = syntax.calls[number]
      guard let chain = call.chain, let list = call.arguments.first,
        let name = syntax.globalName(of: syntax.chains[chain]), ["ipairs", "pairs"].contains(name)
      else { return .unknown }
      return position == 0 ? .data : position == 1 ? found(list, file)?.member(nil) : .unknown
    case .plain?: return .data
    default: return .unknown
    }
  }
}
