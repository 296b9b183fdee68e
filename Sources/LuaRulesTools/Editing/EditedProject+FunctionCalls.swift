import LuaRules
import LuaSyntax

// Who calls a function, and what it calls.

extension EditedProject {
  /// A function with a name: a local one, or a member of a module.
  package struct NamedFunction: Sendable, Hashable {
    package let name: String
    /// The name where the function is defined.
    package let place: Place
  }

  /// A key or a function, with the places that name it.
  package enum Call: Sendable {
    case key(KeyCall)
    case function(NamedFunction, uses: [Place])
  }

  /// Returns the function that is named at a position, if there is one.
  package func function(in file: EditedFile, at offset: Int) -> NamedFunction? {
    let tokens = file.outline.syntax.tokens
    guard let token = tokens.index(at: offset) else { return nil }
    if let own = file.namedFunctions.first(where: { $0.token == token }) {
      return named(own, in: file)
    }
    let range = tokens.inner(tokens[token])
    return functionUses(in: file).first { $0.use.range == range }?.function
  }

  /// Returns the functions and the keys that call a function, or hand it on, with these places.
  package func callers(of function: NamedFunction) -> [Call] {
    var byFunction: [NamedFunction: [Place]] = [:]
    var byKey: [String: (rule: Place, uses: [Place])] = [:]
    for file in sortedFiles {
      let uses = functionUses(in: file).filter { $0.function == function }.map(\.use)
      if uses.isEmpty { continue }
      let functions = file.namedFunctions
      let functionRanges = NestedRanges(functions.map { file.range(of: $0) })
      let rules = file.outline.rules
      let ruleRanges = NestedRanges(rules.map { file.range(ofTable: $0.table) })
      for use in uses {
        if let caller = functionRanges.innermost(around: use.range.lowerBound) {
          byFunction[named(functions[caller], in: file), default: []].append(use)
        } else if let rule = ruleRanges.innermost(around: use.range.lowerBound),
          let key = rules[rule].key
        {
          let place = Place(path: file.path, range: file.range(ofTable: rules[rule].table))
          byKey[key, default: (place, [])].uses.append(use)
        }
      }
    }
    let keys = byKey.map { Call.key(KeyCall(key: $0, place: $1.rule, reads: $1.uses)) }
    return sorted(keys + byFunction.map { .function($0, uses: $1) })
  }

  /// Returns the functions that a function calls or hands on, and the keys that it reads.
  package func calls(by function: NamedFunction) -> [Call] {
    guard let file = files[function.place.path],
      let own = file.namedFunctions.first(where: { named($0, in: file) == function })
    else { return [] }
    let range = file.range(of: own)
    var keys: [String: [Place]] = [:]
    for use in file.outline.paths where use.kind == .read {
      guard let step = use.steps.first, range.contains(step.range.lowerBound) else { continue }
      keys[index?.assignedKey(use.names) ?? use.key, default: []].append(
        Place(path: file.path, range: step.range))
    }
    var current = CurrentPlaces(self)
    let reads = keys.map { key, reads in
      Call.key(
        KeyCall(
          key: key, place: current.places(ofRulesFor: [key]).first ?? reads[0], reads: reads))
    }
    return sorted(reads + functions(usedIn: [range], of: file))
  }

  /// Returns the functions that the rules of a key call or hand on.
  package func functions(calledBy key: String) -> [Call] {
    sorted(
      sortedFiles.flatMap { file -> [Call] in
        let outline = file.outline
        let ranges = outline.rules.filter { $0.key == key && !$0.isGroup }.map { rule in
          file.range(ofTable: rule.table)
        }
        return ranges.isEmpty ? [] : functions(usedIn: ranges, of: file)
      })
  }

  private func functions(usedIn ranges: [EditedFile.Range], of file: EditedFile) -> [Call] {
    var found: [NamedFunction: [Place]] = [:]
    let ranges = NestedRanges(ranges)
    for (function, use) in functionUses(in: file)
    where ranges.innermost(around: use.range.lowerBound) != nil {
      found[function, default: []].append(use)
    }
    return found.map { .function($0, uses: $1) }
  }

