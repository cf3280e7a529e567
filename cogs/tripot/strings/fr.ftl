name = Le Tripot du Chaos
blurb = Duels de menteurs : promets, puis coopère, attaque ou défends-toi en secret. Le plus riche gagne.
command = tripot
    .help = Le Tripot du Chaos : duels, promesses et trahisons, de 2 à 6

# Ce que font les joueurs

verb-challenge = defier
    .help = Défier quelqu’un : ta carte reste face cachée
    .button = Défier
    .opponent = adversaire
    .opponent-help = Qui tu défies
    .card = carte
    .card-help = La carte que tu joues : ton adversaire misera son nombre
verb-answer = repondre
    .help = Répondre à un défi avec une carte
    .button = Répondre
    .card = carte
    .card-help = La carte que tu joues : qui te défie misera son nombre
verb-commit = actions
    .help = Poser en secret une action différente sur chacun de tes duels
    .button = Poser mes jetons
    .first = premier
    .first-help = L’action de ton premier duel
    .second = deuxieme
    .second-help = L’action de ton deuxième duel, si tu en as un
    .third = troisieme
    .third-help = L’action de ton troisième duel, si tu en as un
verb-resolve = resoudre
    .help = Retourner les jetons d’un de tes duels
    .button = Résoudre un duel
    .duel = duel
    .duel-help = Le duel à résoudre
ask-challenge-1 = Qui défies-tu ?
ask-challenge-2 = Quelle carte joues-tu ? Ton adversaire misera son nombre.
ask-answer-1 = Avec quelle carte réponds-tu ? Qui te défie misera son nombre.
ask-commit-1 = Ton premier duel ?
ask-commit-2 = Ton deuxième duel ?
ask-commit-3 = Ton troisième duel ?
ask-resolve-1 = Lequel de tes duels résous-tu ?

# La leçon

lesson-challenge = Le plus gros butin gagne. Quinze points chacun, et les huit mêmes cartes. Tu défies **{ $one }** avec une carte cachée : elle misera le nombre de ta carte, et toi celui de la sienne. Fais-lui risquer gros : presse **5**.
    .other = Ta carte fait miser l’autre, pas toi : avec celle-ci, **{ $one }** risquerait moins. Presse **5**.
lesson-answer = **{ $one }** a répondu 2 : elle mise 5, et toi 2. Elle te défie à son tour. Choisis ta réponse, sauf le 1.
    .other = Ta réponse est sa mise : avec un 1, elle ne risquerait presque rien. Choisis une autre carte.
lesson-tokens = **{ $one }** jure de coopérer au duel 1. Supposons que ce soit vrai. Elle n’a qu’un jeton de chaque sorte : au duel 2, il lui faudra donc attaquer ou se défendre. Presse **D1 Coopérer**, puis **D2 Défendre**.
    .attack = Attaquer qui coopère prend les deux mises, et c’est tentant. Mais si elle se méfie et se défend, elle prend tout, et tu paies 1 point d’amende. Cette fois, fais-lui confiance : **D1 Coopérer**, puis **D2 Défendre**.
    .defend = Contre qui coopère, se défendre ne prend rien : chacun retrouve sa mise, et tu paies 1 point d’amende. Presse **D1 Coopérer**, puis **D2 Défendre**.
    .second = Bien pour le duel 1. Mais au duel 2, attaquer une défense te coûterait ta mise et 1 point ; une défense, au pire, perd sa mise. **D1 Coopérer**, puis **D2 Défendre**.
lesson-resolve = Les jetons sont posés, plus personne n’y touche. Tu ouvres ce tour, donc tu retournes tes duels en premier : presse **Duel 1**.
    .other = L’ordre ne compte que pour qui n’a plus de quoi payer une amende. Suis les numéros : **Duel 1**.
lesson-pact = Parole tenue. Les mises sont partagées, et la réserve ajoute 2 points par tête : coopérer à deux enrichit les deux. Il ne reste que le duel 2 : la table le retourne.
lesson-parry = Elle attaquait, tu te défendais : les deux mises sont à toi, plus 1 point de la réserve, et elle paie l’amende. Elle n’a qu’un jeton de chaque sorte : le sien pour coopérer était au duel 1.
lesson-betray = Deuxième tour, deux nouveaux duels. **{ $one }** te fait confiance et promet de coopérer au duel 1. Prends tout : presse **D1 Attaquer**, puis **D2 Coopérer**.
    .second = Au duel 1, oui. Mais au duel 2, fais un geste : presse **D1 Attaquer**, puis **D2 Coopérer**.
    .other = Si elle coopère, seule une attaque prend les deux mises. Presse **D1 Attaquer**, puis **D2 Coopérer**.
