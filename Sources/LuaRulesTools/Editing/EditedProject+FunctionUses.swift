import LuaSyntax

// Where functions of files and of modules are used.

extension EditedProject {
  /// A place that uses a function.
  struct FunctionUse {
    /// How the function is used.
    enum Kind {
      /// It is called.
      case call(Int)
      /// A rule has it as its condition or its value.
      case rule
      /// It is handed on.
      case value
    }

    let file: EditedFile
    let kind: Kind
  }

  /// The function that a chain names: one of the file, or of a module, with its file.
  func calledFunction(
    of chain: SyntaxTree.Chain, in file: EditedFile
  ) -> (function: Int, file: EditedFile)? {
    let syntax = file.outline.syntax
    guard let binding = chain.use.binding, !syntax.assigned.contains(binding) else { return nil }
    if chain.steps.isEmpty, case .function(let function)? = syntax.bindings[binding].value {
      return (function, file)
    }
    guard chain.steps.count == 1, !chain.steps[0].isMethod, let token = chain.steps[0].token,
      let target = module(ofVariable: binding, in: file)
    else { return nil }
    return target.function(ofMember: syntax.text(token)).map { ($0, target) }
  }

  /// The module that a variable holds: the one that it requires, or the file itself.
  private func module(ofVariable binding: Int, in file: EditedFile) -> EditedFile? {
    let syntax = file.outline.syntax
    if syntax.returnedVariable == binding { return file }
    return Self.module(of: syntax.bindings[binding], in: syntax).flatMap {
      self.file(ofModule: $0, requiredBy: file.path)
    }
  }

  /// Returns all places that use a function: in its file, and where a module has it as a member.
  ///
  /// - Complexity: O(*n*) for *n* variables of the project, if the function belongs to a module.
  func uses(ofFunction function: Int, in file: EditedFile) -> [FunctionUse] {
    let syntax = file.outline.syntax
    let members = file.members(ofFunction: function)
    let exports = Set(members.compactMap(\.export))
    let own = syntax.bindings.firstIndex { binding in
      if case .function(function)? = binding.value { true } else { false }
    }
    var uses: [FunctionUse] = []
    if let own, !syntax.assigned.contains(own) {
      let calls = syntax.callsByChain
      uses += syntax.chains.indices.filter { number in
        syntax.chains[number].use.binding == own && !exports.contains(number)
      }.map { use($0, steps: 0, in: file, calls) }
    }
    if members.isEmpty { return uses }
    let names = Set(members.map(\.name))
    for user in sortedFiles {
      let syntax = user.outline.syntax
      let modules = Set(
        syntax.bindings.indices.filter {
          module(ofVariable: $0, in: user)?.path == file.path
        })
      if modules.isEmpty { continue }
      let definitions = Set(syntax.memberValues.map(\.chain))
      let calls = syntax.callsByChain
      for (number, chain) in syntax.chains.enumerated() {
        guard let binding = chain.use.binding, modules.contains(binding),
          let token = chain.steps.first?.token, names.contains(where: { syntax.isText(token, $0) }),
          !definitions.contains(number)
        else { continue }
        uses.append(use(number, steps: 1, in: user, calls))
      }
    }
    return uses
  }

  private func use(
    _ number: Int, steps: Int, in file: EditedFile, _ calls: [Int: Int]
  ) -> FunctionUse {
    let syntax = file.outline.syntax
    let chain = syntax.chains[number]
    guard chain.steps.count == steps else { return FunctionUse(file: file, kind: .value) }
    if let call = calls[number] { return FunctionUse(file: file, kind: .call(call)) }
    let start = chain.use.token
    let isField =
      start > 1 && syntax.tokens[start - 1].is("=")
      && ["when", "value"].contains { syntax.tokens.isName(syntax.tokens[start - 2], $0) }
    return FunctionUse(file: file, kind: isField && !file.outline.rules.isEmpty ? .rule : .value)
  }
}

extension SyntaxTree {
  /// The calls by the chains that are called.
  fileprivate var callsByChain: [Int: Int] {
    Dictionary(
      calls.enumerated().compactMap { number, call in call.chain.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension EditedFile {
  /// A name that a function has as a member of what the file returns, and the chain that gives it
  /// this name.
  fileprivate typealias ExportedName = (name: String, export: Int?)

  /// The function that this module has as a member.
  fileprivate func function(ofMember name: String) -> Int? {
    let syntax = outline.syntax
    let values =
      [syntax.returnedTable.flatMap { syntax.field(name, of: $0)?.value }].compactMap(\.self)
      + memberDefinitions.filter { $0.name == name }.map(\.value)
    guard values.count == 1 else { return nil }
    switch values[0] {
    case .function(let function): return function
    case .chain(let chain):
      guard syntax.chains[chain].steps.isEmpty, let binding = syntax.chains[chain].use.binding,
        !syntax.assigned.contains(binding),
        case .function(let function)? = syntax.bindings[binding].value
      else { return nil }
      return function
    default: return nil
    }
  }

  /// The members that the variable of this module gets.
  private var memberDefinitions: [(name: String, value: SyntaxTree.Value)] {
    let syntax = outline.syntax
    guard let module = syntax.returnedVariable else { return [] }
    return syntax.memberValues.compactMap { number, value in
      let chain = syntax.chains[number]
      guard chain.use.binding == module, chain.steps.count == 1, let token = chain.steps[0].token
      else { return nil }
      return (syntax.text(token), value)
    }
  }

  /// The names that a function has as a member of what the file returns.
  fileprivate func members(ofFunction function: Int) -> [ExportedName] {
    let syntax = outline.syntax
    guard outline.rules.isEmpty, !outline.isTestFile else { return [] }
    let fields = syntax.returnedTable.map { syntax.tables[$0].fields } ?? []
    let entries =
      fields.compactMap { field in field.name.map { (syntax.text($0), field.value) } }
      + memberDefinitions
    return entries.compactMap { name, value in
      switch value {
      case .function(function): return (name, nil)
      case .chain(let chain):
        guard syntax.chains[chain].steps.isEmpty, let binding = syntax.chains[chain].use.binding,
          case .function(function)? = syntax.bindings[binding].value
        else { return nil }
        return (name, chain)
      default: return nil
      }
    }
  }
}
