import LuaRules
import LuaRulesTools

/// What all pages need: who asks for what, through which door, in which looks.
struct PageRequest: Sendable {
  /// The file.
  let file: DatabaseFile
  /// The rights, with the context of the page: `database`, `user` and `task` are set.
  var access: Access
  /// Who changed what; nil where nobody keeps it.
  var history: History?
  /// Locks what forms show.
  let seal: Seal
  /// The looks.
  let templates: Templates
  /// Where links lead.
  let addresses: Addresses
  /// Changes when the page may look otherwise, but for rows.
  let generation: String
  /// Whether the page can be fetched again when something changes; what answers a form cannot.
  var isLive = false
  /// The name of who has signed in; nil for nobody.
  let userName: String?
  /// Whether the user has a password here, and may change it.
  var hasPassword = false
  /// Whether the page is for somebody who has to sign in first, and must learn nothing.
  var isStranger = false
  /// What the page before has to tell.
  var note: PageNote?
  /// What stands above each page: that rules do not load, for example.
  var banners: [Banner] = []
  /// What the check says about the rules of the user.
  var findings: [RuleFinding] = []
  /// The items behind the question mark.
  var items: [(name: String, value: String)] = []

  /// A message above a page.
  struct Banner: Sendable {
    var text: String
    var place: String?
    var hint: String?
  }

  /// Up to this number of tables the menu needs no filter.
  static let manyTables = 15

  var model: Model { access.model }
  /// The texts of the page as a whole.
  var texts: PageTexts { access.texts }
  var context: RuleContext { access.context }

  /// The texts that rules answer for a part of the page.
  func texts(in context: RuleContext) -> PageTexts { PageTexts(context: context) }

  /// The last value of an item; nil when there is none.
  func item(_ name: String) -> String? { items.last { $0.name == name }?.value }

  /// Asks a rule; an error is a notice on the page, and the answer the one given.
  func ask<Answer: Sendable>(
    _ path: KeyPath<RuleContext, Answer>, _ key: String, of subject: @autoclosure () -> String,
    in context: RuleContext, else other: Answer
  ) -> Answer {
    access.answer(path, key, of: subject(), in: context, else: other)
  }

  /// Returns the name of a template that a rule answered, or another with a notice when there is none, or
  /// when the page would contain itself.
  func template(
    _ name: String, _ key: String, of subject: @autoclosure () -> String, else other: String
  )
    -> String
  {
    if templates.canAnswer(key, name) { return name }
    let isThere = templates.names.contains(name)
    access.refuse(
      key, subject(), isThere ? "`\(name)` is no `\(key)`" : "there is no template `\(name)`")
    return other
  }
}

/// What a page answers.
enum PageAnswer: Sendable {
  /// HTML.
  case html(status: Int = 200, String)
  /// Another address of this site, and what its page has to tell.
  case redirect(String, note: PageNote? = nil)
  /// Bytes, which the router has.
  case file
  /// There is no such page, or nobody may know of it.
  case notFound
}

extension PageRequest {
  /// Renders a page in its wrapper.
  ///
  /// - Parameters:
  ///   - values: What the template of the page reads.
  ///   - context: For the rules about the page as a whole.
  ///   - entity: The table of the page.
  ///   - status: The status of HTTP.
  /// - Returns: The page.
  func html(
    _ values: [String: Any], in context: RuleContext, of entity: Entity?, status: Int = 200
  ) -> PageAnswer {
    let subject = entity?.name ?? context.task
    var all: [String: Any] = [:]
    all["page"] = template(
      ask(\.page, "page", of: subject, in: context, else: "PageError"), "page", of: subject,
      else: "PageError")
    let wrapper = template(
      ask(\.pageWrapper, "pageWrapper", of: subject, in: context, else: "Layout"), "pageWrapper",
      of: subject, else: "Layout")
    let title = ask(\.title, "title", of: subject, in: context, else: entity?.displayName ?? "")
    all["title"] = title
    all["navigationBarTitle"] = ask(
      \.navigationBarTitle, "navigationBarTitle", of: subject, in: context, else: title)
    all["look"] = ask(\.look, "look", of: subject, in: context, else: "neutral").className
    all["task"] = context.task.className
    all["language"] = ask(\.language, "language", of: subject, in: context, else: "en")
    all["backHref"] = addresses.home
    all["databaseName"] = context.database.name
    all["base"] = addresses.base
    all["assetVersion"] = Assets.version
    all["generation"] = isLive ? generation : false
    all["texts"] = texts(in: context)
    let menu = isStranger || context.task == "login" ? [] : menu(current: entity)
    all["menu"] = menu
    all["hasMenu"] = !menu.isEmpty
    all["hasManyTables"] = access.visibleEntities.count > Self.manyTables
    all["changesHref"] =
      history == nil || isStranger || context.task == "login" ? false : addresses.changes() as Any
    all["user"] =
      userName.map { name in
        [
          "name": name, "passwordHref": hasPassword ? addresses.password : false as Any,
          "canSignOut": hasPassword,
        ] as [String: Any]
      }.orFalse
    all["banners"] = bannerValues(context, entity)
    all["making"] = making(context, entity).orFalse
    all["debug"] = debugBox(context, entity, subject).orFalse
    all["debugComponent"] = template(
      ask(\.debugComponent, "debugComponent", of: subject, in: context, else: "Debug"),
      "debugComponent", of: subject, else: "Debug")
    all.merge(values) { _, new in new }
    // At last: asking for the page makes notices, too.
    all["notices"] = notices(context, entity)
    return .html(status: status, templates.html(all, in: wrapper))
  }

