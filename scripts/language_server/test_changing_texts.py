"""The corrections of findings and the layout, in each way of counting columns."""

import asyncio
import os
import subprocess

import pytest
from editor import RULES, Document, edits_of, watching
from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

ENCODINGS = ["utf-8", "utf-16", "utf-32"]


async def started(project, encoding):
    """A client that counts columns in this way."""
    client = watching(make_test_lsp_client())
    await client.start_io(os.environ["LUARULES"], "lsp")
    capabilities = client_capabilities("neovim")
    capabilities.general.position_encodings = [encoding, types.PositionEncodingKind.Utf16]
    result = await client.initialize_session(types.InitializeParams(capabilities=capabilities))
    assert result.capabilities.position_encoding == encoding
    return client


async def document(client, project, text, encoding="utf-16", name="rules/shop.lua"):
    (project / name).write_text(text)
    return Document(
        client, project / name, text, encoding if encoding == "utf-8" else encoding + "-le"
    )


async def actions(document, line, only=None):
    position = types.Position(line=line, character=0)
    found = await document.client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=document.uri),
            range=types.Range(start=position, end=position),
            context=types.CodeActionContext(diagnostics=[], only=only),
        )
    )
    return list(found)


def fixed(project, *options):
    """The file after `luarules check --fix`."""
    path = project / "rules" / "shop.lua"
    before = path.read_text()
    subprocess.run(
        [os.environ["LUARULES"], "check", "--fix", *options], cwd=project, capture_output=True
    )
    after = path.read_text()
    path.write_text(before)
    return after


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_a_correction_is_that_of_check(project, encoding):
    client = await started(project, encoding)
    # The misspelt name stands twice in its line, behind characters of two and four bytes.
    twice = 'return "é🎉" and c.order.totl and c.order.totl > 1'
    text = RULES.replace("return c.order.total > 100", twice)
    file = await document(client, project, text, encoding)
    assert "unknown-member" in await file.codes()
    line = text[: text.index("totl")].count("\n")
    for diagnostic in client.diagnostics[file.uri]:
        if diagnostic.code == "unknown-member":
            assert file.part(diagnostic.range) == "totl"
    found = await actions(file, line, ["quickfix"])
    assert found[0].title == "Replace with `total`" and found[0].is_preferred
    corrected = file.applying(edits_of(found[0].edit)[file.uri])
    assert "totl" not in corrected
    assert corrected == fixed(project, "--unsafe-fixes")
    assert await actions(file, line, ["source.fixAll"]) == []
    place = types.HoverParams(**file.at("c.order.channel| =="))
    hover = await client.text_document_hover_async(place)
    assert file.part(hover.range) == "channel"
    await client.shutdown_session()
    await client.stop()


@pytest.mark.asyncio
async def test_all_safe_corrections_are_those_of_check(client, project):
    text = RULES.replace(
        "local sums", "limit = 100\nlocal sums"
    ).replace("c.order.total > 100", "c.order.totl > limit") + "-- check: ignore tie\n"
    file = await document(client, project, text)
    codes = await file.codes(lambda codes: len(codes) > 1)
    assert "global-variable" in codes
    found = await actions(file, 0, [types.CodeActionKind.SourceFixAll])
    assert [action.kind for action in found] == ["source.fixAll"]
    corrected = file.applying(edits_of(found[0].edit)[file.uri])
    assert "local limit" in corrected and "totl" in corrected and "ignore tie" not in corrected
    assert corrected == fixed(project)
    comment = await actions(file, text.count("\n") - 1, ["quickfix"])
    assert [action.title for action in comment] == [
        "Remove `tie` from the comment: it hides nothing"
    ]
    assert file.applying(edits_of(comment[0].edit)[file.uri]) == text.replace(
        "-- check: ignore tie\n", ""
    )
    # In a list of all actions, its changes are worked out when it is chosen.
    later = [action for action in await actions(file, 0) if action.kind == "source.fixAll"]
    assert later and later[0].edit is None
    resolved = await client.code_action_resolve_async(later[0])
    assert file.applying(edits_of(resolved.edit)[file.uri]) == corrected


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "before",
    [
        "".join(f"function a{number}() end\n" for number in range(201)),
        "goto done\nx = 1\n::done::\n",
    ],
)
async def test_all_safe_corrections_are_tried_out(client, project, before):
    text = before + "return {}\n"
    file = await document(client, project, text)
    await file.codes(lambda codes: "global-variable" in codes)
    found = await actions(file, 0, [types.CodeActionKind.SourceFixAll])
    corrected = (
        file.applying(edits_of(found[0].edit)[file.uri]) if found else text
    )
    assert corrected == fixed(project)
    assert corrected.count("local") <= 200 and "local x" not in corrected


