"""Routes of interactions: the first answer, then follow-ups and changes of the original response."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies import message as message_body
from bot.sandbox.api.bodies.command import read_choice
from bot.sandbox.api.bodies.form import Form
from bot.sandbox.api.bodies.modal import read_modal
from bot.sandbox.api.person_input import focused_option
from bot.sandbox.api.rest import Call, route
from bot.sandbox.model import messages, objects, payloads
from bot.sandbox.model.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.sandbox.model.refusals import refusal

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
HOOK = "/webhooks/{application_id}/{webhook_token}"
HOOK_MESSAGE = HOOK + "/messages/{message_id}"


@route(
    "POST",
    "/interactions/{interaction_id}/{webhook_token}/callback",
    limit="webhook",
    token=False,
    query=("with_response",),
)
async def answer(call: Call) -> Any:
    """Answer an interaction, once and in time."""
    interaction = call.world.interactions.answer(call.params["interaction_id"], call.params["webhook_token"])
    form = Form(call.body)
    kind = form.one_of("type", _allowed(interaction), required=True)
    form.problems.refuse_if_any()
    inner = form.object("data", required=kind in (MESSAGE, CHOICES, FORM)) or Form({}, ("data",), form.problems)
    form.finish()
    message = ANSWERS[kind](call, interaction, inner)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    return _response(call, interaction, kind, message)


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    if interaction.kind == AUTOCOMPLETE:
        return (CHOICES,)
    allowed: tuple[int, ...] = (MESSAGE, DEFER)
    if interaction.kind == COMPONENT or (interaction.kind == MODAL and interaction.source):
        allowed += (DEFER_UPDATE, UPDATE)
    return allowed if interaction.kind == MODAL else (*allowed, FORM)


def _send(call: Call, interaction: Interaction, form: Form) -> objects.Message:
    draft = message_body.read_draft(None, call.uploads, message_body.ANSWER, form=form)
    call.world.channel(interaction.channel.id)
    hidden = (draft.flags or 0) & objects.EPHEMERAL
    call.world.interactions.settle(interaction)
    return _reply(call, interaction, draft, only_for=interaction.user.id if hidden else None)


def _defer(call: Call, interaction: Interaction, form: Form) -> objects.Message:
    flags = form.integer("flags", 0, 2**31 - 1) or 0
    if flags & ~objects.EPHEMERAL:
        form.fault("flags", "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL may be set when deferring.")
    form.finish()
    call.world.channel(interaction.channel.id)
    call.world.interactions.settle(interaction, "thinking")
    draft = messages.Draft(flags=objects.LOADING)
    return _reply(call, interaction, draft, only_for=interaction.user.id if flags else None)


def _reply(
    call: Call, interaction: Interaction, draft: messages.Draft, *, only_for: str | None, follow_up: bool = False
) -> objects.Message:
    """Post a message with an interaction's token; the first one is the original response."""
    if interaction.source and interaction.source.only_for in (None, only_for):
        draft.reply_to, draft.reply_must_exist = interaction.source.id, False
    message = messages.post(
        call.world,
        interaction.channel,
        call.world.bot,
        draft,
        only_for=only_for,
        metadata=call.world.interactions.metadata(interaction),
        by_interaction=True,
        **({"type": 20} if interaction.kind == COMMAND and not follow_up else {}),
    )
    interaction.messages[message.id] = message
    if not follow_up:
        interaction.original = message.id
    return message


def _defer_update(call: Call, interaction: Interaction, form: Form) -> objects.Message | None:
    form.raw("flags")
    form.finish()
    _adopt(interaction)
    call.world.interactions.settle(interaction)
    return interaction.source


def _update(call: Call, interaction: Interaction, form: Form) -> objects.Message | None:
    source = interaction.source
    if source is None or source.id not in call.world.channel(interaction.channel.id).messages:
        raise refusal(10008)
    draft = message_body.read_draft(None, call.uploads, message_body.WEBHOOK_EDIT, before=source, form=form)
    _adopt(interaction)
    call.world.interactions.settle(interaction)
    messages.edit(call.world, source, draft)
    return source