lesson-taken = Duel 1 : tu attaquais, elle coopérait ; les deux mises sont à toi. Duel 2 : tu coopérais, elle se défendait ; chacun reprend sa mise, tu gagnes 1 point, et elle en paie un pour sa méfiance.
lesson-clash = Troisième tour. Elle n’a plus confiance : au duel 1, elle attaquera sans doute. Attaque aussi. Presse **D1 Attaquer**, puis **D2 Défendre**.
    .other = Vois plutôt les deux issues qui manquent : presse **D1 Attaquer**, puis **D2 Défendre**.
lesson-walls = Duel 1 : deux attaques ; chacun prend la mise de l’autre. Duel 2 : deux défenses ; les deux mises vont à la réserve, et personne n’y gagne.
lesson-end = Tu as vu les six issues d’un duel. Les cartes jouées ne reviennent pas ; quand il n’y en a plus, le plus gros butin gagne. **{ $one }** promettra encore, et tes trahisons se remarquent.

# Refus

illegal-no-such-seat = Il n’y a pas de joueur numéro { $number } à cette table.
illegal-no-duel = Tu n’as aucun duel à ce tour : rien à poser avant le prochain.
illegal-wrong-phase = { $phase ->
        [challenge] C’est le moment de défier : choisis un adversaire et une carte.
        [answer] Un défi t’attend : réponds-y avec une carte.
        [actions] C’est le moment de poser les jetons : choisis une action pour chacun de tes duels.
       *[resolve] C’est le moment de résoudre : choisis un de tes duels.
    }
illegal-self-challenge = Tu ne peux pas te défier toi-même : choisis quelqu’un d’autre.
illegal-opponent-empty = { $other } n’a plus de carte pour répondre : défie quelqu’un d’autre.
illegal-opponent-busy = { $other } a déjà trois duels à ce tour : défie quelqu’un d’autre.
illegal-not-in-hand = Tu n’as pas de { $card }. Tes cartes : { $cards }.
illegal-same-action = Tu n’as qu’un jeton de chaque sorte : pose une action différente sur chaque duel.
illegal-duels-in-order = Nomme tes duels dans l’ordre : { $numbers }.
illegal-every-duel = { $count ->
        [one] Tu as un seul duel, le numéro { $numbers } : pose une action dessus.
       *[other] Pose une action sur chacun de tes { $count } duels : { $numbers }.
    }
illegal-no-such-duel = Il n’y a pas de duel { $number } à ce tour.
illegal-not-your-duel = Le duel { $number } n’est pas à toi : choisis un duel auquel tu prends part.
illegal-already-resolved = Le duel { $number } est déjà résolu : choisis-en un autre.

# La table

title = { $phase ->
        [deal] avant le premier tour
        [challenge] tour { $round } · défis
        [answer] tour { $round } · défis
        [actions] tour { $round } · jetons
        [resolve] tour { $round } · résolution
       *[over] partie finie
    }
scene-seat = - **{ $name }** · { $points ->
        [one] { $points } point
       *[other] { $points } points
    } · { $hidden ->
        [yes] cartes : { $count } et 1 face cachée, parmi { $cards }
       *[no] { $count ->
            [0] plus de carte
            [one] 1 carte : { $cards }
           *[other] { $count } cartes : { $cards }
        }
    }{ $first ->
        [yes] {" "}· ouvre le tour
       *[no] {""}
    }{ $turn ->
        [yes] {" "}· à son tour
        [won] {" "}· gagne
       *[no] {""}
    }{ $bonus ->
        [0] {""}
       *[other] {" "}· +{ $bonus } pour ses cartes
    }
scene-duels = { $past ->
        [yes] **Duels du tour { $round }, terminé**
       *[no] **Duels du tour { $round }**
    }
scene-duel = - { $now ->
        [yes] ▶ **Duel { $duel }**
       *[no] Duel { $duel }
    } · { $one } · { $two }
scene-side = **{ $name }** joue { $card }, mise { $stake }
side-waited = , jeton attendu
side-laid = , jeton face cachée
side-uncovered = , { $action ->
        [cooperate] coopérera (C)
        [attack] attaquera (A)
       *[defend] se défendra (D)
    }
side-done = , { $action ->
        [cooperate] coopère (C)
        [attack] attaque (A)
       *[defend] se défend (D)
    } → { $net }
scene-pending = - Défi · **{ $name }** contre **{ $other }**, une carte face cachée
scene-uncovered = - Défi · **{ $name }** contre **{ $other }**, avec le { $card }
scene-sum = Compte : joueurs { $points } + mises { $stakes } + réserve { $reserve } = { $total } (15 × { $seats })

