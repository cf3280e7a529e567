name = Pinocchio
blurb = Annonce ta carte, vraie ou fausse. On te croit ? Sinon, gare à ton nez. De 2 à 6.
command = pinocchio
    .help = Pinocchio : annoncer, croire ou ne pas croire, et garder le nez court

verb-believe = daccord
    .help = Accepter l’annonce précédente telle quelle
    .button = D’accord
verb-doubt = pasdaccord
    .help = Douter de l’annonce précédente : la carte est retournée
    .button = Pas d’accord
verb-announce = annoncer
    .help = Poser ta carte face cachée et dire ce qu’elle est, vrai ou faux
    .button = Annoncer
    .garment = vetement
    .garment-help = Le vêtement que tu annonces
    .colour = couleur
    .colour-help = La couleur que tu annonces
ask-announce-1 = Qu’annonces-tu ?
ask-announce-2 = De quelle couleur ?
shortcut-menteur = menteur
    .help = Ne pas croire ce qui vient d’être annoncé

# Les cartes

garment =
    { $garment ->
        [bonnet] bonnet
        [sabots] sabots
        [bowtie] nœud papillon
        [jacket] veste
       *[dungarees] salopette
    }
colour =
    { $colour ->
        [red] ■ rouge
        [yellow] ★ jaune
       *[blue] ● bleu
    }
press =
    { $colour ->
        [red] 🟥
        [yellow] ⭐
       *[blue] 🔵
    } { press-garment }
press-garment =
    { $garment ->
        [bonnet] bonnet
        [sabots] sabots
        [bowtie] nœud
        [jacket] veste
       *[dungarees] salopette
    }
card =
    { $colour ->
        [red] { garment } ■ { $garment ->
            [sabots] rouges
           *[other] rouge
        }
        [yellow] { garment } ★ { $garment ->
            [sabots] jaunes
           *[other] jaune
        }
       *[blue] { garment } ● { $garment ->
            [bonnet] bleu
            [sabots] bleus
            [bowtie] bleu
           *[other] bleue
        }
    }

# La table

title =
    { $phase ->
        [deal] distribution
        [over] terminé
       *[card] carte { $n } sur { $total }
    }
scene-deal = Les cartes vont être distribuées, face cachée.
shown = Carte retournée : **{ $card }**
said =
    { $standing ->
        [protected] Annonce **protégée** : « **{ $card }** », par **{ $name }**
        [doubted] Annonce contestée : « **{ $card }** », par **{ $name }**
       *[open] Annonce : « **{ $card }** », par **{ $name }**
    }
task-judge = **{ $name }** décide : d’accord ou pas d’accord ?
task-free = **{ $name }** tient une carte et peut annoncer n’importe quoi.
task-shielded = **{ $name }** tient une carte et peut annoncer n’importe quoi : son annonce sera protégée.
task-bound = **{ $name }** tient une carte et doit annoncer { garment } ou { colour }.
last-card = C’est la dernière carte : la partie s’arrête après cette décision.
scene-verdict =
    { $truth ->
        [lie] C’était un mensonge
       *[truth] C’était la vérité
    } : un nez plus long pour **{ $name }**.
scene-uncovered =
    { $truth ->
        [lie] C’est un mensonge.
       *[truth] C’est la vérité.
    }
uncovered-held = { $line } · en main : { $card }
uncovered-pile = { $line } · à venir : { $cards }
uncovered-aside = De côté : { $cards }
scene-opened =
    { $truth ->
        [lie] C’était un mensonge, et personne ne l’a dit.
       *[truth] C’était la vérité, et personne n’en a douté.
    }
last-doubt =
    { $right ->
        [yes] Dernier doute : **{ $name }** contre **{ $announcer }**, à raison.
       *[no] Dernier doute : **{ $name }** contre **{ $announcer }**, à tort.
    }
player =
    - **{ $name }** · { $cards ->
        [0] pile vide
        [one] { $cards } carte
       *[other] { $cards } cartes
    } · { $nose ->
        [0] nez court
       *[other] nez de longueur { $nose }
    }
counts =
    { $heap ->
        [0] Tas du milieu : vide
        [one] Tas du milieu : { $heap } carte
       *[other] Tas du milieu : { $heap } cartes
    }{ $aside ->
        [0] {""}
        [one] {" "}· écartée sans être vue : { $aside }
       *[other] {" "}· écartées sans être vues : { $aside }
    }

