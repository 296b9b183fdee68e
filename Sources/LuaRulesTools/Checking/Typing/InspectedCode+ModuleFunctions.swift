import LuaRules

extension InspectedCode {
  /// The functions in tables of files, such as those that modules return, of which all that other functions
  /// do is to call them by their names, or to give them to calls.
  ///
  /// - Complexity: O(*n*) for *n* instructions of the functions that capture such tables.
  var functionsCalledByName: Set<Int> {
    var holders: [Int: Set<Int>] = [:]
    var others: Set<Int> = []
    var leaked: Set<Int> = []
    for (number, table) in tables {
      for (key, value) in table.entries {
        switch (key, value) {
        case (.string, .function(let function)): holders[function, default: []].insert(number)
        case (_, .function(let function)): others.insert(function)
        case (_, .table(let inner)): leaked.insert(inner)
        default: break
        }
      }
    }
    guard !holders.isEmpty else { return [] }
    for function in functions.values {
      for (index, captured) in function.captured.enumerated() {
        switch captured {
        case .function(let number): others.insert(number)
        case .table(let table) where tables[table] != nil && !leaked.contains(table):
          let name = function.code.upvalues[index].name
          guard let names = function.written?.namesRead(ofCaptured: name) else {
            leaked.insert(table)
            continue
          }
          for name in names {
            if case .function(let number) = field(name, ofTable: table) { others.insert(number) }
          }
        default: break
        }
      }
    }
    return Set(
      holders.filter { number, tables in
        tables.count == 1 && tables.isDisjoint(with: leaked) && !others.contains(number)
      }.keys)
  }
}