action = { $action ->
        [cooperate] Coopérer (C)
        [attack] Attaquer (A)
       *[defend] Se défendre (D)
    }
no-action = pas encore de jeton

press-duel = Duel { $duel }
press-action = D{ $duel } { $action ->
        [cooperate] Coopérer
        [attack] Attaquer
       *[defend] Défendre
    }
label-opponent = { $name } · { $points ->
        [one] { $points } point
       *[other] { $points } points
    } · { $cards ->
        [one] { $cards } carte
       *[other] { $cards } cartes
    } · { $duels ->
        [one] { $duels } duel
       *[other] { $duels } duels
    }
label-card = Carte { $card } · { $name } misera { $stake }{ $short ->
        [yes] {" "}(tout son butin)
       *[no] {""}
    }
label-action = { $action } · duel { $duel } contre { $name }, cartes { $cards }, mises { $stakes }
label-duel = Duel { $duel } contre { $name }, cartes { $cards }, mises { $stakes }

# L’image

picture-first = ouvre
picture-past = tour { $round } · terminé
picture-reserve = réserve { $points }
picture-empty = plus de carte

# Le panneau privé

hand-challenge = À toi de défier : choisis un adversaire et une carte. L’autre misera son nombre ; toi, celui de la carte reçue en réponse.
hand-answer = **{ $name }** te défie. Choisis ta carte : **{ $name }** misera son nombre ; toi, celui de la carte face cachée.
hand-hidden = Ta carte face cachée contre **{ $name }** : **{ $card }**.
hand-actions = { $count ->
        [one] Pose un jeton sur ton duel. Personne ne le voit avant la résolution.
       *[other] Pose un jeton différent sur chacun de tes { $count } duels. Personne ne les voit avant la résolution de chacun.
    }
hand-sealed = Tes jetons sont posés. Tu peux les changer tant que tout le monde n’a pas choisi.
hand-idle = Tu n’as aucun duel à ce tour.
hand-resolve = À toi : résous un de tes duels.
hand-duel = - Duel { $duel } contre **{ $name }** · toi : carte { $card }, mise { $stake } · en face : carte { $card2 }, mise { $stake2 } · { $token }{ $done ->
        [yes] {" "}· résolu
       *[no] {""}
    }
