"""What a rename has to edit, or is refused for, beside the open files."""

import json
import pathlib

import pytest
from editor import RULES, SCHEMA, Document, edits_of, opened
from lsprotocol import types
from pygls.exceptions import JsonRpcException


class Nobody:
    """A client for texts that are not open."""

    def text_document_did_open(self, params):
        pass


async def renamed(client, document, marked, name="fresh"):
    """The files after a rename, by their names."""
    edit = await client.text_document_rename_async(
        types.RenameParams(**document.at(marked), new_name=name)
    )
    changed = {}
    for uri, edits in edits_of(edit).items():
        path = pathlib.Path(uri.removeprefix("file://"))
        text = document.text if uri == document.uri else path.read_text()
        changed[path.name] = Document(Nobody(), path, text).applying(edits)
    return changed


@pytest.mark.asyncio
async def test_a_grant_names_keys_and_members(client, project):
    settings = {"rules": ["rules"], "schema": "app.schema.json", "grant": "app.grant.json"}
    (project / "luarules.json").write_text(json.dumps(settings))
    grant = '{ "read": ["order.channel", "order.total", "order.lines", "discount"],\n'
    grant += '  "assign": ["discount", "label"] }\n'
    (project / "app.grant.json").write_text(grant)
    document = await opened(client, project)
    assert await document.codes() == []
    changed = await renamed(client, document, "c.ord|er.total")
    assert changed["app.grant.json"] == grant.replace("order", "fresh")
    changed = await renamed(client, document, "c.order.tot|al")
    assert changed["app.grant.json"] == grant.replace("total", "fresh")
    changed = await renamed(client, document, 'key = "disc|ount"')
    assert changed["app.grant.json"] == grant.replace("discount", "fresh")


@pytest.mark.asyncio
async def test_a_closed_file_that_another_program_has_changed(client, project):
    other = project / "rules" / "other.lua"
    text = 'return {\n  { key = "label", value = function(c) return c.order.channel end },\n}\n'
    other.write_text(text)
    document = await opened(client, project)
    await renamed(client, document, "c.order.chan|nel ==")
    other.write_text("-- One line more.\n" + text)
    changed = await renamed(client, document, "c.order.chan|nel ==")
    assert changed["other.lua"] == "-- One line more.\n" + text.replace("channel", "fresh")
    # A new file counts, too.
    (project / "rules" / "third.lua").write_text(text)
    changed = await renamed(client, document, "c.order.chan|nel ==")
    assert changed["third.lua"] == text.replace("channel", "fresh")


@pytest.mark.asyncio
async def test_functions_in_place_of_the_program(client, project):
    settings = {"rules": ["rules"], "schema": "app.schema.json", "host": "host.lua"}
    (project / "luarules.json").write_text(json.dumps(settings))
    stubs = "return { ship = function(order) return order.total * 2 end }\n"
    (project / "host.lua").write_text(stubs)
    rule = '  { key = "discount", value = function(c) return host.ship(c.order) end },\n}\n'
    (project / "rules" / "ship.lua").write_text("return {\n" + rule)
    schema = SCHEMA.replace('"$defs"', '"x-host": ["ship"],\n  "$defs"')
    (project / "app.schema.json").write_text(schema)
    document = await opened(client, project)
    changed = await renamed(client, document, "c.order.tot|al")
    assert changed["host.lua"] == stubs.replace("total", "fresh")
    ship = await opened(client, project, "rules/ship.lua")
    with pytest.raises(JsonRpcException, match="belongs to the program"):
        await renamed(client, ship, "host.sh|ip")


@pytest.mark.asyncio
async def test_a_schema_of_two_projects(client, project):
    other = project / "other"
    other.mkdir()
    (other / "luarules.json").write_text('{ "rules": ["."], "schema": "../app.schema.json" }')
    (other / "a.lua").write_text('return { { key = "label", value = "x" } }\n')
    await opened(client, project, "other/a.lua")
    document = await opened(client, project)
    with pytest.raises(JsonRpcException, match="other/luarules.json, too"):
        await renamed(client, document, "c.order.tot|al")
    local = await renamed(client, document, "function is|Large(c)")
    assert list(local) == ["shop.lua"]


