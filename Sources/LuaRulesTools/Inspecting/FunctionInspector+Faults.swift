import LuaBridge
import LuaBytecode
import LuaRules

extension FunctionInspector {
  /// The faults in functions that rules can reach.
  func faults(ofFunctionsUpTo count: Int) -> [FunctionFault] {
    guard count > 0 else { return [] }
    var faults: [FunctionFault] = []
    for number in 1...count {
      guard let code = code(ofFunction: number) else { continue }
      let chunk = info(ofFunction: number).chunk
      guard chunk >= 1, chunk <= names.count else { continue }
      func add(_ kind: FunctionFault.Kind, _ line: Int) {
        let place = SourceLocation(file: names[chunk - 1], line: line)
        faults.append(FunctionFault(kind: kind, location: place))
      }
      func note(_ use: FunctionUse, _ line: Int) {
        switch use {
        case .reading, .readingAnyKey: break
        case .host(let name):
          if !hostNames.contains(name) {
            add(.callsUnknownHost(name), line)
          }
        case .readingGlobal(let name):
          if globals[chunk]?.contains(name) == true { break }
          if !RuleError.isGlobal(name) {
            add(.readsUndefinedGlobal(name), line)
          } else if isOfRule(number), RuleError.conditions.contains(name) {
            add(.readsCondition(name), line)
          }
        case .readingLibrary(let name):
          let isOwn = globals[chunk]?.contains(String(name.prefix { $0 != "." })) == true
          if !isOwn, !RuleError.libraryFields.contains(name) {
            add(.readsUndefinedField(name), line)
          }
        case .settingGlobal(let name): add(.setsGlobal(name), line)
        case .settingOuter(let table): add(.setsTable(table, isRule: isOfRule(number)), line)
        case .setting(let path): add(.setsMember(path), line)
        case .comparingWithNull(let path): add(.comparesWithNull(path), line)
        }
      }
      if isOfRule(number) {
        for (use, line) in otherUses[number] ?? [] { note(use, line) }
      } else {
        code.forEachUse(hasContext: false) { note($0, $1) }
      }
    }
    return faults
  }
}