hand-cards = { $count ->
        [0] Tu n’as plus de carte.
        [one] Ta dernière carte : { $cards }.
       *[other] Tes { $count } cartes : { $cards }.
    } Ton butin : { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.

# Ce qui vient de se passer

story-dealt = Le tirage est fait : **{ $name }** ouvre le premier tour.
story-challenged = **{ $name }** défie **{ $other }**, carte face cachée.
story-answered = **{ $other }** répond à **{ $name }** : { $card2 } contre { $card }. **{ $name }** mise { $stake }{ $short ->
        [yes] {" "}(tout son butin)
       *[no] {""}
    }, **{ $other }** mise { $stake2 }{ $short2 ->
        [yes] {" "}(tout son butin)
       *[no] {""}
    }.
story-skip = **{ $name }** ne défie personne : { $reason ->
        [empty] plus de carte.
        [busy] déjà trois duels.
       *[nobody] aucun adversaire libre.
    }
story-actions = Parlez, puis posez vos jetons.
story-sealed = **{ $name }** a posé tous ses jetons, face cachée.
story-all-sealed = Tous les jetons sont posés : les duels se résolvent un par un.
story-cc = Duel { $duel } : **{ $name }** et **{ $other }** coopèrent ; { $pot ->
        [0] rien n’était misé
       *[other] la mise commune de { $pot } est partagée ({ $share } pour **{ $name }**, { $share2 } pour **{ $other }**)
    }, et la réserve verse 2 points par tête.
story-ac = Duel { $duel } : **{ $name }** attaque **{ $other }**, qui coopère, et { $pot ->
        [0] ne trouve rien à prendre : rien n’était misé.
        [one] prend le seul point misé.
       *[other] prend les { $pot } points misés.
    }
story-aa = Duel { $duel } : **{ $name }** et **{ $other }** s’attaquent et échangent leurs mises : { $stake2 } pour **{ $name }**, { $stake } pour **{ $other }**.
story-ad = Duel { $duel } : **{ $name }** attaque **{ $other }**, qui se défend, { $pot ->
        [0] ne trouve aucune mise à prendre
        [one] prend le seul point misé
       *[other] prend les { $pot } points misés
    } et reçoit 1 point de la réserve ; **{ $name }** { $paid ->
        [yes] paie 1 point d’amende.
       *[no] n’a pas de quoi payer l’amende.
    }
story-dd = Duel { $duel } : **{ $name }** et **{ $other }** se défendent ; { $pot ->
        [0] rien n’était misé, rien n’est perdu.
        [one] le seul point misé va à la réserve.
       *[other] les { $pot } points misés vont à la réserve.
    }
story-dc = Duel { $duel } : **{ $name }** se défend, **{ $other }** coopère ; les mises reviennent ({ $stake } pour **{ $name }**, { $stake2 } pour **{ $other }**), la réserve verse 1 point pour **{ $other }**, et **{ $name }** { $paid ->
        [yes] paie 1 point d’amende.
       *[no] n’a pas de quoi payer l’amende.
    }
story-round = Le tour { $round } est fini ; **{ $name }** ouvre le suivant.
story-lone = Il ne reste de cartes qu’à **{ $name }** : leur somme, { $points } points, vient de la réserve, et la partie est finie.
story-end = Plus personne n’a de carte : la partie est finie.
# Les conseils

advice-card = { $first ->
        [yes] Personne en face n’est plus riche : ta carte { $card } fera miser { $stake } à **{ $other }**.
       *[no] Ta carte { $card } fera miser { $stake } à **{ $other }**, qui a { $points ->
            [one] { $points } point
           *[other] { $points } points
        }.
    }
advice-action = Duel { $duel }, { $pot ->
        [0] rien n’est misé
        [one] un point misé
       *[other] { $pot } points misés
    } : { $action ->
        [attack] attaquer te rapporte { $brings } si **{ $other }** coopère.
        [defend] te défendre te rapporte { $brings } si **{ $other }** attaque.
       *[cooperate] coopérer te rapporte { $brings } si **{ $other }** coopère aussi.
    }
advice-habit = Jusqu’ici, **{ $other }** a { $hoped ->
        [attack] attaqué
       *[cooperate] coopéré
    } { $count } fois sur { $total }.
advice-resolve = Tes jetons sont déjà posés : l’ordre ne change guère ce que ce duel te rapporte.
advice-resolve-poor = Ton butin est vide : ouvert maintenant, ce duel ne peut pas te coûter d’amende.

# La fin

final-score =
    { $score ->
        [0] aucun point
        [one] { $score } point
       *[other] { $score } points
    }
honour-peaceful = A gagné sans trahir, deux ententes tenues
honour-pacts = A tenu trois ententes
honour-traitor = A trahi trois fois
honour-resilient = A gagné après deux trahisons subies
honour-parries = A paré trois attaques
honour-biggest = A pris neuf points d’un coup
figure-betrayals =
    { $count ->
        [one] { $count } trahison
       *[other] { $count } trahisons
    }
figure-betrayed =
    { $count ->
        [one] { $count } trahison subie
       *[other] { $count } trahisons subies
    }
figure-pacts =
    { $count ->
        [one] { $count } entente
       *[other] { $count } ententes
    }
figure-parries =
    { $count ->
        [one] { $count } attaque parée
       *[other] { $count } attaques parées
    }
figure-plunder =
    { $count ->
        [one] { $count } point pillé
       *[other] { $count } points pillés
    }
figure-biggest =
    { $count ->
        [one] { $count } point d’un coup
       *[other] { $count } points d’un coup
    }
total-duels =
    { $count ->
        [one] { $count } duel
       *[other] { $count } duels
    }
total-biggest =
    { $count ->
        [one] le plus gros : { $count } point
       *[other] le plus gros : { $count } points
    }
total-rounds =
    { $count ->
        [one] { $count } tour
       *[other] { $count } tours
    }

win = { $winners } { $count ->
        [one] l’emporte avec le plus gros butin.
       *[other] partagent la victoire, à butin égal.
    }

# L’aide-mémoire et les règles

aid-outcomes = Ce que donne un duel
    - **C – C** (les deux coopèrent) : les mises sont partagées par moitié, le point impair à la plus forte ; en plus, 2 points de la réserve par tête.
    - **C – A** (coopérer, attaquer) : l’attaque prend les deux mises.
    - **A – A** (les deux attaquent) : chaque camp prend la mise de l’autre.
    - **A – D** (attaquer, se défendre) : la défense prend les deux mises et 1 point de la réserve ; l’attaque paie 1 point à la réserve.
    - **D – D** (les deux se défendent) : les deux mises vont à la réserve.
    - **D – C** (se défendre, coopérer) : chaque camp reprend sa mise ; qui coopère reçoit 1 point de la réserve ; qui se défend lui en paie 1.
    Une amende qu’on ne peut pas payer n’est pas payée.
    .button = Issues

rules =
    - Tout le monde commence avec 15 points et les huit mêmes cartes : 1 2 2 3 3 4 4 5.
    - À ton tour, défie quelqu’un avec une carte face cachée ; l’autre répond avec une des siennes.
    - On mise le nombre de la carte **reçue** (ou tout ce qu’il reste).
    - Un défi ne se refuse pas ; personne n’a plus de trois duels par tour.
    - Ensuite parle, promets, mens ; et pose en secret une action sur chacun de tes duels.
    - Coopérer (C), attaquer (A), se défendre (D) : un jeton de chaque, donc tous différents.
    - Les duels se résolvent un par un, depuis qui ouvre le tour, dans le sens de la table.
    - Coopérer paie à deux ; attaquer dépouille qui coopère ; se défendre dépouille qui attaque.
    - Les cartes jouées sont perdues. Quand il n’y en a plus, c’est fini.
    - Le plus gros butin gagne ; à égalité, la victoire est partagée.

rules-challenges = Participent à un tour tous ceux qui ont encore des cartes. En partant du premier joueur, dans le sens horaire, chacun a une occasion de défier.
    - Choisis un adversaire qui a encore une carte et moins de trois duels à ce tour, et joue une carte face cachée. On ne peut ni s’abstenir de défier, ni refuser un défi.
    - L’adversaire répond avec une carte. Les deux sont retournées.
    - Chacun paie aussitôt, comme mise, le nombre de la carte de l’autre. Si tu as moins, tu mises tout ce que tu as, même rien ; tu ne dois rien ensuite.
    - Deux joueurs peuvent avoir plusieurs duels ensemble dans un tour ; chaque duel compte à part.
    - Ton occasion de défier est perdue si tu n’as plus de carte, si tu as déjà trois duels, ou si personne ne peut être défié.
    Chaque carte ne se joue qu’une fois : les cartes restantes de tout le monde sont donc connues, et la table les montre.
    .title = Les défis
rules-actions = Une fois les défis lancés, tous ceux qui ont un duel choisissent en secret et en même temps.
    - Tu as trois jetons : coopérer (C), attaquer (A), se défendre (D). Poses-en un sur chacun de tes duels, tous différents. Avec un duel, deux jetons restent inutilisés ; avec deux duels, un seul.
    - Tu peux dire ce que tu veux, vrai ou faux, en public ou en privé. Montrer un jeton est interdit.
    - Tu peux changer d’avis tant que la dernière personne n’a pas choisi ; ensuite tout est fixé.
    .title = Les actions
rules-outcomes = En partant du premier joueur, dans le sens horaire, chacun résout ses duels restants dans l’ordre qui lui plaît.
    - Les deux coopèrent : les mises sont partagées par moitié, le point impair allant à la plus forte ; la réserve ajoute 2 points par tête.
    - L’un attaque, l’autre coopère : l’attaque prend les deux mises.
    - Les deux attaquent : chacun prend la mise de l’autre.
    - L’un attaque, l’autre se défend : la défense prend les deux mises et 1 point de la réserve ; puis l’attaque lui paie 1 point.
    - Les deux se défendent : les mises vont à la réserve.
    - L’un se défend, l’autre coopère : chacun reprend sa mise ; la réserve verse 1 point à qui coopère ; puis qui se défend paie 1 point à la réserve.
    La réserve ne s’épuise jamais. Une amende se paie avec ce qu’on a à ce moment-là ; sans un point, elle n’est pas payée. L’ordre des duels peut donc compter pour qui n’a plus rien.
    Quand il n’y a rien à choisir, la table résout le duel d’elle-même.
    .title = La résolution
rules-end = Quand tous les duels sont résolus, leurs cartes sont défaussées et chacun reprend ses jetons. Le premier joueur est alors le suivant, dans le sens horaire, qui a encore des cartes.
    - La partie finit quand plus personne n’a de carte.
    - Si une seule personne en a encore au moment d’ouvrir un tour, elle en prend la somme dans la réserve et la partie finit.
    - Ne plus avoir de points n’élimine pas : on continue avec des mises nulles.
    Le plus gros butin gagne ; les ex æquo gagnent ensemble. Sur la table, points, mises et réserve font toujours 15 par joueur ; la réserve se compte à partir de 0 et peut être négative.
    .title = Les tours et la fin
rules-author = Le Tripot du Chaos est un jeu de Nicolas Brodu (2020), à imprimer soi-même pour un usage personnel.
    .title = Le jeu
