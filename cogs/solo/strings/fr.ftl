play = jouer
    .help = Jouer en solo contre des adversaires, tout de suite et sans bruit dans le salon
    .game = jeu
    .game-help = Le jeu (sinon, je te demande)
    .level = niveau
    .level-help = Comment jouent tes adversaires (sinon, je te demande)
    .seats = joueurs
    .seats-help = Combien vous serez, en te comptant

help-alone = Jouer en solo
learning-alone = Jouer contre Odile (débutante)

alone-games = ### En solo
    ✅▫️▫️ : débutants battus ; restent les habitués et les experts.
alone-about = -# { $ladder } · { $minutes ->
    [0] { $blurb }
   *[other] { $minutes } min · { $blurb }
}
alone-learn = Apprendre
alone-running = ▶️ **{ $game }** t’attend (dernier coup { $since }).
alone-minutes = Environ { $minutes } minutes.
alone-played = **En solo** · { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }, { $wins ->
        [one] { $wins } victoire
       *[other] { $wins } victoires
    }
alone-level = { $tick } { $level } { $wins }/{ $games }
alone-none = Aucun jeu ne se joue en solo ici avec ce choix. `/jouer` sans option montre ce qui est possible.
alone-levels = ### { $game }
    Toi et { $others ->
        [one] un adversaire
       *[other] { $others } adversaires
    }. À quel niveau ?
alone-already = Tu as déjà une partie en solo : **{ $game }** (dernier coup { $since }). Reprendre cette partie, ou l’abandonner pour une nouvelle : **{ $other }** ?
alone-anew = Abandonner et recommencer
alone-again-button = Rejouer
alone-other-button = Autre partie

advice-button = Un conseil ?
advice = 💡 **{ $move }** — { $reason }
advice-second = { $chance } % de réussite, contre { $less } % pour **{ $other }**.
refusal-advice-alone = Les conseils ne se donnent qu’en solo, contre des adversaires : `/jouer`.
refusal-advice-turn = Ce n’est pas à toi : il n’y a rien à conseiller pour l’instant.
refusal-advice-none = Aucun conseil ne me vient cette fois. Joue comme tu le sens, ou redemande dans un instant.
refusal-no-hints = Cette partie se joue sans conseil.
