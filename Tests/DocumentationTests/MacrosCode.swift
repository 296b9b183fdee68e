#if Macros
  import Foundation
  import LuaRules
  import LuaRulesMacros
  import Testing

  // The Swift of macros.md; see ReadmeCode.swift.

  extension DynamicEnvironmentPaths {
    /// How dear the wine may be.
    @RuleKey var priceLimit: Decimal = 20
    @RuleKey("wine") var currentWine: Wine?
    @RuleKey @Secret var customerName: String = ""
  }

  extension DynamicEnvironmentPaths {
    /// How dear the wine may be.
    var handPriceLimit: Decimal {
      get { self[dynamic: Self.handPriceLimitKey] }
      set { self[dynamic: Self.handPriceLimitKey] = newValue }
    }

    /// The key of ``handPriceLimit``.
    static var handPriceLimitKey: RuleKey<Decimal> {
      RuleKey(literal: "priceLimit", default: 20, description: "How dear the wine may be.")
    }
  }

  extension DynamicEnvironmentPaths {
    @RuleKey(.collect, onError: ["the rules failed"]) var objections: [String] = []
    @RuleKey("corkage", .sum) var corkageFee: Decimal = 0
  }

  @RuleKeys
  extension DynamicEnvironmentPaths {
    @RuleKey var guests = 2
    @RuleKey var course: Course = .main
  }

  extension RuleSchema {
    static let dinner = RuleContext.ruleKeys
  }

  let cellarDefaults = #rules(
    \.currentWine?.isOld == true => \.course <= .dessert,
    \.course <= .main,
  )

  @RuleObject
  struct Wine {
    /// What stands on the label.
    var name: String
    var year: Int
    var grapes: [String] = []
    var isOld: Bool { year < 2000 }
    @Shown("shelf") var shelfNumber: Int?
    @Hidden var notes = ""
    @Secret var supplier = ""
    @Shown func bottles(perCase: Int = 6) -> Int { 10 * perCase }
    @Shown func goes(with course: Course) -> Bool { course == .dessert || !isOld }
  }

  enum Course: String { case starter, main, dessert }

  /// What the guide to macros shows, run.
  struct MacrosGuideTests {
    @Test func `keys may collect, and add up`() throws {
      let context = RuleContext(
        try RuleModel(
          text: """
            return {
              { key = "objections", value = "too old" }, { key = "objections", value = "too dear" },
              { key = "corkage", value = 0.1 }, { key = "corkage", value = 0.2 },
            }
            """, schema: RuleSchema(\.objections, \.corkageFee)))
      #expect(context.objections == ["too old", "too dear"])
      #expect(context.corkageFee == Decimal(string: "0.3"))
    }

    @Test func `rules ask what macros declare`() throws {
      let page = Guide.file("macros")
      let rules = try #require(MarkdownBlock.all(in: page, of: "lua").first).text
      let schema = RuleSchema.dinner.merging(RuleSchema(\.currentWine, \.priceLimit))
      var context = RuleContext(try RuleModel(text: rules, schema: schema))
      context.currentWine = Wine(name: "Port", year: 1977)
      #expect(context.course == .dessert)
      #expect(context.guests == 6)
      #expect(try context.value(at: "advice", as: String.self) == "for later")
      #expect(context.priceLimit == 20)
      #expect(context.handPriceLimit == 20)
      #expect(schema.names == ["course", "guests", "priceLimit", "wine"])
      #expect(RuleContext.customerNameKey.isSecret)
      context.model = cellarDefaults
      let explanation = context.explain(\.course).description
      #expect(
        explanation.contains("is \"dessert\", by the rule at DocumentationTests/MacrosCode.swift:"))
      #expect(
        Wine.ruleMembers.names == [
          "bottles", "goes", "grapes", "isOld", "name", "shelf", "supplier", "year",
        ])
    }
  }
#endif
