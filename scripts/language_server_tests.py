"""What `luarules lsp` answers to an editor, asked by pytest-lsp. See scripts/check-language-server."""

import asyncio
import os
import pathlib
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import (
    ClientServerConfig,
    LanguageClient,
    client_capabilities,
    make_test_lsp_client,
)

SCHEMA = """{
  "type": "object",
  "properties": {
    "order": {
      "type": "object",
      "description": "What somebody buys.",
      "properties": {
        "channel": { "enum": ["web", "shop"], "description": "Where it was ordered." },
        "total": { "type": "integer", "minimum": 0 },
        "lines": { "type": "array", "items": { "$ref": "#/$defs/line" } }
      },
      "required": ["channel", "total", "lines"]
    },
    "discount": { "type": "integer", "default": 0 },
    "label": { "type": "string", "default": "" }
  },
  "$defs": { "line": { "type": "object", "properties": { "price": { "type": "integer" } }, "required": ["price"] } }
}
"""

MODULE = """--- Sums of orders.
local sums = {}

--- Adds the prices of lines.
function sums.prices(lines, most)
  local sum = 0
  for _, line in ipairs(lines) do sum = sum + line.price end
  return sum
end

return sums
"""

RULES = """--- Discounts.
local sums = require "sums"

-- Whether an order is large.
local function isLarge(c)
  return c.order.total > 100
end

---@type Rules
return {
  { key = "discount", rules = {
    { when = { order = { channel = "web" } }, value = 5, priority = "high" },
    { when = function(c) return isLarge(c) and c.order.channel == "shop" end, value = 10 },
    { value = function(c)
      local order = c.order
      for _, line in ipairs(order.lines) do
        if line.price > sums.prices(order.lines, 3) then return 1 end
      end
      return 0
    end },
  } },
  { key = "label", value = function(c) return string.format("%d", c.discount) end },
}
"""

TESTS = """return {
  rules = { "." },
  { "web", context = { order = { channel = "web", total = 1, lines = {} } },
    expect = { discount = 5 } },
  { "shop", expect = { discount = 10 },
    context = { order = { channel = "shop", total = 200, lines = {} } } },
}
"""


class Document:
    """A text that is open in the editor."""

    def __init__(self, client, path, text):
        self.client, self.path, self.text, self.version = client, path, text, 1
        self.uri = path.as_uri()
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=self.uri, language_id="lua", version=1, text=text
                )
            )
        )

    def position(self, marked):
        """The position of `|` in a part of the text."""
        before, after = marked.split("|")
        offset = self.text.index(before + after) + len(before)
        return self.position_of(offset)

    def position_of(self, offset):
        lines = self.text[:offset].split("\n")
        return types.Position(
            line=len(lines) - 1, character=len(lines[-1].encode("utf-16-le")) // 2
        )

    def at(self, marked):
        return {
            "text_document": types.TextDocumentIdentifier(uri=self.uri),
            "position": self.position(marked),
        }

    def replace(self, old, new):
        """Sends the change of a part, as editors do."""
        start = self.text.index(old)
        change = types.TextDocumentContentChangePartial(
            range=types.Range(
                start=self.position_of(start), end=self.position_of(start + len(old))
            ),
            text=new,
        )
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=self.uri, version=self.version
                ),
                content_changes=[change],
            )
        )

    def applying(self, edits):
        """The text after edits."""
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
            start, end = edit.range.start, edit.range.end
            assert start.line == end.line
            line = lines[start.line]
            lines[start.line] = line[: start.character] + edit.new_text + line[end.character :]
        return "\n".join(lines)

    async def codes(self, until=None):
        """The codes of the findings, when they are as wanted."""
        for _ in range(200):
            found = self.client.diagnostics.get(self.uri)
            if found is not None:
                codes = [diagnostic.code for diagnostic in found]
                if until is None or until(codes):
                    return codes
            await asyncio.sleep(0.05)
        raise AssertionError(f"the findings are {self.client.diagnostics.get(self.uri)}")


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["LUARULES"], "lsp"]),
)
async def client(lsp_client: LanguageClient):
    capabilities = client_capabilities("visual-studio-code")
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities)
    )
    lsp_client.result = result
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules" / "lib").mkdir(parents=True)
    (tmp_path / "luarules.json").write_text('{ "rules": ["rules"], "schema": "app.schema.json" }')
    (tmp_path / "app.schema.json").write_text(SCHEMA)
    (tmp_path / "rules" / "lib" / "sums.lua").write_text(MODULE)
    (tmp_path / "rules" / "shop.lua").write_text(RULES)
    (tmp_path / "rules" / "shop.test.lua").write_text(TESTS)
    return tmp_path


