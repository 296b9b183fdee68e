/// A model of decisions, as far as it was understood.
struct DMNModel {
  struct Input {
    let name: String
    /// The name of the variable, which should be the same.
    let variable: String
    let key: String
    let type: FEELType
  }

  struct Decision {
    let name: String
    /// The name of the variable, which should be the same.
    let variable: String
    let key: String
    let type: FEELType
    let element: DMNElement
    let requirements: [String]
  }

  /// Business knowledge: a function.
  struct Knowledge {
    let name: String
    let lua: String
    let type: FEELType
    let element: DMNElement
    let requirements: [String]
  }

  /// A decision service: a function whose parameters are inputs and decisions.
  struct Service {
    let name: String
    let lua: String
    let type: FEELType
    let element: DMNElement
    /// The ids of its parameters, in their order.
    let parameters: [String]
    /// The ids of the decisions that it answers.
    let outputs: [String]
  }

  /// What an id refers to.
  enum Node {
    case input(Input)
    case decision(Decision)
    case knowledge(Knowledge)
    case service(Service)
  }

  let name: String
  private let namespace: String
  let types: DMNTypes
  /// All of them by their ids; of several with one id, the first.
  private(set) var nodes: [String: Node] = [:]
  private(set) var inputs: [(id: String, input: Input)] = []
  private(set) var decisions: [(id: String, decision: Decision)] = []
  private(set) var knowledge: [(id: String, knowledge: Knowledge)] = []
  private(set) var services: [(id: String, service: Service)] = []
  let members: FEELNames
  /// Types with the names that they have in Lua.
  private(set) var typeNames: [(type: FEELType, name: String)] = []
  /// The names in Lua that name parts of the model, so that no local variable may have them.
  private(set) var reservedNames: Set<String> = []
  /// The ids that decisions require, and services answer.
  private var requiredIDs: Set<String> = []
  /// The names of keys, by those in the model.
  private var keys: Set<String> = []

  /// Reads a model.
  ///
  /// - Throws: ``DecisionTableFault`` if the text is no model.
  init(_ text: String) throws(DecisionTableFault) {
    let root = try DMNElementReader.root(of: text)
    guard root.name == "definitions" else {
      throw DecisionTableFault(
        "the file is no decision model; its element is `\(root.name)`", line: root.line)
    }
    if let language = root.attributes["expressionLanguage"],
      !language.lowercased().contains("feel")
    {
      throw DecisionTableFault(
        "expressions of another language than FEEL cannot be converted", line: root.line)
    }
    name = root.attributes["name"] ?? ""
    namespace = root.attributes["namespace"] ?? ""
    types = DMNTypes(root)
    var names = types.memberNames + ["time offset"]
    Self.collectMembers(root, &names)
    members = FEELNames(names)
    for (position, element) in root.children.enumerated() {
      let id = element.attributes["id"] ?? "#\(position)"
      let variable = element.first("variable")
      let name = element.attributes["name"] ?? variable?.attributes["name"] ?? ""
      let variableName = variable?.attributes["name"] ?? name
      let type = types.type(variable?.attributes["typeRef"])
      let requirements = element.children.filter {
        ["informationRequirement", "knowledgeRequirement"].contains($0.name)
      }.flatMap { requirement in
        requirement.children.filter { $0.name.hasPrefix("required") }.compactMap(reference)
      }
      switch element.name {
      case "inputData":
        inputs.append((id, Input(name: name, variable: variableName, key: key(name), type: type)))
      case "decision" where DMNBoxedReader.logic(of: element) == nil:
        // A decision that somebody takes elsewhere is known as an input is.
        inputs.append((id, Input(name: name, variable: variableName, key: key(name), type: type)))
      case "decision":
        decisions.append(
          (
            id,
            Decision(
              name: name, variable: variableName, key: key(name), type: type, element: element,
              requirements: requirements)
          ))
      case "businessKnowledgeModel":
        knowledge.append(
          (
            id,
            Knowledge(
              name: name, lua: key(name),
              type: types.result(ofFunction: variable?.attributes["typeRef"]), element: element,
              requirements: requirements)
          ))
      case "decisionService":
        services.append(
          (
            id,
            Service(
              name: name, lua: key(name),
              type: types.result(ofFunction: variable?.attributes["typeRef"]), element: element,
              parameters: references("inputData", of: element)
                + references("inputDecision", of: element),
              outputs: references("outputDecision", of: element))
          ))
      default: continue
      }
    }
    nameTypes()
    for (id, input) in inputs { add(.input(input), id) }
    for (id, decision) in decisions {
      add(.decision(decision), id)
      requiredIDs.formUnion(decision.requirements)
      reservedNames.insert(decision.key)
    }
    for (id, function) in knowledge {
      add(.knowledge(function), id)
      reservedNames.insert(function.lua)
    }
    for (id, service) in services {
      add(.service(service), id)
      requiredIDs.formUnion(service.outputs)
      reservedNames.insert(service.lua)
    }
    reservedNames.formUnion(typeNames.map(\.name))
  }

  private mutating func add(_ node: Node, _ id: String) {
    if nodes[id] == nil { nodes[id] = node }
  }

  /// The ids that children of a name refer to.
  private func references(_ name: String, of element: DMNElement) -> [String] {
    element.all(name).compactMap(reference)
  }

  /// The id that an element refers to; with its namespace if that is of another model.
  private func reference(of element: DMNElement) -> String? {
    guard let href = element.attributes["href"], let sign = href.lastIndex(of: "#") else {
      return element.attributes["href"]
    }
    let isLocal = sign == href.startIndex || href[..<sign] == namespace
    return isLocal ? String(href[href.index(after: sign)...]) : href
  }

  /// Whether a decision or a service requires a decision.
  func isRequired(_ id: String) -> Bool { requiredIDs.contains(id) }

  /// Gives names to types; after all keys, which take precedence.
  private mutating func nameTypes() {
    for (name, type) in types.types.sorted(by: { $0.key < $1.key })
    where type.isLong && !typeNames.contains(where: { $0.type == type }) {
      typeNames.append((type, key(name)))
    }
  }

  private mutating func key(_ name: String) -> String {
    LuaName.unique(LuaName.camel(name), among: &keys)
  }

  /// Collects the names of members that logic defines.
  private static func collectMembers(_ element: DMNElement, _ names: inout [String]) {
    if ["variable", "column", "output", "formalParameter", "parameter"].contains(element.name),
      let name = element.attributes["name"]
    {
      names.append(name)
    }
    for child in element.children { collectMembers(child, &names) }
  }
}
