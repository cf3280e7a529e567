"""The route of first answers to interactions."""

from __future__ import annotations

from typing import Any

from bot.sandbox import bodies, messages, model, payloads
from bot.sandbox.errors import refusal
from bot.sandbox.form import Form
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.sandbox.modals import read_modal
from bot.sandbox.options import read_choice
from bot.sandbox.rest import Call, route
from bot.sandbox.values import focused_option

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9


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
    form.problems.settle()
    inner = form.object("data", required=kind in (MESSAGE, CHOICES, FORM)) or Form({}, ("data",), form.problems)
    form.end()
    form.problems.settle()
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


def _send(call: Call, interaction: Interaction, form: Form) -> model.Message:
    draft = bodies.read_draft(None, call.uploads, bodies.ANSWER, form=form)
    call.world.channel(interaction.channel.id)
    hidden = (draft.flags or 0) & model.EPHEMERAL
    call.world.interactions.settle(interaction)
    return reply(call, interaction, draft, only_for=interaction.user.id if hidden else None)


def _defer(call: Call, interaction: Interaction, form: Form) -> model.Message:
    flags = form.integer("flags", 0, 2**31 - 1) or 0
    if flags & ~model.EPHEMERAL:
        form.fault("flags", "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL may be set when deferring.")
    form.end()
    form.problems.settle()
    call.world.channel(interaction.channel.id)
    call.world.interactions.settle(interaction, "thinking")
    draft = bodies.Draft(flags=model.LOADING)
    return reply(call, interaction, draft, only_for=interaction.user.id if flags else None)


def reply(
    call: Call, interaction: Interaction, draft: bodies.Draft, *, only_for: str | None, follow_up: bool = False
) -> model.Message:
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


def _defer_update(call: Call, interaction: Interaction, form: Form) -> model.Message | None:
    form.raw("flags")
    form.end()
    form.problems.settle()
    _adopt(interaction)
    call.world.interactions.settle(interaction)
    return interaction.source


def _update(call: Call, interaction: Interaction, form: Form) -> model.Message | None:
    source = interaction.source
    if source is None or source.id not in call.world.channel(interaction.channel.id).messages:
        raise refusal(10008)
    draft = bodies.read_draft(None, call.uploads, bodies.WEBHOOK_EDIT, before=source, form=form)
    _adopt(interaction)
    call.world.interactions.settle(interaction)
    messages.edit(call.world, source, draft)
    return source


def _adopt(interaction: Interaction) -> None:
    if interaction.source:
        interaction.original = interaction.source.id
        interaction.messages[interaction.source.id] = interaction.source


def _choices(call: Call, interaction: Interaction, form: Form) -> None:
    focused = focused_option(interaction.data["options"])
    offered = [read_choice(each, focused["type"] if focused else 3)[0] for each in form.objects("choices", 25) or []]
    form.end()
    form.problems.settle()
    call.world.interactions.settle(interaction, "choices", choices=offered)


def _form(call: Call, interaction: Interaction, form: Form) -> None:
    modal = read_modal(form)
    form.problems.settle()
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


def _response(call: Call, interaction: Interaction, kind: int, message: model.Message | None) -> dict[str, Any]:
    about: dict[str, Any] = {"id": interaction.id, "type": interaction.kind}
    resource: dict[str, Any] = {"type": kind}
    if message:
        about |= {
            "response_message_id": message.id,
            "response_message_loading": bool(message.flags & model.LOADING),
            "response_message_ephemeral": message.only_for is not None,
            "channel_id": message.channel_id,
        }
        if interaction.channel.guild_id:
            about["guild_id"] = interaction.channel.guild_id
        resource["message"] = payloads.message(call.world, message)
    return {"interaction": about, "resource": resource} if message else {"interaction": about}