def _adopt(interaction: Interaction) -> None:
    if interaction.source:
        interaction.original = interaction.source.id


def _choices(call: Call, interaction: Interaction, form: Form) -> None:
    focused = focused_option(interaction.data["options"])
    offered = [read_choice(each, focused["type"] if focused else 3)[0] for each in form.objects("choices", 25) or []]
    form.finish()
    call.world.interactions.settle(interaction, "choices", choices=offered)


def _form(call: Call, interaction: Interaction, form: Form) -> None:
    modal = read_modal(form)
    form.problems.refuse_if_any()
    interaction.modal = modal
    call.world.interactions.settle(interaction, "modal", modal=modal)


ANSWERS = {
    MESSAGE: _send,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    FORM: _form,
}


def _response(call: Call, interaction: Interaction, kind: int, message: objects.Message | None) -> dict[str, Any]:
    about: dict[str, Any] = {"id": interaction.id, "type": interaction.kind}
    resource: dict[str, Any] = {"type": kind}
    if message:
        about |= {
            "response_message_id": message.id,
            "response_message_loading": bool(message.flags & objects.LOADING),
            "response_message_ephemeral": message.only_for is not None,
            "channel_id": message.channel_id,
        }
        if interaction.channel.guild_id:
            about["guild_id"] = interaction.channel.guild_id
        resource["message"] = payloads.message(call.world, message)
    return {"interaction": about, "resource": resource} if message else {"interaction": about}


def _interaction(call: Call) -> Interaction:
    return call.world.interactions.webhook(call.params["application_id"], call.params["webhook_token"])


def _message(call: Call) -> objects.Message:
    """The message spoken of, "@original" included, if this token reaches it."""
    interaction = _interaction(call)
    wanted = call.params["message_id"]
    key = interaction.original if wanted == "@original" else wanted
    found = interaction.messages.get(key or "")
    channel = call.world.channels.get(interaction.channel.id)
    if found is None or channel is None or found.id not in channel.messages:
        raise refusal(10008)
    return found


@route("POST", HOOK, limit="webhook", token=False, query=("wait", "with_components", "thread_id"))
async def follow_up(call: Call) -> Any:
    """Send a further message; straight after "thinking …" it takes the place of that."""
    interaction = _interaction(call)
    waiting = interaction.messages.get(interaction.original or "")
    draft = message_body.read_draft(call.body, call.uploads, message_body.ANSWER)
    if waiting and waiting.flags & objects.LOADING:
        messages.edit(call.world, waiting, draft, stamp=False)
        return payloads.message(call.world, waiting)
    call.world.channel(interaction.channel.id)
    hidden = (draft.flags or 0) & objects.EPHEMERAL
    only_for = interaction.user.id if hidden else None
    message = _reply(call, interaction, draft, only_for=only_for, follow_up=interaction.original is not None)
    return payloads.message(call.world, message)


@route("GET", HOOK_MESSAGE, limit="webhook", token=False, query=("thread_id",))
async def get(call: Call) -> Any:
    """One of the messages of this token."""
    return payloads.message(call.world, _message(call))


@route("PATCH", HOOK_MESSAGE, limit="webhook", token=False, query=("with_components", "thread_id"))
async def edit(call: Call) -> Any:
    """Edit one of the messages of this token."""
    message = _message(call)
    loading = bool(message.flags & objects.LOADING)
    draft = message_body.read_draft(call.body, call.uploads, message_body.WEBHOOK_EDIT, before=message)
    messages.edit(call.world, message, draft, stamp=not loading)
    return payloads.message(call.world, message)


@route("DELETE", HOOK_MESSAGE, limit="webhook", token=False, query=("thread_id",))
async def delete(call: Call) -> None:
    """Delete one of the messages of this token."""
    messages.delete(call.world, _message(call))
