"""A small bot for tests of the sandbox."""

# ruff: noqa: ARG002, ARG003 - discord.py says what each of these methods is and receives

import io

import discord
from discord import app_commands, ui
from PIL import Image


def png(width=80, height=48):
    Image.new("RGB", (width, height), (230, 160, 60)).save(file := io.BytesIO(), "png")
    return file.getvalue()


class Words(app_commands.Translator):
    async def translate(self, string, locale, context):
        if locale in (discord.Locale.british_english, discord.Locale.american_english):
            return string.extras.get("en")
        return None


class Press(ui.DynamicItem[ui.Button], template=r"press:(?P<what>\w+)"):
    def __init__(self, what, **looks):
        super().__init__(ui.Button(custom_id=f"press:{what}", label=looks.pop("label", what), **looks))
        self.what = what

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(match["what"])

    async def callback(self, interaction):
        respond = interaction.response
        if self.what == "secret":
            await respond.send_message("Ton secret : 42", ephemeral=True)
        elif self.what == "bump":
            await respond.edit_message(view=board("bumped"))
        elif self.what == "mute":
            return
        else:
            await respond.send_message("?")


def board(text, file=None):
    view = ui.LayoutView(timeout=None)
    box = ui.Container(accent_colour=0xE8A33D)
    box.add_item(ui.TextDisplay(f"## Table\n**{text}** · fin <t:4102444800:R>"))
    box.add_item(ui.Section(ui.TextDisplay("À toi <@1>"), accessory=Press("secret")))
    if file:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(file, description="un plateau orange")))
    box.add_item(ui.Separator())
    row = ui.ActionRow()
    for each, style in (("bump", 1), ("mute", 4)):
        row.add_item(Press(each, style=discord.ButtonStyle(style)))
    box.add_item(row)
    view.add_item(box)
    return view


class MiniBot(discord.Client):
    def __init__(self):
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        _add_commands(self.tree)

    async def setup_hook(self):
        self.add_dynamic_items(Press)
        await self.tree.set_translator(Words())
        await self.tree.sync()


def _add_commands(tree):
    table = app_commands.Group(name="table", description="Les tables")
    words = app_commands.locale_str

    @tree.command(name=words("plateau", en="board"), description=words("Un plateau", en="A board"))
    async def board_(interaction: discord.Interaction):
        file = discord.File(io.BytesIO(png()), "plateau.png", description="un plateau orange")
        await interaction.response.send_message(view=board("début", file), file=file)

    @table.command(name="ouvrir", description="Ouvre une table")
    @app_commands.describe(jeu="Le jeu", places="Combien")
    async def open_(
        interaction: discord.Interaction,
        jeu: str,
        places: app_commands.Range[int, 2, 6] = 2,
        hote: discord.Member = None,
    ):
        await interaction.response.send_message(f"{jeu} {places} {hote}")

    @open_.autocomplete("jeu")
    async def games(interaction: discord.Interaction, current: str):
        known = ("trio", "ptipasspass", "menteur")
        return [app_commands.Choice(name=each.title(), value=each) for each in known if current.lower() in each]

    @tree.command(name="muet", description="Ne répond pas")
    async def mute(interaction: discord.Interaction):
        pass

    @tree.command(name="fil", description="Ouvre un fil")
    async def thread(interaction: discord.Interaction):
        await interaction.response.send_message("j'ouvre", ephemeral=True)
        made = await interaction.channel.create_thread(name="Trio · Ana", type=discord.ChannelType.public_thread)
        await made.send(view=board("dans le fil"))

    @tree.command(name="ordre", description="Modération")
    @app_commands.default_permissions(manage_guild=True)
    async def order(interaction: discord.Interaction):
        await interaction.response.send_message("ok", ephemeral=True)

    @tree.command(name="image", description="Renvoie l'image")
    async def picture(interaction: discord.Interaction, image: discord.Attachment):
        size = len(await image.read())
        await interaction.response.send_message(f"{image.filename} {size} {image.width}", ephemeral=True)

    tree.add_command(table)
