profile = profil
    .help = Tes parties sur ce serveur, ou celles de quelqu’un d’autre
    .person = joueur
    .person-help = De qui (par défaut : toi)
ranking = classement
    .help = Le classement de ce serveur dans un jeu
    .game = jeu
    .game-help = Le jeu (par défaut : celui de ta dernière partie)
    .period = periode
    .period-help = Cette saison (par défaut), la précédente, ou toujours
period-season = cette saison
period-previous = la saison précédente
period-all = toujours

profile-title = ### { $name } — { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    } ici, { $wins ->
        [one] { $wins } victoire
       *[other] { $wins } victoires
    }
profile-own-none = Tu n’as pas encore terminé de partie. `/jouer` en commence une en solo, `/aide` dit à quoi jouer à plusieurs.
profile-own-alone = ### Ton profil
    -# Aucune partie entre personnes sur ce serveur pour l’instant. Personne d’autre que toi ne voit cette page.
profile-everywhere = **Tous serveurs** · { profile-game }
new-badge = { $badges }
    { $count ->
        [one] Nouveau badge dans ta vitrine : `/profil`
       *[other] { $count } nouveaux badges dans ta vitrine : `/profil`
    }
shelf-title = Badges · { $earned }/{ $all }
shelf-about = Tout ce que tu as gagné, en solo ou à plusieurs, partout. En petit : ce qui reste à faire en une partie.
shelf-earned =
    { $times ->
        [one] 🎖️ { $honour }
       *[other] 🎖️ { $honour } × { $times }
    }
profile-none = { $name } n’a pas encore terminé de partie sur ce serveur.
profile-game =
    { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }, { $wins ->
        [one] { $wins } victoire
       *[other] { $wins } victoires
    }
points =
    { $provisional ->
        [yes] { $points } pts ?
       *[no] { $points } pts
    }
profile-form = **Dernières places**, la plus récente d’abord : { $places }
profile-place =
    { $won ->
        [yes] **{ $place }**/{ $seats }
       *[no] { $place }/{ $seats }
    }
profile-favourite = **Adversaire habituel** : { $name }, { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
profile-nemesis = **Bête noire** : { $name }, devant { $ahead } fois sur { $games }
profile-honours = **Faits d’armes**
profile-honour =
    { $times ->
        [one] - { $honour } ({ $game })
       *[other] - { $honour } ({ $game }, { $times } fois)
    }
profile-show = Montrer à tous
profile-hidden = Personne d’autre que toi ne voit ce profil, et tu n’es dans aucun classement : c’est ce que tu as demandé.
card-form = Dernières places
card-favourite = Adversaire habituel
card-favourite-fact =
    { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
card-nemesis = Bête noire
card-nemesis-fact = devant { $ahead } fois sur { $games }
still-counting = Des parties anciennes sont encore en train d’être comptées.
season-all = Toujours
season =
    { $quarter ->
        [1] Janvier–mars { $year }
        [2] Avril–juin { $year }
        [3] Juillet–septembre { $year }
       *[4] Octobre–décembre { $year }
    }
ranking-title = ### Classement · { $game } · { $season }
ranking-line = `{ $rank }.` { $name } · { $points } · { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }, { $wins ->
        [one] { $wins } victoire
       *[other] { $wins } victoires
    }
ranking-none = Personne n’y est encore : une partie entre personnes, jouée jusqu’au bout, suffit pour y entrer.
ranking-provisional = « ? » : trop peu de parties pour en être sûr.
ranking-page = Page { $page } sur { $pages }
ranking-game = Un autre jeu…
ranking-me = Moi
ranking-show = Montrer à tous
refusal-hidden-profile = Cette personne garde son profil pour elle. `/classement` montre les autres.
refusal-no-profile-of-bots = Les bots n’ont pas de profil. Choisis une personne, ou personne pour voir le tien.
refusal-not-ranked = Tu n’es pas encore dans ce classement : termine une partie entre personnes et tu y seras.
