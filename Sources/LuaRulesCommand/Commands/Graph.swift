import ArgumentParser
import LuaRules
import LuaRulesTools

struct Graph: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw keys and rules: which rule reads which key.",
    usage: "luarules graph [<options>] [<rules> ...]",
    discussion: """
      Arrows lead from a key to the rules that read it, and from a rule to the key whose \
      value it gives. The drawing does not show what a rule reads through a function that it \
      calls.

      luarules graph rules/ --format svg > rules.svg   (by Graphviz)
      luarules graph rules/ | dot -Tpdf > rules.pdf
      luarules graph rules/ --format mermaid --keys-only
      """)

  /// The language of the drawing.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case dot, mermaid, svg
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(
    help:
      "The language of the drawing: Graphviz, Mermaid, or an SVG that Graphviz draws if it is installed."
  )
  var format = Format.dot

  @Flag(help: "Leave out rules: arrows lead from key to key.")
  var keysOnly = false

  func validate() throws {
    try options.requireRules()
  }

  func run() throws {
    try withExitStatus {
      let model = try RuleModel(options.withRulesOfProject())
      let graph = try model.tool { model throws(RuleError) in try RuleGraph(model) }
      var output = StandardOutput()
      switch format {
      case .dot: try output.write(graph.dot(isWithRules: !keysOnly))
      case .mermaid: try output.write(graph.mermaid(isWithRules: !keysOnly))
      case .svg: try output.write(Graphviz.picture(of: graph.dot(isWithRules: !keysOnly)))
      }
      try output.flush()
      return nil
    }
  }
}
