"""Findings, and how a session begins."""

import asyncio
import os
import pathlib
import subprocess

import pytest
from editor import opened, watching
from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client


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
    for _ in range(100):
        if client.watchers:
            break
        await asyncio.sleep(0.05)
    assert client.watchers == ["**/*.lua", "**/luarules.json"]
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
async def test_a_large_project(client, tmp_path):
    generator = pathlib.Path(__file__).parents[1] / "large-project"
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
    client = watching(make_test_lsp_client())
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
    assert "wrong-type" in [found.code for found in client.diagnostics[uri]]
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="isLarge"))
    assert [symbol.name for symbol in symbols] == ["isLarge"]
    await client.shutdown_session()
    await client.stop()
