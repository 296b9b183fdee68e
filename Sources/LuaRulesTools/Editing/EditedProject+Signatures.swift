import LuaRules
import LuaSyntax

extension EditedProject {
  /// A function that is being called.
  package struct Signature: Sendable {
    package let label: String
    package let parameters: [String]
    package let doc: String
    /// The position of the argument, from 0.
    package let active: Int
  }

  /// Returns the function whose arguments are written at a position.
  package func signature(in file: EditedFile, at offset: Int) -> Signature? {
    let syntax = file.outline.syntax
    let tokens = syntax.tokens
    let call = syntax.calls.last { call in
      guard tokens[call.open].is("("), tokens[call.open].end <= offset else { return false }
      if call.close < tokens.count, call.close > call.open, tokens[call.close].is(")") {
        return offset <= tokens[call.close].start
      }
      // The arguments of an unfinished call end where something else begins.
      let next = max(call.open, call.close) + 1
      return next >= tokens.count || offset <= tokens[next].start
    }
    guard let call else { return nil }
    let active = call.commas.count { tokens[$0].end <= offset }
    if let signature = signature(ofMethod: call, active, in: file) { return signature }
    guard let number = call.chain else { return nil }
    let chain = syntax.chains[number]
    if let binding = chain.use.binding, syntax.globalName(of: chain) == nil {
      return signature(of: binding, chain, active, in: file)
    }
    return Self.signature(ofLibrary: syntax.globalName(of: chain), active)
  }

  private static func signature(ofLibrary name: String?, _ active: Int) -> Signature? {
    guard let entry = name.flatMap(LuaLibrary.entry), let parameters = entry.parameters else {
      return nil
    }
    return Signature(
      label: entry.signature, parameters: parameters, doc: entry.doc,
      active: min(active, max(0, parameters.count - 1)))
  }

  /// The signature of a method of a text, or of an object of the program.
  private func signature(
    ofMethod call: SyntaxTree.Call, _ active: Int, in file: EditedFile
  ) -> Signature? {
    let syntax = file.outline.syntax
    let isMethod: Bool
    let name: Int?
    switch call.callee {
    case .chain(let number):
      let last = syntax.chains[number].steps.last
      (isMethod, name) = (last?.isMethod ?? false, last?.token)
      if let path = file.outline.path(ofCallee: syntax.chains[number]),
        let declared = index?.declaration(of: path),
        case .function(let function) = declared.type.withoutNull
      {
        let parameters = function.parameters.map(\.expectation)
        let list = parameters.joined(separator: ", ")
        return Signature(
          label: "\(Self.text(of: path))(\(list)): \(function.result.expectation)",
          parameters: parameters, doc: declared.doc ?? "",
          active: min(active, max(0, parameters.count - 1)))
      }
    case .member(let member):
      (isMethod, name) = (syntax.members[member].isMethod, syntax.members[member].token)
    default: return nil
    }
    guard isMethod, let name, let entry = LuaLibrary.entry("string.\(syntax.text(name))"),
      let parameters = entry.parameters?.dropFirst()
    else { return nil }
    return Signature(
      label: "\(syntax.text(name))(\(parameters.joined(separator: ", "))): \(entry.result)",
      parameters: Array(parameters), doc: entry.doc,
      active: min(active, max(0, parameters.count - 1)))
  }

  private func signature(
    of binding: Int, _ chain: SyntaxTree.Chain, _ active: Int, in file: EditedFile
  ) -> Signature? {
    let syntax = file.outline.syntax
    if case .function(let function)? = syntax.bindings[binding].value, chain.steps.isEmpty {
      let token = syntax.tokens[syntax.bindings[binding].token]
      return file.signature(
        of: function, syntax.bindings[binding].name, active, commentBefore: token.start)
    }
    guard let module = Self.module(of: syntax.bindings[binding], in: syntax),
      let member = chain.steps.first?.token,
      let target = self.file(ofModule: module, requiredBy: file.path),
      let place = target.definitions(ofMember: syntax.text(member)).first
    else { return nil }
    let inner = target.outline.syntax
    let name = inner.tokens.index(endingAtOrAfter: place.range.upperBound)
    // `name = function(…)`, or `function module.name(…)`.
    let function = inner.functions.firstIndex { function in
      function.start == name + 2 || inner.functionName(at: function.start) == name
    }
    return function.flatMap {
      target.signature(
        of: $0, "\(module).\(syntax.text(member))", active,
        commentBefore: place.range.lowerBound)
    }
  }
}

extension RuleFileOutline {
  /// The path of what a chain calls, with the name of a method.
  fileprivate func path(ofCallee chain: SyntaxTree.Chain) -> [String]? {
    guard let binding = chain.use.binding, let root = path(ofBinding: binding) else { return nil }
    return root + chain.steps.map { $0.token.map { syntax.text($0) } ?? Self.element }
  }
}

extension SyntaxTree {
  /// The token of the last name of `function a.b`.
  fileprivate func functionName(at start: Int) -> Int? {
    var token = start + 1
    while token + 2 < tokens.count, tokens[token + 1].is(".") || tokens[token + 1].is(":") {
      token += 2
    }
    return token < tokens.count && tokens[token].kind == .name ? token : nil
  }
}

extension EditedFile {
  fileprivate func signature(
    of function: Int, _ name: String, _ active: Int, commentBefore offset: Int
  ) -> EditedProject.Signature {
    let syntax = outline.syntax
    let parameters = syntax.functions[function].parameters.map { syntax.bindings[$0].name }
    let line = position(of: offset).line
    return EditedProject.Signature(
      label: "\(name)(\(parameters.joined(separator: ", ")))", parameters: parameters,
      doc: comment(before: self.offset(of: Position(line: line, character: 0))),
      active: min(active, max(0, parameters.count - 1)))
  }
}
