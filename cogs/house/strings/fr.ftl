## Les parties finies

games = parties
    .help = Les parties que tu as finies, à revoir coup par coup
games-title = ### Tes parties
games-none = Tu n’as encore fini aucune partie. `/aide` dit à quoi jouer.
games-no-more = Il n’y a rien de plus ancien.
games-won = 🏆 victoire, { $score }
games-place =
    { $place ->
        [1] 1re place, { $score }
       *[other] { $place }e place, { $score }
    }
games-left = partie quittée
games-unfinished = partie fermée avant la fin
games-opponents =
    { $count ->
        [one] un adversaire de la maison
       *[other] { $count } adversaires de la maison
    }
games-watch = Revoir une partie…
games-newest = Les plus récentes
games-older = Plus anciennes
verify = verifier
    .help = Vérifier une partie que tu as en fichier, et la revoir
    .file = fichier
    .file-help = Le fichier que donne « Preuve de la donne » sous un résultat