async def opened(client, project, name="rules/shop.lua"):
    path = project / name
    document = Document(client, path, path.read_text())
    await document.codes()
    return document


def places(found, project):
    """Places as `file:line:text`, with the line from 1."""
    result = []
    for place in found or []:
        path = pathlib.Path(place.uri.removeprefix("file://"))
        line = path.read_text().split("\n")[place.range.start.line]
        part = line[place.range.start.character : place.range.end.character]
        result.append(f"{path.relative_to(project)}:{place.range.start.line + 1}:{part}")
    return result


async def hovered(client, document, marked):
    hover = await client.text_document_hover_async(types.HoverParams(**document.at(marked)))
    return hover.contents.value if hover else ""


async def labels(client, document, marked):
    found = await client.text_document_completion_async(
        types.CompletionParams(**document.at(marked))
    )
    return [item.label for item in found]


@pytest.mark.asyncio
async def test_it_tells_what_it_can(client):
    can = client.result.capabilities
    assert can.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    assert can.rename_provider.prepare_provider
    for name in (
        "hover definition declaration references document_highlight document_symbol workspace_symbol "
        "folding_range inlay_hint call_hierarchy"
    ).split():
        assert getattr(can, f"{name}_provider"), name
    legend = can.semantic_tokens_provider.legend.token_types
    assert list(legend) == ["property", "parameter", "variable", "function", "namespace"]
    assert can.execute_command_provider.commands[0] == "luarules.runTests"


@pytest.mark.asyncio
async def test_findings_follow_changes_of_parts(client, project):
    document = await opened(client, project)
    assert await document.codes() == []
    document.replace('channel == "shop"', 'channel == "shpo"')
    assert "impossible-comparison" in await document.codes(lambda codes: codes != [])
    document.replace('"shpo"', '"shop"')
    await document.codes(lambda codes: codes == [])
    document.replace("--- Discounts.", "--- Dïscounts 🎉.\n-- second")
    document.replace("-- second", "-- zwei 🎉")
    document.replace("isLarge(c) and", "isLarge(c) and and")
    await document.codes(lambda codes: codes == ["syntax"])


@pytest.mark.asyncio
async def test_hover_on_everything(client, project):
    document = await opened(client, project)
    assert "one of web, shop" in await hovered(client, document, "c.order.chan|nel ==")
    assert "Where it was ordered." in await hovered(client, document, "{ chan|nel = ")
    assert "Rules, in their order:" in await hovered(client, document, 'key = "disc|ount"')
    assert "is `c.order`" in await hovered(client, document, "local ord|er =")
    assert "What somebody buys." in await hovered(client, document, "ipairs(ord|er.lines)")
    assert "is `c.order.lines[]`" in await hovered(client, document, "_, li|ne in")
    assert "**order.lines[].price**: an integer" in await hovered(client, document, "line.pri|ce")
    assert "Writes its arguments" in await hovered(client, document, "string.for|mat")
    assert "Adds the prices of lines." in await hovered(client, document, "sums.pri|ces")
    assert "Sums of orders." in await hovered(client, document, 'require "su|ms"')
    assert "Whether an order is large." in await hovered(client, document, "return isLa|rge(c)")
    assert "the context" in await hovered(client, document, "isLarge(c|) and")
    assert "priority 150 and complexity 1" in await hovered(client, document, "pri|ority =")


@pytest.mark.asyncio
async def test_definitions(client, project):
    document = await opened(client, project)

    async def found(marked):
        return places(
            await client.text_document_definition_async(
                types.DefinitionParams(**document.at(marked))
            ),
            project,
        )

    assert await found("c.order.tot|al") == ["app.schema.json:9:total"]
    assert await found("line.pri|ce") == ["app.schema.json:17:price"]
    assert await found("sums.pri|ces") == ["rules/lib/sums.lua:5:prices"]
    assert await found('require "su|ms"') == ["rules/lib/sums.lua:1:"]
    assert await found("return isLa|rge") == ["rules/shop.lua:5:isLarge"]
    rules = await found("c.disc|ount)")
    assert [place.split(":")[1] for place in rules] == ["12", "13", "14"]
    declared = await client.text_document_declaration_async(
        types.DeclarationParams(**document.at("c.disc|ount)"))
    )
    assert places(declared, project) == ["app.schema.json:14:discount"]


