games = parties
    .help = Les parties que tu as finies, à revoir coup par coup
games-title = ### Tes parties
games-none = Tu n’as encore fini aucune partie. `/aide` dit à quoi jouer.
games-no-more = Il n’y a rien de plus ancien.
games-won = 🏆 victoire, { $score }
games-place =
    { $place ->
        [1] 1ʳᵉ place, { $score }
       *[other] { $place }ᵉ place, { $score }
    }
games-left = partie quittée
games-unfinished = partie fermée avant la fin
games-opponents =
    { $count ->
        [one] un adversaire { $level }
       *[other] { $count } adversaires { $level }s
    }
games-watch = Revoir une partie…
games-newest = Les plus récentes
games-older = Plus anciennes
verify = verifier
    .help = Vérifier une partie que tu as en fichier, et la revoir
    .file = fichier
    .file-help = Le fichier que donne « Preuve de la donne » sous un résultat

replay-button = Revoir
replay-where =
    { $move ->
        [0] La donne · { $eyes }
       *[other] Coup { $move } sur { $moves } · { $eyes }
    }
replay-opened = Tout à découvert
replay-onlooker = Comme le public l’a vu
replay-seat = Comme { $name } l’a vu
replay-eyes = Par les yeux de…
replay-moments = Aller à un moment clé…
replay-turn-button = Tournant
replay-turn = ⚡ { $number }/{ $count }
replay-turn-loss = ⚡ Tournant : **{ $seat }** pouvait savoir qu’un autre choix réussissait { $loss } fois de plus sur 100.
replay-no-turn = Pas de tournant : chaque choix était proche du meilleur que l’on pouvait savoir.
onward-button = Rejouer d’ici
onward-again = Choisir autrement
onward-begun = 🔁 À partir du coup { $move }, tu es **{ $name }**. Cette partie ne compte pour rien : ni résultat, ni classement, ni badge.
onward-title = Ne compte pas
onward-origin = Partie d’origine
onward-ended = 🔁 Partie reprise au coup { $move } : elle ne compte pour rien.
known-button = Que savais-tu ?
known-better = 🔎 D’après ce que tu pouvais savoir, **{ $best }** réussissait { $most } fois sur 100 ; **{ $move }**, ton choix, { $chance }.
known-close = 🔎 Serré : d’après ce que tu pouvais savoir, **{ $best }** réussissait { $most } fois sur 100 ; **{ $move }**, ton choix, { $chance }.
known-best = 🔎 D’après ce que tu pouvais savoir, **{ $move }** réussissait { $chance } fois sur 100 : rien n’était mieux.
known-same = 🔎 **{ $move }** : c’est aussi ce que je t’aurais conseillé.
known-advice = 🔎 Tu as choisi **{ $move }** ; je t’aurais conseillé **{ $best }**.
replay-player = Joueur { $number }
film-button = Film
film-drawing =
    { $count ->
        [one] 🎞️ Je dessine le film : { $done } image sur { $count }…
       *[other] 🎞️ Je dessine le film : { $done } images sur { $count }…
    }
film-waiting = 🎞️ Le film sera dessiné dans un instant…
film-done = 🎞️ **{ $game }** · { $people }
film-alt = Le film d’une partie, { $game } : { $people }. « Revoir » montre chaque coup avec des mots.
film-unfinished = Partie arrêtée avant la fin
film-post = Publier dans ce salon
film-posted = ✅ Le film est dans le salon.
film-shared = 🎞️ { $person } montre une partie · **{ $game }** · { $people }
record-sealed =
    ✅ La partie est valable : chaque coup suit les règles, et la donne est bien celle du sceau.
    Sceau : `{ $seal }`
record-unsealed = ✅ La partie est valable : chaque coup suit les règles. Elle ne porte pas de sceau.
record-bad-unread = Ce fichier n’est pas une partie. Joins celui que donne **Preuve de la donne** sous un résultat.
record-bad-move = Le coup { $number } de cette partie n’est pas possible : quelqu’un l’a changée, ou elle vient d’ailleurs.
record-bad-outcome = Le résultat de cette partie n’est pas celui de ses coups.
record-bad-seal = Le sceau de cette partie n’est pas le bon : la donne n’est pas celle qui a été scellée.
record-bad-time = Vérifier cette partie prend trop de temps : elle est trop longue pour moi.
refusal-known-none = Aucun jugement ne me vient cette fois. Redemande dans un instant.
refusal-film-one = Un film se dessine déjà pour toi : redemande celui-ci quand l’autre est là.
refusal-film-private = Cette partie s’est jouée dans un fil privé : montre son film dans ce fil, pas ailleurs.
refusal-film-not-here = Tu ne peux pas envoyer de fichiers dans ce salon : le film reste entre nous.
refusal-out-of-sight = Cette partie s’est jouée dans un salon ou un fil privé que tu ne vois pas d’ici : si tu y as accès, revois-la là-bas.
refusal-nothing-to-see = Cette partie ne peut plus être revue : elle s’est arrêtée avant la donne, ou ses règles ont changé depuis.
refusal-record-gone = Je n’ai plus cette partie : je garde la dernière que tu m’as confiée, pendant sept jours. `/verifier` la relit quand tu veux.
refusal-record-large = Ce fichier est trop grand pour une partie : { $limit } Ko au plus. Joins celui que donne **Preuve de la donne** sous un résultat.
refusal-record-unread = Discord ne m’a pas donné ce fichier. Joins-le encore une fois.
refusal-no-film = Ce jeu n’a pas d’images : il n’y a pas de film à en faire. « Revoir » le montre avec des mots.
refusal-film-failed = Le film n’a pas pu être dessiné. « Revoir » montre la partie coup par coup ; tu peux aussi redemander le film plus tard.
