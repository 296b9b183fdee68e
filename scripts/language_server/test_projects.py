"""Which files belong to a project, and what the server asks of an editor."""

import asyncio

import pytest
from editor import Document, hovered, opened
from lsprotocol import types
from pygls.exceptions import JsonRpcException


async def hints(client, document):
    found = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            range=types.Range(types.Position(0, 0), types.Position(999, 0)),
        )
    )
    return [hint.label for hint in found or []]


@pytest.mark.asyncio
async def test_a_file_beside_the_rules_is_no_part_of_them(client, project):
    text = "local function helper(t) return t.channel end\nprint(helper({ channel = 1 }))\n"
    (project / "scripts").mkdir()
    document = await opened(client, project)
    script = Document(client, project / "scripts" / "x.lua", text)
    assert "helper" in await hovered(client, script, "print(hel|per")
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="helper"))
    assert [symbol.name for symbol in symbols] == []
    edit = await client.text_document_rename_async(
        types.RenameParams(**document.at("c.order.chan|nel"), new_name="way")
    )
    assert edit.document_changes
    # A name of its own can be another one.
    edit = await client.text_document_rename_async(
        types.RenameParams(**script.at("print(hel|per"), new_name="fresh")
    )
    assert len(edit.document_changes[0].edits) == 2


@pytest.mark.asyncio
async def test_a_folder_may_be_named_with_a_slash(client, project):
    (project / "luarules.json").write_text('{ "rules": ["rules/"], "schema": "app.schema.json" }')
    document = await opened(client, project)
    assert await document.codes() == []
    assert "the module `lib/sums.lua`" in await hovered(client, document, "local su|ms")


@pytest.mark.asyncio
async def test_hints_and_lenses_are_asked_for_again(client, project):
    document = await opened(client, project)
    for _ in range(100):
        if client.refreshed:
            break
        await asyncio.sleep(0.05)
    assert "codeLens" in client.refreshed
    assert "1/3 p150 c1" in await hints(client, document)
    client.refreshed.clear()
    document.replace("return {\n", 'return {\n  { key = "discount", priority = 999, value = 1 },\n')
    for _ in range(100):
        if client.refreshed:
            break
        await asyncio.sleep(0.05)
    assert "2/4 p150 c1" in await hints(client, document)


@pytest.mark.asyncio
async def test_only_settings_are_watched_beside_lua(client, project):
    await opened(client, project)
    for _ in range(100):
        if "**/app.schema.json" in client.watchers:
            break
        await asyncio.sleep(0.05)
    assert sorted(client.watchers) == ["**/*.lua", "**/app.schema.json", "**/luarules.json"]


@pytest.mark.asyncio
async def test_values_behind_a_space_are_not_all(client, project):
    document = await opened(client, project)
    document.replace('channel == "shop"', "channel == ")
    found = await client.text_document_completion_async(
        types.CompletionParams(
            **document.at("channel == | end"),
            context=types.CompletionContext(
                trigger_kind=types.CompletionTriggerKind.TriggerCharacter, trigger_character=" "
            ),
        )
    )
    assert found.is_incomplete
    assert [item.label for item in found.items] == ['"web"', '"shop"']


@pytest.mark.asyncio
async def test_a_lens_names_the_rules(client, project):
    document = await opened(client, project)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=document.uri))
    )
    lens = next(lens for lens in lenses if "3 rules" in lens.command.title)
    await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lens.command.command, arguments=lens.command.arguments)
    )
    for _ in range(100):
        if client.messages:
            break
        await asyncio.sleep(0.05)
    assert client.messages[-1].message == (
        "3 rules answer discount: shop.lua:12, shop.lua:13, shop.lua:14"
    )


@pytest.mark.asyncio
async def test_a_schema_that_comes_later(client, project):
    (project / "luarules.json").write_text('{ "rules": ["rules"], "schema": "new.schema.json" }')
    document = Document(
        client, project / "rules" / "shop.lua", (project / "rules" / "shop.lua").read_text()
    )
    missing = (project / "new.schema.json").as_uri()
    for _ in range(100):
        if client.diagnostics.get(missing):
            break
        await asyncio.sleep(0.05)
    assert client.diagnostics[missing]
    (project / "new.schema.json").write_text((project / "app.schema.json").read_text())
    client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            changes=[types.FileEvent(uri=missing, type=types.FileChangeType.Created)]
        )
    )
    for _ in range(100):
        if not client.diagnostics.get(missing):
            break
        await asyncio.sleep(0.05)
    assert not client.diagnostics[missing]
    assert "one of web, shop" in await hovered(client, document, "c.order.chan|nel ==")


@pytest.mark.asyncio
async def test_a_project_file_without_rules_means_its_folder(client, project):
    inner = project / "inner"
    inner.mkdir()
    (project / "luarules.json").write_text('{ "schema": "app.schema.json" }')
    (inner / "luarules.json").write_text('{ "rules": ["."] }')
    text = 'return { { key = "label", value = "x" } }\n'
    (inner / "a.lua").write_text(text)
    await opened(client, project)
    document = await opened(client, project, "inner/a.lua")
    with pytest.raises(JsonRpcException, match="luarules.json, too"):
        await client.text_document_rename_async(
            types.RenameParams(**document.at('key = "la|bel"'), new_name="fresh")
        )
