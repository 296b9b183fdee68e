"""Where something is, and what texts consist of."""

import pytest
from editor import MODULE, SCHEMA, TESTS, Document, opened, places
from lsprotocol import types


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
    # Nothing else is asked between the change and the question.
    document.replace("---@type Rules", "local function both(c) return isLarge(c) end")
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="both"))
    assert [symbol.name for symbol in found] == ["both"]


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
    assert [call.to.name for call in outgoing] == ["order", "isLarge", "sums.prices"]


@pytest.mark.asyncio
async def test_who_calls_a_function(client, project):
    document = await opened(client, project)

    async def item(marked):
        items = await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(**document.at(marked))
        )
        return items[0]

    async def incoming(item):
        found = await client.call_hierarchy_incoming_calls_async(
            types.CallHierarchyIncomingCallsParams(item=item)
        )
        return [(c.from_.name, [r.start.line + 1 for r in c.from_ranges]) for c in found]

    async def outgoing(item):
        found = await client.call_hierarchy_outgoing_calls_async(
            types.CallHierarchyOutgoingCallsParams(item=item)
        )
        return [(c.to.name, [r.start.line + 1 for r in c.from_ranges]) for c in found]

    local = await item("return is|Large(c) and")
    assert local.name == "isLarge" and local.range.start.line == 4
    assert await incoming(local) == [("discount", [13])]
    assert await outgoing(local) == [("order", [6])]
    member = await item("sums.pri|ces(order")
    assert member.name == "sums.prices" and member.uri.endswith("lib/sums.lua")
    assert await incoming(member) == [("discount", [17])]
    assert await outgoing(member) == []
    document.replace("---@type Rules", "local function both(c) return isLarge(c) end")
    calls = [("both", [9]), ("discount", [13])]
    assert await incoming(await item("local function is|Large(c)")) == calls


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
async def test_symbols_and_references_of_a_module(client, project):
    document = await opened(client, project)
    module = Document(client, project / "rules" / "lib" / "sums.lua", MODULE)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=module.uri))
    )
    assert [symbol.name for symbol in symbols] == ["sums.prices"]
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **module.at("function sums.pri|ces"),
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert places(found, project) == [
        "rules/lib/sums.lua:5:prices",
        "rules/shop.lua:17:prices",
    ]


@pytest.mark.asyncio
async def test_references_of_elements_are_in_tests_and_in_the_schema(client, project):
    path = project / "rules" / "shop.test.lua"
    path.write_text(TESTS.replace("lines = {}", "lines = { { price = 1 } }"))
    document = await opened(client, project)
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **document.at("line.pri|ce"), context=types.ReferenceContext(include_declaration=True)
        )
    )
    names = [place.rsplit(":", 1)[0] for place in places(found, project)]
    assert names == [
        "rules/lib/sums.lua:7",
        "rules/shop.lua:17",
        "rules/shop.test.lua:3",
        "rules/shop.test.lua:6",
        "app.schema.json:17",
        "app.schema.json:17",
    ]


@pytest.mark.asyncio
async def test_a_name_over_two_lines_is_no_token(client, project):
    document = await opened(client, project)
    document.replace("return c.order.total > 100", "return c[ [[\norder]] ] == c.order.total")
    found = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    assert found.data and all(number >= 0 for number in found.data)