SWIFT = """import LuaRules

struct Order { var channel: String }
extension DynamicEnvironmentPaths {
  /// The discount in percent.
  @RuleKey var discount: Int = 0
}
"""


@pytest.mark.asyncio
async def test_definitions_in_swift(client, project):
    (project / "Package.swift").write_text("// swift-tools-version: 6.0\n")
    (project / "Sources" / "App").mkdir(parents=True)
    (project / "Sources" / "App" / "Keys.swift").write_text(SWIFT)
    document = await opened(client, project)
    schema = Document(client, project / "app.schema.json", SCHEMA)

    async def found(document, marked):
        return places(
            await client.text_document_definition_async(
                types.DefinitionParams(**document.at(marked))
            ),
            project,
        )

    assert (await found(document, "c.disc|ount)"))[-1] == "Sources/App/Keys.swift:6:discount"
    back = await found(schema, '"disc|ount": {')
    assert [place.split(":")[1] for place in back] == ["12", "13", "14", "6"]
    declared = await client.text_document_declaration_async(
        types.DeclarationParams(**document.at("c.disc|ount)"))
    )
    assert places(declared, project) == [
        "app.schema.json:14:discount",
        "Sources/App/Keys.swift:6:discount",
    ]


@pytest.mark.asyncio
async def test_references_and_highlights(client, project):
    document = await opened(client, project)

    async def found(marked):
        return places(
            await client.text_document_references_async(
                types.ReferenceParams(
                    **document.at(marked), context=types.ReferenceContext(include_declaration=True)
                )
            ),
            project,
        )

    assert await found("c.order.chan|nel") == [
        "rules/shop.lua:12:channel",
        "rules/shop.lua:13:channel",
        "rules/shop.test.lua:3:channel",
        "rules/shop.test.lua:6:channel",
        "app.schema.json:8:channel",
        "app.schema.json:12:channel",
    ]
    assert await found("local ord|er") == [
        "rules/shop.lua:15:order",
        "rules/shop.lua:16:order",
        "rules/shop.lua:17:order",
    ]
    assert await found("sums.pri|ces") == [
        "rules/lib/sums.lua:5:prices",
        "rules/shop.lua:17:prices",
    ]
    highlights = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**document.at("c.disc|ount)"))
    )
    assert [place.range.start.line + 1 for place in highlights] == [11, 22]


@pytest.mark.asyncio
async def test_references_without_the_declaration(client, project):
    document = await opened(client, project)
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **document.at("local ord|er"),
            context=types.ReferenceContext(include_declaration=False),
        )
    )
    assert places(found, project) == ["rules/shop.lua:16:order", "rules/shop.lua:17:order"]


@pytest.mark.asyncio
async def test_rename_across_files_tests_and_schema(client, project):
    document = await opened(client, project)
    edit = await client.text_document_rename_async(
        types.RenameParams(**document.at("c.order.chan|nel"), new_name="way")
    )
    changed = {}
    for uri, edits in edit.changes.items():
        path = pathlib.Path(uri.removeprefix("file://"))
        file = Document(client, path, path.read_text())
        changed[path.name] = file.applying(edits)
    assert changed["shop.lua"] == RULES.replace("channel", "way")
    assert changed["shop.test.lua"] == TESTS.replace("channel", "way")
    assert changed["app.schema.json"] == SCHEMA.replace('"channel"', '"way"')
    for name, text in changed.items():
        (project / ("" if name.endswith("json") else "rules") / name).write_text(text)
    again = Document(client, project / "rules" / "shop.lua", changed["shop.lua"])
    await again.codes(lambda codes: codes == [])

    local = await client.text_document_rename_async(
        types.RenameParams(**document.at("local ord|er"), new_name="bought")
    )
    edits = local.changes[document.uri]
    assert "ipairs(bought.lines)" in document.applying(edits)
    assert "c.order.total" in document.applying(edits)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "marked, name, reason",
    [
        ("string.for|mat", "text", "belongs to Lua"),
        ("c.order.chan|nel", "two words", "is no name"),
        ("c.order.chan|nel", "total", "already"),
        ("pri|ority = ", "x", "a field of rules"),
        ("ret|urn {", "x", "no name here"),
    ],
)
async def test_what_cannot_be_renamed(client, project, marked, name, reason):
    document = await opened(client, project)
    with pytest.raises(JsonRpcException, match=reason):
        await client.text_document_rename_async(
            types.RenameParams(**document.at(marked), new_name=name)
        )


