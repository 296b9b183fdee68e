"""What changes texts, and commands."""

import pathlib

import pytest
from editor import RULES, SCHEMA, TESTS, Document, edits_of, opened
from lsprotocol import types
from pygls.exceptions import JsonRpcException


@pytest.mark.asyncio
async def test_rename_across_files_tests_and_schema(client, project):
    document = await opened(client, project)
    edit = await client.text_document_rename_async(
        types.RenameParams(**document.at("c.order.chan|nel"), new_name="way")
    )
    changed = {}
    for uri, edits in edits_of(edit).items():
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
    edits = edits_of(local)[document.uri]
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
    assert document.applying(edits_of(actions[0].edit)[document.uri]) == RULES


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
async def test_what_has_no_name_is_no_error(client, project):
    document = await opened(client, project)

    async def part(marked):
        return await client.text_document_prepare_rename_async(
            types.PrepareRenameParams(**document.at(marked))
        )

    for marked in ("ret|urn {", "{ ke|y = ", "string.for|mat", "\n|\n-- Whether"):
        assert await part(marked) is None, marked
    assert document.part(await part("c.order.chan|nel")) == "channel"
    assert document.part(await part("local or|der")) == "order"
