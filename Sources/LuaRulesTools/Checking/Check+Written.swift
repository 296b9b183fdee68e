import LuaRules
import LuaSyntax

// What the texts of files alone tell.

extension Check {
  /// Reports what is wrong in any case; endless loops were found in lines of files.
  mutating func reportWritten(
    in rules: CheckedRules, endlessLoops: [String: [Int]], _ told: inout ToldFindings
  ) {
    let owners = WrittenOwners(rules)
    for faults in rules.written.value {
      let file = faults.file
      let endless = endlessLoops[file.name].map { file.linesOfLoops(around: $0) } ?? []
      for local in faults.unusedLocals where !local.isOfFile {
        let place = file.place(ofToken: local.token)
        if rules.misspelt.locals.contains(.init(name: local.name, location: place)) { continue }
        let fix =
          local.hidesOther && !local.onlyUpdatesItself
          ? "leave `local` out, if the `\(local.name)` of the block around it is meant"
          : endless.contains { $0.contains(local.line) }
            ? "give its value to what the loop tests, or remove it" : local.fix
        add(
          .unusedLocal, .warning, local.message, at: place, fix: fix, subject: local.name,
          rule: owners.rule(of: local.token, in: file))
      }
      for fault in faults.certain {
        let place = file.place(ofToken: fault.tokens.lowerBound)
        guard told.insert(fault.code, place, fault.subject) else { continue }
        add(fault, in: file, owners.rule(of: fault.tokens.lowerBound, in: file))
      }
    }
  }

  /// Reports what is probably not meant, in lines of which nothing else is told.
  mutating func checkWritten(in rules: CheckedRules) {
    let told = Set(findings.lazy.filter { $0.severity > .info }.map(\.location))
    var own: Set<SourceLocation> = []
    let owners = WrittenOwners(rules)
    for faults in rules.written.value {
      for fault in faults.doubtful {
        let place = faults.file.place(ofToken: fault.tokens.lowerBound)
        guard !told.contains(place), own.insert(place).inserted else { continue }
        add(fault, in: faults.file, owners.rule(of: fault.tokens.lowerBound, in: faults.file))
      }
    }
  }

  mutating func add(_ fault: WrittenFault, in file: WrittenFile, _ rule: InspectedRule? = nil) {
    var finding = RuleFinding(
      fault.code, fault.severity, fault.message,
      at: file.place(ofToken: fault.tokens.lowerBound), fix: fault.fix,
      related: fault.related.map {
        [RuleError.Note($0.note, at: file.place(ofToken: $0.token))]
      } ?? [], subject: fault.subject, rule: rule?.location)
    finding.columns = file.columns(of: fault.tokens)
    add(finding)
  }
}

/// The rules to which functions belong.
private struct WrittenOwners {
  /// The rules by files, and by the numbers of the functions.
  private var rules: [String: [Int: InspectedRule?]] = [:]

  init(_ rules: CheckedRules) {
    for (number, function) in rules.model.code.functions.sorted(by: { $0.key < $1.key }) {
      guard let written = function.written else { continue }
      self.rules[function.file, default: [:]]
        .updateValue(rules.uses.owners[number], forKey: written.number)
    }
  }

  /// Returns the rule of the innermost known function around a token.
  func rule(of token: Int, in file: WrittenFile) -> InspectedRule? {
    let functions = file.syntax.functions
    // The last one that begins before the token, or one around that.
    let last = functions.partitioningIndex { $0.start > token } - 1
    var next = last < 0 ? nil : last
    while let function = next {
      if functions[function].end >= token, let rule = rules[file.name]?[function] { return rule }
      next = functions[function].outer
    }
    return nil
  }
}

extension WrittenFile {
  /// Returns the lines of the loops with a condition around others.
  fileprivate func linesOfLoops(around lines: [Int]) -> [ClosedRange<Int>] {
    syntax.statements.compactMap { statement in
      switch statement.kind {
      case .while, .repeat: break
      default: return nil
      }
      let own =
        line(ofToken: statement.tokens.lowerBound)...line(ofToken: statement.tokens.upperBound - 1)
      return lines.contains { own.contains($0) } ? own : nil
    }
  }
}