@pytest.mark.asyncio
async def test_settings_that_are_not_saved(client, project):
    document = await opened(client, project)
    assert await document.codes() == []
    schema = Document(client, project / "app.schema.json", SCHEMA)
    schema.replace('"enum": ["web", "shop"]', '"enum": ["web"]')
    assert "impossible-comparison" in await document.codes(lambda codes: codes != [])
    schema.replace('"enum": ["web"]', '"enum": ["web", "shop"]')
    await document.codes(lambda codes: codes == [])
    schema.replace('"total": {', '"totals": { "type": "integer" }, "total": {')
    with pytest.raises(JsonRpcException, match="already"):
        await renamed(client, document, "c.order.tot|al", "totals")
    (project / "app.grant.json").write_text('{ "read": [] }')
    settings = Document(
        client, project / "luarules.json", (project / "luarules.json").read_text()
    )
    settings.replace('"rules"', '"grant": "app.grant.json", "rules"')
    assert "not-granted" in await document.codes(lambda codes: codes != [])
    grant = Document(client, project / "app.grant.json", '{ "read": [] }')
    grant.replace("[]", '["order", "discount"]')
    await document.codes(lambda codes: codes == [])


@pytest.mark.asyncio
async def test_a_local_variable_beside_a_broken_file(client, project):
    (project / "rules" / "broken.lua").write_text("return {\n")
    document = await opened(client, project)
    changed = await renamed(client, document, "function is|Large(c)")
    assert changed["shop.lua"] == RULES.replace("isLarge", "fresh")
    part = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**document.at("ret|urn c.order.total"))
    )
    assert part is None
    with pytest.raises(JsonRpcException, match="broken.lua:2: unexpected symbol"):
        await renamed(client, document, "c.order.tot|al")


@pytest.mark.asyncio
async def test_a_name_in_the_schema(client, project):
    schema = Document(client, project / "app.schema.json", SCHEMA)
    document = await opened(client, project)
    changed = await renamed(client, schema, '"chan|nel": {')
    assert changed["app.schema.json"] == SCHEMA.replace('"channel"', '"fresh"')
    assert changed["shop.lua"] == RULES.replace("channel", "fresh")
    required = SCHEMA[SCHEMA.index('"required"') :]
    assert await renamed(client, schema, required[:15] + "|" + required[15:24]) == changed
    part = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**schema.at('"chan|nel": {'))
    )
    assert schema.part(part) == "channel"
    params = types.PrepareRenameParams(**schema.at('"type": "ob|ject",\n  "properties"'))
    with pytest.raises(JsonRpcException, match="no name here"):
        await renamed(client, schema, '"type": "ob|ject",\n  "properties"')
    assert await client.text_document_prepare_rename_async(params) is None

    # Nothing of Lua is offered in a schema.
    for marked in ('    |    "total": {', '"total": { "type":| "integer"'):
        found = await client.text_document_completion_async(
            types.CompletionParams(**schema.at(marked))
        )
        assert list(found or []) == [], marked

    async def references(text, marked):
        found = await client.text_document_references_async(
            types.ReferenceParams(
                **text.at(marked), context=types.ReferenceContext(include_declaration=True)
            )
        )
        return sorted((place.uri, place.range.start.line) for place in found)

    there = await references(document, "c.order.chan|nel ==")
    assert await references(schema, '"chan|nel": {') == there and len(there) > 4


@pytest.mark.asyncio
async def test_lenses_of_rows_and_of_single_tests(client, project):
    text = """return {
  rules = { "." },
  { "channels", given = { "order.channel", "order.total" }, expect = { "discount" },
    context = { order = { lines = {} } },
    cases = {
      { "web", 1, 5 },
      { "shop", 200, 10 },
    } },
  { "one", expect = { discount = 5 },
    context = { order = { channel = "web", total = 1, lines = {} } } },
  { "One more", expect = { discount = 6 }, context = { order = { channel = "web" } } },
}
"""
    (project / "rules" / "shop.test.lua").write_text(text)
    await opened(client, project)
    tests = Document(client, project / "rules" / "shop.test.lua", text)
    await tests.codes()
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=tests.uri))
    )
    found = [(lens.range.start.line + 1, lens.command.title) for lens in lenses]
    assert found == [
        (1, "run tests"),
        (3, "run this test"),
        (6, 'explain discount for channels › "web", 1'),
        (7, 'explain discount for channels › "shop", 200'),
        (9, "run this test"),
        (9, "explain discount for one"),
        (11, "run this test"),
        (11, "explain discount for One more"),
    ]

    async def run(lens):
        return await client.workspace_execute_command_async(
            types.ExecuteCommandParams(
                command=lens.command.command, arguments=lens.command.arguments
            )
        )

    assert "1 test, all passed" in await run(lenses[4])
    assert "2 tests, all passed" in await run(lenses[1])
    assert "discount is 10, by the rule" in await run(lenses[3])
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=tests.uri))
    )
    assert [child.name for child in symbols[0].children] == ['"web", 1', '"shop", 200']