# Ce qui vient d’arriver

story-deal = **{ $name }** commence.
story-announce = **{ $name }** annonce « **{ $card }** ».
story-protected = **{ $name }** annonce « **{ $card }** ». { $over ->
        [yes] Protégée : personne n’en doutera, et c’était la dernière carte.
       *[no] Protégée : **{ $next }** n’en doute pas.
    }
story-believe = **{ $name }** est d’accord avec **{ $announcer }**.
story-doubt = **{ $name }** n’est pas d’accord avec **{ $announcer }** : c’était { $truth ->
        [lie] un mensonge
       *[truth] la vérité
    }. **{ $nose }** prend un nez.

# Ta main

hand-waiting =
    { $cards ->
        [0] Ta pile est vide.
        [one] Ta pile : { $cards } carte, que personne n’a vue, toi non plus.
       *[other] Ta pile : { $cards } cartes, que personne n’a vues, toi non plus.
    }
hand-judge =
    { $cards ->
        [0] Décide de cette dernière annonce : tu n’as plus de carte à poser.
       *[other] Décide d’abord : ta carte, tu la verras ensuite.
    }
hand-card = Ta carte : **{ $card }**
hand-free = Annonce ce que tu veux, vrai ou faux.
hand-shielded = Annonce ce que tu veux, vrai ou faux : personne ne pourra en douter.
note-bound = Tu dois annoncer { garment } ou { colour }.
hand-bound =
    Tu dois annoncer { garment } ou { colour }. { $fits ->
        [yes] Ta carte convient : à toi de voir si tu dis vrai.
       *[no] Ta carte ne convient pas : il faut mentir.
    }

# Mots des images

picture-card =
    { $colour ->
        [red] { garment } { $garment ->
            [sabots] rouges
           *[other] rouge
        }
        [yellow] { garment } { $garment ->
            [sabots] jaunes
           *[other] jaune
        }
       *[blue] { garment } { $garment ->
            [bonnet] bleu
            [sabots] bleus
            [bowtie] bleu
           *[other] bleue
        }
    }
picture-free = au choix
picture-or = ou

# La leçon

lesson-judge = Garde le nez le plus court. **{ $two }** a posé sa carte et annoncé un bonnet rouge. Toi seul, qui suis, décides d’y croire. Une première annonce est libre : rien ne l’obligeait à mentir. Presse **D’accord**.
    .other = Rien ne l’obligeait à mentir, et un doute à tort te vaudrait un nez. Garde-le pour une meilleure occasion : **D’accord**.
lesson-truth = Tu vois maintenant ta carte. Ton annonce doit garder le vêtement ou la couleur de la précédente, bonnet ou rouge : la tienne convient. Dis vrai : presse **🔵 bonnet**.
    .half = Le bon vêtement, pas la bonne couleur : à moitié vrai, c’est un mensonge entier. Presse **🔵 bonnet**.
    .repeat = Répéter l’annonce est permis, mais ta carte est bleue : ce serait mentir sans nécessité. Presse **🔵 bonnet**.
    .other = Du rouge, c’est permis, et c’est faux. Quand la vérité convient, elle ne risque rien : presse **🔵 bonnet**.
lesson-doubted = **{ $one }** a douté de toi. La carte est retournée, tout est exact : le nez est pour elle. Après un doute, même à tort, elle annonce ce qu’elle veut, et personne ne pourra en douter.
lesson-pass = **{ $one }** a dit « veste rouge » ; **{ $two }**, qui ne pouvait en douter, a dû suivre et dit « veste jaune ». À toi d’en juger : laisse passer, cette fois. Presse **D’accord**.
    .other = Le doute se défendrait, et nous y viendrons. Vois d’abord où mène une annonce acceptée : **D’accord**.
lesson-lie = Veste ou jaune : rien de cela dans ta main. Il faut mentir, ce n’est pas un choix ; le mensonge, lui, en est un. Choisis parmi les sept.
lesson-caught = **{ $one }** doute encore, cette fois à raison : un nez pour toi. Un mensonge obligé n’en est pas moins un mensonge.
lesson-doubt = **{ $one }** a dit « salopette rouge », **{ $two }** suit : « salopette bleue ». Sept annonces sur quinze lui étaient permises : une fois sur deux, à peu près, sa carte n’en est pas. Presse **Pas d’accord**.
    .other = C’est prudent. Mais une annonce contrainte est fausse plus d’une fois sur deux, et qui doute joue ensuite librement. Presse **Pas d’accord**.