@pytest.mark.asyncio
async def test_findings_of_an_older_text_are_corrected_nowhere(client, project):
    file = await document(client, project, RULES.replace("order.total", "order.totl"))
    await file.codes(lambda codes: "unknown-member" in codes)
    file.replace("--- Discounts.", "--- Discounts.\n--\n--\n--")
    file.replace("--- Discounts.", "--- All.")
    for line in range(20):
        for action in await actions(file, line, ["quickfix"]):
            assert "order.total" in file.applying(edits_of(action.edit)[file.uri])


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_layout(project, encoding):
    client = await started(project, encoding)
    text = RULES.replace("value = 5", 'name="é🎉",value=5')
    text = text.replace("    { when = function", "  { when = function")
    file = await document(client, project, text, encoding)
    identifier = types.TextDocumentIdentifier(uri=file.uri)
    options = types.FormattingOptions(tab_size=4, insert_spaces=False)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=identifier, options=options)
    )
    assert len(edits) == 6
    assert file.applying(edits) == RULES.replace("value = 5", 'name = "é🎉", value = 5')

    async def in_lines(first, last):
        span = types.Range(
            start=types.Position(line=first, character=0), end=types.Position(line=last, character=0)
        )
        found = await client.text_document_range_formatting_async(
            types.DocumentRangeFormattingParams(
                text_document=identifier, range=span, options=options
            )
        )
        return list(found)

    line = text[: text.index("name=")].count("\n")
    assert await in_lines(line, line + 1) == list(edits[:5])
    assert await in_lines(line + 1, line + 2) == [edits[5]]
    assert await in_lines(0, line) == []
    file.replace("return {", "return { {")
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=identifier, options=options)
    )
    assert not edits
    await client.shutdown_session()
    await client.stop()


@pytest.mark.asyncio
async def test_only_what_is_asked_about_is_corrected(client, project):
    twice = "return c.order.totl > 100 and c.order.chanel"
    file = await document(client, project, RULES.replace("return c.order.total > 100", twice))
    await file.codes(lambda codes: codes.count("unknown-member") == 2)
    for diagnostic in client.diagnostics[file.uri]:
        found = await client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=types.TextDocumentIdentifier(uri=file.uri),
                range=diagnostic.range,
                context=types.CodeActionContext(
                    diagnostics=[diagnostic], only=[types.CodeActionKind.QuickFix]
                ),
            )
        )
        wanted = {"totl": "total", "chanel": "channel"}[file.part(diagnostic.range)]
        assert [action.title for action in found] == [f"Replace with `{wanted}`"]


@pytest.mark.asyncio
async def test_all_safe_corrections_by_a_command(project):
    """An editor that cannot ask for the changes of an action later gets a command."""
    client = watching(make_test_lsp_client())
    applied = []

    @client.feature("workspace/applyEdit")
    def apply(params):
        applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    await client.start_io(os.environ["LUARULES"], "lsp")
    await client.initialize_session(
        types.InitializeParams(capabilities=types.ClientCapabilities())
    )
    file = await document(client, project, RULES.replace("local sums", "limit = 1\nlocal sums"))
    await file.codes(lambda codes: "global-variable" in codes)
    found = await actions(file, 0)
    command = next(action for action in found if isinstance(action, types.Command))
    await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
    )
    for _ in range(100):
        if applied:
            break
        await asyncio.sleep(0.05)
    assert "local limit = 1\n" in file.applying(edits_of(applied[0])[file.uri])
    await client.shutdown_session()
    await client.stop()
