import LuaSyntax

// The places of a file that name something.

extension EditedFile {
  /// Returns the places that name a path, or another path that means the same.
  func places(
    of names: [String], or isSame: (_ other: [String]) -> Bool
  ) -> [EditedProject.Place] {
    var known: [[String]: Bool] = [:]
    return outline.paths.flatMap { use -> [EditedProject.Place] in
      use.steps.compactMap { step in
        guard use.names[step.index] == names[names.count - 1] else { return nil }
        let path = Array(use.names[...step.index])
        if path != names {
          guard names.count > 1, path.count > 1 else { return nil }
          let isKnown = known[path] ?? isSame(path)
          known[path] = isKnown
          guard isKnown else { return nil }
        }
        return EditedProject.Place(path: self.path, range: step.range)
      }
    }
  }

  private func place(_ token: Int) -> EditedProject.Place {
    EditedProject.Place(
      path: path, range: outline.syntax.tokens.inner(outline.syntax.tokens[token]))
  }

  /// The names of the required modules, with their places.
  var requiredModules: [(name: String, place: EditedProject.Place)] {
    let syntax = outline.syntax
    return syntax.calls.compactMap { call in
      guard let name = ValueOrigins.module(of: call, in: syntax),
        case .string(let token)? = call.arguments.first
      else { return nil }
      return (name, place(token))
    }
  }

  /// Whether a token names a member of what this module returns.
  func isMember(_ token: Int) -> Bool {
    uses(ofMember: outline.syntax.text(token)).contains(place(token))
  }

  /// Returns the places where this module gives a value to a member of what it returns.
  func definitions(ofMember name: String) -> [EditedProject.Place] {
    let syntax = outline.syntax
    if let table = syntax.returnedTable, let token = syntax.field(name, of: table)?.name {
      return [place(token)]
    }
    guard case .chain(let chain)? = syntax.returned, let module = syntax.chains[chain].use.binding
    else { return [] }
    return syntax.memberValues.compactMap { number, _ in
      let chain = syntax.chains[number]
      guard chain.use.binding == module, chain.steps.count == 1, let token = chain.steps[0].token,
        syntax.text(token) == name
      else { return nil }
      return place(token)
    }
  }

  /// Returns the places where this module names a member of what it returns.
  func uses(ofMember name: String) -> [EditedProject.Place] {
    let syntax = outline.syntax
    switch syntax.returned {
    case .table(let table)?:
      return syntax.field(name, of: table)?.name.map { [place($0)] } ?? []
    case .chain(let chain)?:
      guard let binding = syntax.chains[chain].use.binding else { return [] }
      var places: [EditedProject.Place] = []
      if case .table(let table)? = syntax.bindings[binding].value,
        let token = syntax.field(name, of: table)?.name
      {
        places.append(place(token))
      }
      return places + self.uses(ofMember: name) { $0.use.binding == binding }
    default: return []
    }
  }

  /// Returns the uses of a member of the modules that are meant.
  func uses(
    ofMember name: String, ofModule isMeant: (_ module: String) -> Bool
  ) -> [EditedProject.Place] {
    let syntax = outline.syntax
    let bindings = Set(
      syntax.bindings.indices.filter {
        EditedProject.module(of: syntax.bindings[$0], in: syntax).map(isMeant) ?? false
      })
    if bindings.isEmpty { return [] }
    return uses(ofMember: name) { (chain: SyntaxTree.Chain) in
      chain.use.binding.map(bindings.contains) ?? false
    }
  }

  /// Returns the places that name an entry of a table, by the token that defines it in some file.
  func places(
    ofEntry token: Int, of path: String, in project: EditedProject
  ) -> [EditedProject.Place] {
    guard let definition = path == self.path ? self : project.files[path] else { return [] }
    let name = definition.outline.syntax.text(token)
    let syntax = outline.syntax
    let used = syntax.chains.flatMap(\.steps).compactMap(\.token).filter { used in
      guard syntax.isText(used, name), used != token || path != self.path,
        case .entry(path, token, _)? = project.subject(
          in: self, at: syntax.tokens.inner(syntax.tokens[used]).lowerBound)?.subject
      else { return false }
      return true
    }
    return ((path == self.path ? [token] : []) + used).sorted().map { place($0) }
  }

  /// Returns the uses of a function of a library.
  func places(ofLibrary name: String) -> [EditedProject.Place] {
    let parts = name.split(separator: ".").map(String.init)
    let syntax = outline.syntax
    let chains = syntax.chains.filter {
      $0.use.binding == nil && syntax.text($0.use.token) == parts[0]
    }
    guard parts.count > 1 else { return chains.map { place($0.use.token) } }
    return chains.compactMap { chain in
      guard let token = chain.steps.first?.token, syntax.text(token) == parts[1] else { return nil }
      return place(token)
    }
  }

  private func uses(
    ofMember name: String, where isWanted: (SyntaxTree.Chain) -> Bool
  ) -> [EditedProject.Place] {
    let syntax = outline.syntax
    return syntax.chains.compactMap { chain in
      guard isWanted(chain), let token = chain.steps.first?.token, syntax.text(token) == name
      else { return nil }
      return place(token)
    }
  }
}