lesson-found = Un mensonge : le nez est pour **{ $two }**. Tu as douté, donc tu annonces maintenant ce que tu veux, et personne ne pourra en douter.
lesson-free = Choisis : personne n’en doutera.
lesson-end = **{ $one }** devra suivre ton annonce sans en douter. On continue jusqu’à la dernière carte, et le nez le plus court gagne.

# Refus

illegal-not-yours-to-judge = Cette annonce, c’est à **{ $seat }** d’en juger : seule la personne qui joue ensuite peut en douter.
illegal-judge-first = Décide d’abord de l’annonce précédente : d’accord ou pas d’accord ? Ta carte vient ensuite.
illegal-nothing-said = Rien n’a encore été annoncé. Regarde ta carte et annonce.
illegal-protected = Cette annonce suit un doute : elle est protégée. Regarde ta carte et annonce.
illegal-already-judged = Tu as déjà décidé. Il te reste à annoncer ta carte.
illegal-misfit = Impossible après « { card } » : annonce le même vêtement ({ garment }) ou la même couleur ({ colour }).

# Aide et règles

aid-wardrobe =
    Les 45 cartes, trois de chaque :
    - Vêtements : bonnet, sabots, nœud papillon, veste, salopette
    - Couleurs : ■ rouge, ★ jaune, ● bleu

    Ton annonce :
    - d’ordinaire, le vêtement ou la couleur de l’annonce précédente, ou les deux : 7 possibilités
    - pour la première carte et après un doute, n’importe laquelle des 15
    .button = Garde-robe

rules =
    - Chaque personne a une pile de vêtements face cachée, que nul ne regarde.
    - À ton tour, juge d’abord l’annonce précédente : *d’accord* ou *pas d’accord*.
    - D’accord : l’annonce tient, vraie ou non.
    - Pas d’accord : on retourne la carte. Vêtement et couleur doivent être exacts.
    - Mensonge découvert : un nez pour qui a menti. Vérité mise en doute : un nez pour qui a douté.
    - Ensuite seulement, tu regardes ta carte, tu la poses et tu annonces.
    - Ton annonce garde le vêtement ou la couleur de l’annonce précédente.
    - Mentir est permis, et parfois obligatoire.
    - Après un doute, tu annonces librement, et personne ne peut douter de toi.
    - Quand toutes les cartes sont posées, le nez le plus court gagne.

rules-setup =
    Il y a 45 cartes : cinq vêtements (bonnet, sabots, nœud papillon, veste, salopette) en trois couleurs (■ rouge, ★ jaune, ● bleu), chaque carte en trois exemplaires.

    Elles sont réparties en piles égales, face cachée, une par personne :
    - à 2 : 22 cartes, 1 écartée
    - à 3 : 15 cartes
    - à 4 : 11 cartes, 1 écartée
    - à 5 : 9 cartes
    - à 6 : 7 cartes, 3 écartées

    Personne ne regarde les piles ni les cartes écartées. Le sort désigne qui commence, puis on joue dans l’ordre des places.
    .title = Mise en place
rules-turn =
    Un tour compte deux temps.

    1. **Juger.** Tu dis si tu crois l’annonce de la personne qui te précède. Personne d’autre n’en décide, et tu n’as pas encore vu ta propre carte.
    2. **Annoncer.** Tu prends la première carte de ta pile, tu la regardes et tu la poses face cachée sur le tas du milieu en annonçant un vêtement et une couleur.

    L’annonce doit reprendre le vêtement ou la couleur de l’annonce précédente, ou répéter les deux. Ce sont les mots qui comptent, pas les cartes : même après un mensonge accepté, on suit ce qui a été dit. Si ta carte convient, tu peux dire vrai ou mentir ; sinon il faut mentir.

    La toute première annonce est libre, et la personne suivante peut en douter.
    .title = Un tour
