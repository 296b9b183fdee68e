import LuaRules

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
  /// Whether a file fills tables of which it cannot be seen what holds them.
  private lazy var hasUnclearFills = project.files.values.contains { fills(of: $0).hasUnclear }

  /// A search is given up after so many steps.
  private static let mostSteps = 100_000

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
      index?.declaration(of: LuaPlace.names(key))?.hitPolicy.isFirst == false
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
  func origin(of value: LuaSyntax.Value, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return found(value, file) ?? .unknown
  }

  /// Returns the origin of a value whose member is read at once.
  func origin(ofBase value: LuaSyntax.Value, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return foundBase(value, file) ?? .unknown
  }

  /// Returns the origin of a chain in front of one of its members.
  func origin(of chain: LuaSyntax.Chain, before step: Int, in file: EditedFile) -> ValueOrigin {
    steps = 0
    return found(chain, before: step, file) ?? .unknown
  }

  // MARK: Values

  /// The origin of a value; `nil` while it depends on itself.
  private func found(_ value: LuaSyntax.Value, _ file: EditedFile) -> ValueOrigin? {
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
      return foundBase(member.base, file)?.member(member.token.map { syntax.text($0) })
    case .either(let values):
      return values.lazy.map { self.found($0, file) }.reduce(nil) { joined($0, $1) }
    case .other: return .unknown
    }
  }

  /// The origin of a value that only its member is taken of: no other place can fill its tables.
  private func foundBase(_ value: LuaSyntax.Value, _ file: EditedFile) -> ValueOrigin? {
    switch value {
    case .table(let table): isData(table, file.outline.syntax) ? .data : .table
    case .either(let values):
      values.lazy.map { self.foundBase($0, file) }.reduce(nil) { joined($0, $1) }
    default: found(value, file)
    }
  }

  private func joined(_ left: ValueOrigin?, _ right: ValueOrigin?) -> ValueOrigin? {
    guard let left, let right else { return left ?? right }
    return left.joined(right)
  }

  private func isData(_ table: Int, _ syntax: LuaSyntax) -> Bool {
    syntax.tables[table].fields.allSatisfy { field in
      switch field.value {
      case .string, .plain, .text, .function: true
      case .table(let inner): isData(inner, syntax)
      default: false
      }
    }
  }

  private func found(_ call: LuaSyntax.Call, _ file: EditedFile) -> ValueOrigin {
    let syntax = file.outline.syntax
    if let name = Self.module(of: call, in: syntax) {
      let target = project.file(ofModule: name, requiredBy: file.path)
      return target.map { .module($0.path) } ?? .unknown
    }
    guard let number = call.chain, syntax.chains[number].use.binding == nil,
      syntax.chains[number].steps.count < 2
    else { return .unknown }
    let chain = syntax.chains[number]
    let first = syntax.text(chain.use.token)
    // These give numbers, texts and Booleans only.
    let isPlain =
      ["math", "string", "utf8", "tostring", "tonumber", "type"].contains(first)
    return isPlain ? .data : .unknown
  }

  /// The module that a call requires.
  static func module(of call: LuaSyntax.Call, in syntax: LuaSyntax) -> String? {
    guard let chain = call.chain, syntax.chains[chain].steps.isEmpty,
      syntax.chains[chain].use.binding == nil,
      syntax.tokens.isName(syntax.tokens[syntax.chains[chain].use.token], "require"),
      case .string(let token)? = call.arguments.first
    else { return nil }
    return syntax.text(token)
  }

  private func found(
    _ chain: LuaSyntax.Chain, before end: Int, _ file: EditedFile
  ) -> ValueOrigin? {
    let syntax = file.outline.syntax
    var origin: ValueOrigin?
    if let binding = chain.use.binding {
      origin = found(binding: binding, file)
    } else {
      let name = syntax.text(chain.use.token)
      origin = LuaLibrary.names.contains(name) || LuaLibrary.entry(name) != nil ? .data : .unknown
    }
    for step in chain.steps.prefix(end) {
      // What a method gives is not known.
      if step.isMethod { return .unknown }
      origin = origin?.member(step.token.map { syntax.text($0) })
    }
    return origin
  }

  // MARK: Variables

  private func found(binding number: Int, _ file: EditedFile) -> ValueOrigin? {
    let key = Key(path: file.path, binding: number)
    if let origin = known[key] { return origin }
    steps += 1
    guard steps < Self.mostSteps, active.count < 100 else { return .unknown }
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
    _ loop: LuaSyntax.Binding, _ position: Int, _ file: EditedFile
  ) -> ValueOrigin? {
    let syntax = file.outline.syntax
    switch loop.value {
    case .call(let number)?:
      let call = syntax.calls[number]
      guard let chain = call.chain, syntax.chains[chain].steps.isEmpty,
        syntax.chains[chain].use.binding == nil, let list = call.arguments.first,
        ["ipairs", "pairs"].contains(syntax.text(syntax.chains[chain].use.token))
      else { return .unknown }
      return position == 0 ? .data : position == 1 ? found(list, file)?.member(nil) : .unknown
    case .plain?: return .data
    default: return .unknown
    }
  }

  private func found(
    parameter position: Int, of function: Int, _ file: EditedFile
  ) -> ValueOrigin? {
    let roles = roles(of: file)
    var uses: [ValueOrigin?] = []
    if roles.contextFunctions.contains(function) {
      uses.append(position == 0 ? .path([]) : .unknown)
    }
    if let binding = roles.bindings[function] {
      uses += arguments(position, ofBinding: binding, file)
      for name in roles.exported[binding] ?? [] {
        uses += arguments(position, ofMember: name, ofModule: file)
      }
    } else if let name = roles.members[function] {
      uses += arguments(position, ofMember: name, ofModule: file)
    } else if uses.isEmpty {
      return .unknown
    }
    // A function that nobody calls gets anything.
    return uses.isEmpty ? .unknown : uses.reduce(nil) { joined($0, $1) }
  }

  private func arguments(
    _ position: Int, ofBinding binding: Int, _ file: EditedFile
  ) -> [ValueOrigin?] {
    let syntax = file.outline.syntax
    let roles = roles(of: file)
    return syntax.chains.indices.lazy.filter { syntax.chains[$0].use.binding == binding }.compactMap
    {
      chain -> ValueOrigin?? in
      if !syntax.chains[chain].steps.isEmpty { return .some(.unknown) }
      // It becomes a member of the module, whose uses are looked at, too.
      if roles.exports.contains(chain) { return nil }
      return self.argument(position, chain, file, roles)
    }
  }

  private func argument(
    _ position: Int, _ chain: Int, _ file: EditedFile, _ roles: FileRoles
  ) -> ValueOrigin? {
    let syntax = file.outline.syntax
    if let number = roles.calls[chain] {
      let call = syntax.calls[number]
      if position < call.arguments.count { return found(call.arguments[position], file) }
      switch call.arguments.last {
      case .call?, .other?: return .unknown
      default: return .data
      }
    }
    return roles.functionChains.contains(chain) && position == 0 ? .path([]) : .unknown
  }

  /// Whether a chain stands for a module, or for a member of it that is computed.
  private func isWhole(_ number: Int, _ module: EditedFile, _ file: EditedFile) -> Bool {
    let syntax = file.outline.syntax
    let chain = syntax.chains[number]
    if chain.steps.isEmpty, case .chain(number)? = syntax.returned { return false }
    guard chain.steps.isEmpty || chain.steps[0].token == nil else { return false }
    return found(chain, before: 0, file) == .module(module.path)
  }

  private func arguments(
    _ position: Int, ofMember name: String, ofModule module: EditedFile
  ) -> [ValueOrigin?] {
    project.sortedFiles.flatMap { file -> [ValueOrigin?] in
      let syntax = file.outline.syntax
      let roles = roles(of: file)
      var found: [ValueOrigin?] = []
      for (number, chain) in syntax.chains.enumerated() {
        for (index, step) in chain.steps.enumerated() {
          guard let token = step.token, syntax.text(token) == name else { continue }
          switch self.found(chain, before: index, file) {
          case .module(module.path)?:
            // The definition itself is no call.
            if syntax.memberValues.contains(where: { $0.chain == number }) { continue }
            let isWhole = index == chain.steps.count - 1 && !step.isMethod
            found.append(isWhole ? argument(position, number, file, roles) : .unknown)
          case .unknown?, nil: found.append(.unknown)
          case .module?, .path?, .data?, .table?: break
          }
        }
        // Where the module is used as a value, each of its functions may be called.
        if isWhole(number, module, file) { found.append(.unknown) }
      }
      let isReachedOtherwise = syntax.members.contains { member in
        member.token.map { syntax.text($0) == name } ?? false
      }
      return isReachedOtherwise ? found + [.unknown] : found
    }
  }
}
