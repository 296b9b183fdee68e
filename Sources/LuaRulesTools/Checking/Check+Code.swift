import LuaRules

// Checks of files and functions that do not concern keys.

extension Check {
  /// Checks the code of files and functions.
  mutating func checkCode(of rules: CheckedRules) {
    let model = rules.model
    let failing = Set(findings.lazy.filter { $0.severity == .error }.map(\.location))
    for faults in rules.written.value { check(faults, rules.misspelt, failing) }
    for fault in model.faults { report(fault, rules) }
    var seen: Set<Int> = []
    for rule in model.rules {
      for case .function(let function) in rule.conditions
      where seen.insert(function.number).inserted {
        guard let obstacle = function.graph.obstacle else { continue }
        add(
          .notPlanned, .info, "only Lua can decide the condition: \(obstacle.text)",
          at: SourceLocation(
            file: function.location.file, line: obstacle.line ?? function.location.line),
          rule: rule)
      }
    }
  }

  private mutating func check(
    _ faults: WrittenFaults, _ misspelt: MisspeltLocals, _ failing: Set<SourceLocation>
  ) {
    for local in faults.unusedLocals where local.isOfFile {
      let place = faults.file.place(ofToken: local.token)
      if misspelt.locals.contains(.init(name: local.name, location: place)) { continue }
      // What fails while the file is loading gives the variable nothing.
      if failing.contains(place) { continue }
      add(.unusedLocal, .warning, local.message, at: place, fix: local.fix, subject: local.name)
    }
    for fault in faults.repeatedFields + faults.globals { add(fault, in: faults.file) }
  }

  private mutating func report(_ fault: FunctionFault, _ rules: CheckedRules) {
    let place = fault.location
    switch fault.kind {
    case .setsGlobal(let name):
      add(
        .frozen, .error, "a rule function writes to the global `\(name)`", at: place,
        fix: "write `local` before it", subject: name)
    case .setsVariable(let name):
      add(
        .frozen, .error, "a rule function writes to the variable `\(name)` outside of it",
        at: place, fix: "use a local inside the function", subject: name)
    case .setsTable(let name, let isRule):
      add(
        .frozen, isRule ? .error : .info,
        isRule
          ? "a rule function writes to the table `\(name)` of its file"
          : "a function writes to the table `\(name)` of its file: it fails when a rule calls it",
        at: place, fix: isRule ? "make a table inside the function" : nil, subject: name)
    case .setsMember(let path):
      add(
        .frozen, .error, "a rule function writes to `c.\(path.joined(separator: "."))`", at: place,
        fix: "a rule gives the value of its own key; it sets no others", subject: path.last)
    case .readsUndefinedGlobal(let name):
      let meant = RuleError.likelyName(for: name, among: names.assigned.prefix(500).map(\.text))
      let error = RuleError.undefinedGlobal(name)
      let local = rules.misspelt.meant[.init(name: name, location: place)]
      let similar = rules.misspelt.similar[.init(name: name, location: place)]
      let callsItself = rules.misspelt.ownNames.contains(.init(name: name, location: place))
      let below = rules.misspelt.declaredBelow[.init(name: name, location: place)].map {
        "`\(name)` is declared in line \($0); it is known below that line only"
      }
      add(
        .undefinedGlobal, .error, error.message, at: place,
        fix: callsItself
          ? "write `local function \(name)`: only so does the function know its own name"
          : below ?? (local ?? similar).map { "did you mean `\($0)`?" }
            ?? meant.map { "did you mean \"\(name)\" or `c.\($0)`?" } ?? error.hint, subject: name,
        replacement: local)
    case .readsUndefinedField(let name):
      let error = RuleError.undefinedField(name)
      add(
        .undefinedGlobal, .error, error.message, at: place, fix: error.hint,
        subject: name.split(separator: ".").last.map(String.init),
        replacement: error.spelling?.meant)
    case .callsUnknownHost(let name):
      let meant = RuleError.likelyName(for: name, among: rules.model.hostFunctions)
      add(
        .unknownHostFunction, .error, "the host has no function `\(name)`", at: place,
        fix: meant.map { "did you mean `host.\($0)`?" }, subject: name, replacement: meant)
    case .readsCondition(let name):
      add(
        .undefinedGlobal, .error,
        "`\(name)` makes a condition of a pattern, so it cannot be called in a function of a rule",
        at: place, fix: "compare the value, as in `c.age >= 18`, or write a pattern", subject: name)
    case .comparesWithNull(let path):
      reportNull("c.\(path.joined(separator: "."))", at: place, nil)
    }
  }
}
