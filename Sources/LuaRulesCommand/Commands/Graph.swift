import ArgumentParser
import LuaRules
import LuaRulesTools

struct Graph: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a drawing of keys and rules: which rule reads what.",
    discussion: """
      Arrows lead from a key to the rules that read it, and from a rule to the key that \
      it answers for. What a rule reads through a function that it calls is not seen.

      luarules graph rules/ --format svg > rules.svg   (by Graphviz)
      luarules graph rules/ | dot -Tpdf > rules.pdf
      luarules graph rules/ --format mermaid --keys-only
      """)

  /// The language of the drawing.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case dot, mermaid, svg
  }

  @OptionGroup var options: RuleArguments

  @Option(
    help:
      "The language of the drawing: that of Graphviz, of Mermaid, or a picture that Graphviz draws, where it is installed."
  )
  var format = Format.dot

  @Flag(help: "Leaves rules out: arrows lead from key to key.")
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
