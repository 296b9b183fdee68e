import LuaSyntax

// What the parameters of functions get.

extension ValueOrigins {
  /// The origin of a parameter: that of all arguments that it gets.
  func found(
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
    } else if isMadeForRules(function, file) {
      uses.append(position == 0 ? .path([]) : .unknown)
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