@pytest.mark.asyncio
async def test_symbols(client, project):
    document = await opened(client, project)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    assert [symbol.name for symbol in symbols] == ["isLarge", "discount", "label"]
    assert len(symbols[1].children) == 3
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="lab"))
    assert [symbol.name for symbol in found] == ["label"]
    tests = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="shop"))
    assert [symbol.name for symbol in tests] == ["shop"]


@pytest.mark.asyncio
async def test_code_actions_replace_what_is_misspelt(client, project):
    document = await opened(client, project)
    document.replace("c.order.total", "c.order.totla")
    await document.codes(lambda codes: "unknown-member" in codes)
    line = document.position("c.order.tot|la")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            range=types.Range(start=line, end=line),
            context=types.CodeActionContext(diagnostics=[]),
        )
    )
    assert [action.title for action in actions] == ["Replace with `total`"]
    assert document.applying(actions[0].edit.changes[document.uri]) == RULES


@pytest.mark.asyncio
async def test_signatures(client, project):
    document = await opened(client, project)

    async def found(marked):
        help = await client.text_document_signature_help_async(
            types.SignatureHelpParams(**document.at(marked))
        )
        return (help.signatures[0].label, help.active_parameter) if help else None

    assert await found('format("%d", |c.') == ("string.format(format, ...): string", 1)
    assert await found("sums.prices(order.lines, |3)") == ("sums.prices(lines, most)", 1)
    assert await found("isLarge(|c) and") == ("isLarge(c)", 0)
    assert await found("local sum|s =") is None


@pytest.mark.asyncio
async def test_folding_and_semantic_tokens(client, project):
    document = await opened(client, project)
    identifier = types.TextDocumentIdentifier(uri=document.uri)
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=identifier)
    )
    assert (9, 21) in [(fold.start_line, fold.end_line) for fold in folds]
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=identifier)
    )
    assert list(tokens.data[:5]) == [1, 6, 4, 4, 1]  # `sums` is a namespace, declared in the second line
    assert len(tokens.data) % 5 == 0


@pytest.mark.asyncio
async def test_inlay_hints_tell_the_rank(client, project):
    document = await opened(client, project)
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            range=types.Range(
                start=types.Position(line=0, character=0), end=types.Position(line=99, character=0)
            ),
        )
    )
    assert [(hint.position.line + 1, hint.label) for hint in hints] == [
        (12, "1/3 p150 c1"),
        (13, "2/3 p100 c2"),
        (14, "3/3 p100 c0"),
        (22, "1/1 p100 c0"),
    ]


@pytest.mark.asyncio
async def test_completion(client, project):
    document = await opened(client, project)
    document.replace('c.order.channel == "shop"', 'c.order. == ""')
    assert await labels(client, document, "c.order.| ==") == ["channel", "lines", "total"]
    document.replace('c.order. == ""', 'c.order.channel == ""')
    assert await labels(client, document, '== "|"') == ["web", "shop"]
    document.replace("local order = c.order", "local order = c.order\n      if order.")
    assert await labels(client, document, "if order.|") == ["channel", "lines", "total"]
    document.replace("if order.", "if string.")
    assert "format" in await labels(client, document, "if string.|")
    document.replace("if string.", "if sums.")
    assert await labels(client, document, "if sums.|") == ["prices"]
    document.replace('require "sums"', 'require ""')
    assert await labels(client, document, 'require "|"') == ["sums"]
    document.replace('priority = "high"', 'priority = ""')
    assert "very high" in await labels(client, document, 'priority = "|"')
    document.replace("  { value = function", "  { va")
    assert "value" in await labels(client, document, "  { va|")


@pytest.mark.asyncio
async def test_who_reads_a_key(client, project):
    document = await opened(client, project)
    items = await client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**document.at('key = "disc|ount"'))
    )
    assert items[0].name == "discount"
    incoming = await client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert [call.from_.name for call in incoming] == ["label"]
    assert incoming[0].from_ranges[0].start.line + 1 == 22
    outgoing = await client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item=items[0])
    )
    assert [call.to.name for call in outgoing] == ["order"]