  /// What the page before has to tell, what was refused, and for whom may ask why what the check says.
  private func notices(_ context: RuleContext, _ entity: Entity?) -> [[String: Any]] {
    func notice(_ kind: String, _ text: String) -> [String: Any] {
      ["kind": kind, "role": "status", "text": text, "href": false, "isNote": false]
    }
    let found =
      !findings.isEmpty && !isStranger && mayExplain(context, entity)
      ? findings.prefix(5).map { finding in
        "\(finding.location): \(finding.message)" + (finding.fix.map { "; \($0)" } ?? "")
      } : []
    let maySee = maySeeProblems(context, entity)
    let refused = access.notices
    let texts =
      maySee || refused.isEmpty
      ? refused.map(\.description)
      : isStranger
        ? [] : [self.texts(in: context)["brokenRule"]]
    return (note.map { [$0.templateValues] } ?? []) + texts.map { notice("refused", $0) }
      + found.map { notice("checked", $0) }
  }

  /// Whether the user may read what is wrong with rules, with their files: who works on this machine or
  /// without users, and else for whom `mayExplain` holds.
  private func maySeeProblems(_ context: RuleContext, _ entity: Entity?) -> Bool {
    !isStranger && (userName == nil || mayExplain(context, entity))
  }

  private func bannerValues(_ context: RuleContext, _ entity: Entity?) -> [[String: Any]] {
    if banners.isEmpty || isStranger { return [] }
    guard maySeeProblems(context, entity) else {
      return [
        ["text": texts(in: context)["brokenSite"], "place": false, "hint": false]
      ]
    }
    return banners.map {
      ["text": $0.text, "place": $0.place.orFalse, "hint": $0.hint.orFalse] as [String: Any]
    }
  }

  /// Links for whom may ask why, or arrange the page.
  private func making(_ context: RuleContext, _ entity: Entity?) -> [String: Any]? {
    guard entity != nil || context.task == "query", context.task != "error" else { return nil }
    let isOn = item("why") == "1"
    let others = items.filter { $0.name != "why" }.map { ($0.name, $0.value) }
    let canAsk = mayExplain(context, entity)
    let task = context.task == "new" ? "edit" : context.task
    let canArrange =
      AssistPage.tasks.contains(task)
      && ask(\.mayAssist, "mayAssist", of: entity?.name ?? task, in: context, else: false)
    guard canAsk || canArrange else { return nil }
    let query = Addresses.query(isOn ? others : others + [("why", "1")])
    return [
      "whyHref": canAsk ? (query.isEmpty ? "?" : query) : false as Any,
      "whyText": texts(in: context)[isOn ? "whyOff" : "why"],
      "partsHref": canAsk ? addresses.parts : false as Any,
      "assistHref": canArrange ? entity.map { addresses.assist($0, task) }.orFalse : false,
    ]
  }

  /// The name of a table for people.
  func displayName(of entity: Entity) -> String {
    guard let context = access.context(of: entity.identifier) else { return entity.displayName }
    return ask(
      \.displayNameForEntity, "displayNameForEntity", of: entity.name, in: context,
      else: entity.displayName)
  }

  private func debugBox(
    _ context: RuleContext, _ entity: Entity?, _ subject: String
  ) -> [String: Any]? {
    guard !isStranger, ask(\.debug, "debug", of: subject, in: context, else: false),
      mayExplain(context, entity)
    else { return nil }
    let texts = texts(in: context)
    var lines = [
      ("task", context.task), ("entity", context.entity?.name ?? "nil"),
      (texts["rulesGeneration"], generation),
    ]
    if context.entity != nil {
      lines.append(("displayPropertyKeys", context.displayPropertyKeys.joined(separator: ", ")))
    }
    return [
      "heading": texts["howMade"],
      "items": lines.map { ["label": $0.0, "text": $0.1] },
    ]
  }

  /// A page that says what is wrong.
  ///
  /// The lines, labels and texts, stand below the sentence, for copying.
  func error(
    status: Int, title: String, text: String, lines: [(label: String, text: String)] = []
  ) -> PageAnswer {
    var context = context
    context.task = "error"
    context.entity = nil
    return html(
      [
        "page": "PageError", "title": title, "navigationBarTitle": title, "text": text,
        "backHref": addresses.home, "hasLines": !lines.isEmpty,
        "lines": lines.map { ["label": $0.label, "text": $0.text] },
      ], in: context, of: nil, status: status)
  }
}

extension String {
  /// The text as a class of the style sheet: letters, digits and hyphens.
  var className: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map {
          $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) ? $0 : "-"
        }))
  }

  /// The text as classes: words of letters, digits and hyphens.
  var classNames: String {
    let isOneClass = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isOneClass { return self }
    return split(separator: " ").map { String($0).className }.joined(separator: " ")
  }

  /// The classes of two texts.
  func classNames(and other: String) -> String {
    if other.isEmpty { return classNames }
    return isEmpty ? other.classNames : classNames + " " + other.classNames
  }
}