  private func sorted(_ calls: [Call]) -> [Call] {
    func name(_ call: Call) -> String {
      switch call {
      case .key(let call): call.key
      case .function(let function, _): function.name
      }
    }
    return calls.sorted { name($0).precedesInBytes(name($1)) }
  }

  private func named(
    _ function: EditedFile.NamedFunction, in file: EditedFile
  ) -> NamedFunction {
    let tokens = file.outline.syntax.tokens
    return NamedFunction(
      name: function.name,
      place: Place(path: file.path, range: tokens.inner(tokens[function.token])))
  }

  /// The places of a file that name functions, other than their definitions.
  private func functionUses(
    in file: EditedFile
  ) -> [(function: NamedFunction, use: Place)] {
    let syntax = file.outline.syntax
    let own = Dictionary(
      file.namedFunctions.map { ($0.token, $0) }, uniquingKeysWith: { first, _ in first })
    var targets: [String: [String: NamedFunction]] = [:]
    func members(of module: EditedFile) -> [String: NamedFunction] {
      if let known = targets[module.path] { return known }
      let functions = module.namedFunctions.filter { $0.member != nil }
      let made = Dictionary(
        functions.map { ($0.member ?? "", named($0, in: module)) },
        uniquingKeysWith: { first, _ in first })
      targets[module.path] = made
      return made
    }
    return syntax.chains.compactMap { chain in
      guard let binding = chain.use.binding else { return nil }
      if let function = own[syntax.bindings[binding].token] {
        let range = syntax.tokens.inner(syntax.tokens[chain.use.token])
        return (named(function, in: file), Place(path: file.path, range: range))
      }
      guard let token = chain.steps.first?.token, own[token] == nil else { return nil }
      let module: EditedFile?
      if let name = Self.module(of: syntax.bindings[binding], in: syntax) {
        module = self.file(ofModule: name, requiredBy: file.path)
      } else {
        module = syntax.returnedVariable == binding ? file : nil
      }
      guard let module, let function = members(of: module)[syntax.text(token)] else { return nil }
      let range = syntax.tokens.inner(syntax.tokens[token])
      return (function, Place(path: file.path, range: range))
    }
  }
}

extension EditedFile {
  /// A function with a name.
  fileprivate struct NamedFunction {
    let name: String
    /// The token of the name.
    let token: Int
    /// The position of the function in the syntax.
    let function: Int
    /// The name that it has as a member of what the file returns.
    var member: String?
  }

  fileprivate var namedFunctions: [NamedFunction] {
    let syntax = outline.syntax
    var functions: [NamedFunction] = []
    for (number, binding) in syntax.bindings.enumerated() {
      guard case .local = binding.kind, case .function(let function)? = binding.value,
        !syntax.assigned.contains(number)
      else { continue }
      functions.append(NamedFunction(name: binding.name, token: binding.token, function: function))
    }
    for (number, value) in syntax.memberValues {
      let chain = syntax.chains[number]
      guard case .function(let function) = value, chain.steps.count == 1,
        let token = chain.steps[0].token
      else { continue }
      let isMember = chain.use.binding != nil && chain.use.binding == syntax.returnedVariable
      functions.append(
        NamedFunction(
          name: "\(syntax.text(chain.use.token)).\(syntax.text(token))", token: token,
          function: function, member: isMember ? syntax.text(token) : nil))
    }
    if let table = syntax.returnedTable, outline.rules.isEmpty, outline.tests.isEmpty {
      for field in syntax.tables[table].fields {
        guard case .function(let function) = field.value, let token = field.name else { continue }
        let name = syntax.text(token)
        functions.append(
          NamedFunction(name: name, token: token, function: function, member: name))
      }
    }
    return functions
  }

  fileprivate func range(of function: NamedFunction) -> Range {
    let syntax = outline.syntax
    let body = syntax.functions[function.function]
    return syntax.tokens[body.start].start..<syntax.tokens[body.end].end
  }

  func range(ofTable number: Int) -> Range {
    let table = outline.syntax.tables[number]
    let tokens = outline.syntax.tokens
    return tokens[table.open].start..<tokens[max(table.open, table.close)].end
  }
}