@pytest.mark.asyncio
async def test_code_lenses_and_their_commands(client, project):
    document = await opened(client, project)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    assert [lens.command.title for lens in lenses] == [
        "run tests",
        "3 rules answer discount",
        "explain discount for web",
        "1 rule answers label",
    ]

    async def run(lens):
        return await client.workspace_execute_command_async(
            types.ExecuteCommandParams(
                command=lens.command.command, arguments=lens.command.arguments
            )
        )

    assert "2 tests, all passed" in await run(lenses[0])
    assert len(await run(lenses[1])) == 3
    assert "discount is 5, by the rule" in await run(lenses[2])
    document.replace("value = 5", "value = 6")
    assert "1 failed" in await run(lenses[0])


@pytest.mark.asyncio
async def test_wrong_positions_and_files_that_vanish(client, project):
    document = await opened(client, project)
    far = types.Position(line=9999, character=9999)
    identifier = types.TextDocumentIdentifier(uri=document.uri)
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=identifier, position=far)
    )
    assert hover is None
    with pytest.raises(JsonRpcException, match="not open"):
        await client.text_document_hover_async(
            types.HoverParams(
                text_document=types.TextDocumentIdentifier(uri="file:///nowhere.lua"), position=far
            )
        )
    (project / "rules" / "lib" / "sums.lua").unlink()
    document.replace("--- Discounts.", "--- All discounts.")
    await document.codes(lambda codes: codes != [])
    (project / "rules" / "shop.lua").unlink()
    (project / "rules" / "shop.test.lua").unlink()
    document.replace("--- All discounts.", "--- None.")
    assert "one of web, shop" in await hovered(client, document, "c.order.chan|nel ==")
    (project / "luarules.json").unlink()
    document.replace("--- None.", "--- Nothing.")
    await document.codes()


@pytest.mark.asyncio
async def test_texts_that_are_not_complete(client, project):
    document = await opened(client, project)
    text = document.text
    asked = {"text_document": types.TextDocumentIdentifier(uri=document.uri)}
    for end in range(0, len(text), 37):
        whole = types.TextDocumentContentChangeWholeDocument(text=text[:end])
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=document.uri, version=end + 2
                ),
                content_changes=[whole],
            )
        )
        document.text = text[:end]
        position = document.position_of(end)
        await client.text_document_hover_async(types.HoverParams(**asked, position=position))
        await client.text_document_completion_async(
            types.CompletionParams(**asked, position=position)
        )
        await client.text_document_signature_help_async(
            types.SignatureHelpParams(**asked, position=position)
        )
        await client.text_document_folding_range_async(types.FoldingRangeParams(**asked))
        await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(**asked))
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(**asked))


@pytest.mark.asyncio
async def test_a_large_project(client, tmp_path):
    generator = pathlib.Path(__file__).with_name("large-project")
    subprocess.run([generator, tmp_path, "--rules", "3000"], check=True)
    document = await opened(client, tmp_path, "rules/part00.lua")
    await document.codes(lambda codes: codes == [])
    document.replace('channel == "web"', 'channel == "wbe"')
    await document.codes(lambda codes: codes == ["impossible-comparison"])
    document.replace('channel == "wbe"', 'channel == "web"')
    await document.codes(lambda codes: codes == [])
    document.replace("c.order.total", "c.key1")
    await document.codes(lambda codes: codes == [])
    document.replace("c.key1", "c.kye1")
    await document.codes(lambda codes: codes == ["unknown-key"])
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **document.at('key = "key|20"'),
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert len(found) == 7 + 1  # six rules, their test, and the schema


@pytest.mark.asyncio
async def test_the_folder_of_the_editor_is_checked_before_a_file_is_open(project):
    (project / "rules" / "wrong.lua").write_text("return { { key = \"label\", value = 1 } }\n")
    client = make_test_lsp_client()
    await client.start_io(os.environ["LUARULES"], "lsp")
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("neovim"), root_uri=project.as_uri()
        )
    )
    uri = (project / "rules" / "wrong.lua").as_uri()
    for _ in range(200):
        if client.diagnostics.get(uri):
            break
        await asyncio.sleep(0.05)
    assert [found.code for found in client.diagnostics[uri]] == ["wrong-type"]
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="isLarge"))
    assert [symbol.name for symbol in symbols] == ["isLarge"]
    await client.shutdown_session()
    await client.stop()
