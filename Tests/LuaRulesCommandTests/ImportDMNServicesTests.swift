import Foundation
import Testing

@testable import DecisionImport

/// Decision services, and decisions that give functions.
struct ImportDMNServicesTests {
  /// A service with an input, a decision that it gets, one within it, and its answer.
  private static let shipping = """
      <inputData id="weight" name="Weight"><variable name="Weight" typeRef="number"/></inputData>
      <decision id="rate" name="Rate"><variable name="Rate" typeRef="number"/>
        <literalExpression><text>3</text></literalExpression></decision>
      <decision id="base" name="Base price"><variable name="Base price" typeRef="number"/>
        <informationRequirement><requiredInput href="#weight"/></informationRequirement>
        <informationRequirement><requiredDecision href="#rate"/></informationRequirement>
        <literalExpression><text>Weight * Rate</text></literalExpression></decision>
      <decision id="price" name="Price"><variable name="Price" typeRef="number"/>
        <informationRequirement><requiredDecision href="#base"/></informationRequirement>
        <literalExpression><text>Base price + 1</text></literalExpression></decision>
      <decisionService id="shipping" name="Shipping">
        <outputDecision href="#price"/><encapsulatedDecision href="#base"/>
        <inputDecision href="#rate"/><inputData href="#weight"/></decisionService>
      <decisionService id="both" name="Both">
        <outputDecision href="#price"/><outputDecision href="#base"/>
        <inputDecision href="#rate"/><inputData href="#weight"/></decisionService>

    """

  /// A decision that calls a function, or a decision.
  private static func decision(_ name: String, _ text: String, _ requirements: String...) -> String
  {
    let elements = requirements.map { requirement in
      requirement.hasPrefix("required")
        ? "<informationRequirement><\(requirement)/></informationRequirement>"
        : "<knowledgeRequirement><requiredKnowledge href=\"#\(requirement)\"/></knowledgeRequirement>"
    }
    return """
        <decision id="\(name)" name="\(name)"><variable name="\(name)"/>\(elements.joined())
          <literalExpression><text>\(text.escaped)</text></literalExpression></decision>

      """
  }

  /// Evaluates all keys of a model, with a weight of 10.
  private func answers(_ elements: String) throws -> String {
    let files = try TemporaryFolder()
    _ = try files.file("m.dmn", DMN.model(elements))
    let run = try CommandRun(["import", "m.dmn", "--output", "out"], in: files.url)
    try #require(run.status == 0, "\(run.errors)")
    let eval = try CommandRun(
      ["eval", "out", "--schema", "out/m.schema.json", "--set", "Weight=10"], in: files.url)
    #expect(eval.errors == "")
    return eval.output
  }

  @Test func `a decision service is a function of inputs, then of decisions`() throws {
    let output = try answers(
      Self.shipping + Self.decision("called", "Shipping(2, 5)", "shipping")
        + Self.decision("named", "Shipping(Rate: 7, Weight: 2)", "shipping")
        + Self.decision("several", "Both(2, 5)", "both")
        + Self.decision("tooFew", "Shipping(2)", "shipping"))
    #expect(
      output
        == #"{"Price":31,"Rate":3,"basePrice":30,"called":11,"named":15,"#
        + #""several":{"Base price":10,"Price":11},"tooFew":null}"# + "\n")
  }

  @Test func `a decision service that lacks an input cannot be called`() throws {
    let conversion = try DMNConversion(
      DMN.model(
        Self.shipping.replacing(##"<inputData href="#weight"/>"##, with: "")
          + Self.decision("called", "Shipping(2)", "shipping")))
    #expect(
      conversion.faults.map(\.message) == [
        "decision `called`: `Shipping` cannot be converted: decisionService `Shipping` requires `weight`, which it does not get, in line 13"
      ])
  }

  @Test func `a decision may give others a function`() throws {
    let output = try answers(
      Self.shipping + Self.decision("double", "function(x) 2 * x")
        + Self.decision(
          "more", "{add: function(x) x + Weight}", ##"requiredInput href="#weight""##)
        + Self.decision(
          "sum", "double(4) + more.add(x: 1)", ##"requiredDecision href="#double""##,
          ##"requiredDecision href="#more""##))
    #expect(output == #"{"Price":31,"Rate":3,"basePrice":30,"sum":19}"# + "\n")
  }
}