rules-doubt =
    - **D’accord** : rien ne se passe. La carte reste cachée et ne sera plus jamais vérifiée.
    - **Pas d’accord** : la carte est montrée à toute la table pendant quelques secondes.

    Quand une carte est montrée :
    - Si le vêtement ou la couleur diffère de l’annonce, c’était un mensonge : un nez pour qui a annoncé.
    - Si les deux sont exacts, c’était la vérité : un nez pour qui a douté.

    Dans les deux cas, la personne qui a douté joue ensuite, **librement** : n’importe quel vêtement, n’importe quelle couleur. Son annonce est **protégée** : la personne suivante ne peut pas en douter et passe directement à sa carte. Elle doit tout de même suivre cette annonce, et la sienne pourra être mise en doute.
    .title = Le doute et l’annonce protégée
rules-end =
    Quand la dernière carte est posée, la personne qui avait commencé peut encore en douter, puis la partie s’arrête. Si cette dernière annonce est protégée, la partie s’arrête aussitôt.

    Le nez le plus court gagne. À égalité, la victoire est partagée.

    Un jeu de Dieter Gebhardt (Amigo, Gigamic).
    .title = La fin
rules-table =
    Le bot ne rappelle que la dernière annonce et le dernier doute ; le reste est affaire de mémoire.

    Si ton temps est écoulé, le bot te fait dire *d’accord*. Pour annoncer, il suit une règle fixe : ta carte si elle convient, sinon un mensonge choisi pour qu’une telle annonce soit vraie à peu près une fois sur deux. Si ton annonce est protégée, il répète la précédente.
    .title = À cette table

# Les conseils

advice-none-left = Les trois cartes « { card } » sont déjà passées sous tes yeux : c’est un mensonge, à coup sûr.
advice-left = { $left ->
        [one] Il ne reste qu’une carte « { card } » que tu n’as pas vue
       *[other] Il reste { $left } cartes « { card } » que tu n’as pas vues
    } : environ { $chance } % de chances que ce soit un mensonge. { $doubt ->
        [yes] Plus de { $bar } % : mieux vaut douter.
       *[no] Pas plus de { $bar } % : douter à tort te coûterait un nez.
    }
advice-truth = C’est ta carte : si l’on en doute, le nez sera pour l’autre.
advice-lie = { $must ->
        [yes] Ta carte ne convient pas, il faut mentir :
       *[no] Ta carte convient, mais un mensonge gêne davantage la suite :
    } { $left ->
        [0] les trois cartes « { card } » ont été montrées, mais rien d’autre ne vaut mieux.
        [one] une carte « { card } » n’a pas encore été montrée à tous, cela reste croyable.
       *[other] { $left } cartes « { card } » n’ont pas encore été montrées à tous, c’est croyable.
    }
advice-shielded = Personne n’en doutera{ $last ->
        [yes] {" "}: dis ce que tu veux.
       *[no] {" "}; **{ $other }** a environ { $chance } % de chances de suivre.
    }

# La fin

final-score =
    { $score ->
        [0] nez court
       *[other] nez de longueur { $score }
    }
honour-unseen = A menti sept fois ou plus sans se faire prendre
honour-honest = A gagné sans mentir une seule fois
honour-doubts = A douté trois fois ou plus, toujours à raison
honour-streak = A fait passer dix mensonges de suite
honour-trusting = A avalé six mensonges
honour-caught = S’est fait prendre cinq fois
figure-lies =
    { $count ->
        [one] { $count } mensonge
       *[other] { $count } mensonges
    }
figure-caught =
    { $count ->
        [one] { $count } flagrant délit
       *[other] { $count } flagrants délits
    }
figure-right =
    { $count ->
        [one] { $count } doute juste
       *[other] { $count } doutes justes
    }
figure-wrong =
    { $count ->
        [one] { $count } doute à tort
       *[other] { $count } doutes à tort
    }
figure-swallowed =
    { $count ->
        [one] { $count } mensonge avalé
       *[other] { $count } mensonges avalés
    }
figure-streak =
    { $count ->
        [one] { $count } mensonge passé
       *[other] { $count } mensonges passés de suite
    }
total-doubts =
    { $count ->
        [one] { $count } doute
       *[other] { $count } doutes
    }
total-lies =
    { $count ->
        [one] { $count } mensonge
       *[other] { $count } mensonges
    }

win =
    { $count ->
        [one] { $winners } gagne : c’est le nez le plus court.
       *[other] { $winners } gagnent ensemble : aucun nez n’est plus court.
    }
