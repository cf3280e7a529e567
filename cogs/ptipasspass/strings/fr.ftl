name = PtiPassPass
blurb = Des jetons sous des gobelets, des couleurs annoncées, et quelqu’un qui ment. Bluff et mémoire.
command = ptipasspass
    .help = Jouer à PtiPassPass, jeu de bluff et de mémoire pour 3 à 6 joueurs

option-layout = Gobelets
    .help = Comment les gobelets sont rangés : en grille, ou en ruche (rangées décalées).
    .command = disposition
    .grid = en grille
    .hive = en ruche (rangées décalées)

## Coups

verb-aim = viser
    .help = Prendre un jeton dans le poing et montrer un gobelet
    .button = Viser un gobelet
    .token = jeton
    .token-help = Le jeton que tu prends dans ton poing
    .cup = gobelet
    .cup-help = Le gobelet que tu montres à tous
ask-aim-1 = Quel jeton prends-tu dans ton poing ?
ask-aim-2 = Quel gobelet vises-tu ?

verb-announce = annoncer
    .help = Annoncer une couleur pour le jeton de ton poing, vraie ou fausse
    .button = Annoncer une couleur
    .colour = couleur
    .colour-help = La couleur que tu annonces ; rien ne t’oblige à dire vrai
ask-announce-1 = Quelle couleur annonces-tu ?

verb-swap = intervertir
    .help = Échanger deux gobelets qui se touchent, sans les soulever, avant de soulever trois gobelets
    .button = Intervertir
    .first = premier
    .first-help = L’un des deux gobelets
    .second = second
    .second-help = Un gobelet qui le touche
ask-swap-1 = Quel gobelet échanges-tu ?
ask-swap-2 = Avec quel voisin ?

verb-lift = soulever
    .help = Soulever trois gobelets alignés qui se touchent
    .button = Soulever trois gobelets
    .way = sens
    .way-help = Le sens dans lequel les trois gobelets sont alignés
    .line = ligne
    .line-help = Les trois gobelets que tu soulèves
ask-lift-1 = Quelle ligne soulèves-tu ?
ask-lift-2 = Quelle ligne soulèves-tu ?

verb-ok =
    .button = OK
    .repeated = OK jusqu’à mon tour
verb-doublon =
    .button = Doublon !
verb-menteur =
    .button = Menteur !

shortcut-ok = ok
    .help = Laisser passer, sans contester
shortcut-doublon = doublon
    .help = Contester : le gobelet visé contient déjà un jeton
shortcut-menteur = menteur
    .help = Contester : la couleur annoncée est fausse

## La table

title = { $layout ->
    [hive] manche { $round } · ruche
   *[grid] manche { $round }
 }
token = { $colour ->
    [blue] ● bleu
    [green] ▲ vert
   *[orange] ◆ orange
 }
empty = vide
way-grid = { $way ->
    [row] → Rangée
    [equal] ↓ Colonne
    [rising] ↘ Diagonale vers la droite
   *[falling] ↙ Diagonale vers la gauche
 }
way-hive = { $way ->
    [row] → Rangée
    [equal] ↙ Oblique vers la gauche
   *[rising] ↘ Oblique vers la droite
 }

seat = - **{ $seat }** : { $facts }
seat-playing = - **{ $seat }** (joue) : { $facts }
held = { $count ->
    [0] plus de jeton
    [one] { $count } jeton
   *[other] { $count } jetons
 }
held-fist-open = { $token } au poing
held-fist = 1 au poing
victories = { $count ->
    [one] { $count } victoire
   *[other] { $count } victoires
 }
answer-ok = OK
answer-awaited = réponse attendue

scene-aimed = Gobelet visé : **{ $cup }**.
scene-stated = Gobelet visé : **{ $cup }**, jeton annoncé **{ $token }**.
scene-fist = Montré un instant : le jeton du poing, **{ $token }**.
scene-opened = Tout est à découvert : { $cups }
scene-cups = À découvert un instant :
scene-cup = **{ $cup }** : { $tokens }
scene-double = « Doublon ! » crié par **{ $other }**, { $right ->
    [yes] à raison : + { $count } pour **{ $seat }**.
   *[no] à tort : le jeton du poing est pour **{ $other }**.
 }
scene-liar = « Menteur ! » crié par **{ $other }**, { $right ->
    [yes] à raison : le jeton reste à **{ $seat }**.
   *[no] à tort : le jeton est pour **{ $other }**.
 }
scene-void = « { $shout } » crié par **{ $other }**, { $right ->
    [yes] à raison
   *[no] à tort
 } : manche nulle.
scene-lifted = Gobelets soulevés par **{ $seat }** : { $end ->
    [won] bonne combinaison, un jeton de victoire.
    [failed] pas de combinaison.
   *[other] pas de combinaison, manche nulle.
 }
scene-slipped = Dernier jeton glissé : sous **{ $cup }**.
scene-swapped = Gobelets intervertis : **{ $first }** et **{ $second }**.
scene-unplaced = Tours de suite sans jeton posé : { $count } sur { $limit } avant une manche nulle.

story-deal = Les gobelets sont vides, chacun a ses trois jetons. Le hasard désigne qui commence.
story-first = Manche { $round } : **{ $seat }** commence.
story-empty = **{ $seat }** vise **{ $cup }**. Tous les gobelets sont vides : personne n’a à répondre.
story-last-token = **{ $seat }** n’a plus de jeton.
story-lifting = **{ $seat }** va soulever trois gobelets !
reveal-fist = { $right ->
    [yes] Annoncé { $stated }, c’était { $token } : menteur !
   *[no] Annoncé { $stated }, et c’était { $token } : pas de mensonge !
 }
reveal-cup = { $count ->
    [0] { $cup } était vide : pas de doublon !
   *[other] Sous { $cup }, { $tokens } : doublon !
 }
reveal-line = { $cups } : { $right ->
    [yes] gagné !
   *[no] raté !
 }
story-aim = **{ $seat }** vise **{ $cup }**, un jeton au poing.
story-agreed = Personne ne conteste **{ $cup }**.
story-announce = **{ $seat }** annonce **{ $token }** pour **{ $cup }**.
story-swap = **{ $seat }** intervertit **{ $first }** et **{ $second }**.
story-hopeless = Manche nulle : plus aucune combinaison n’est possible.
story-endless = Manche nulle : { $count } tours de suite sans jeton posé.

recap-placed = **{ $seat }** a posé un jeton.
recap-shouted = « { $shout } » crié par **{ $other }** contre **{ $seat }**, { $right ->
    [yes] à raison.
   *[no] à tort.
 }
recap-lifted = **{ $seat }** a soulevé trois gobelets { $won ->
    [yes] et gagné la manche.
   *[no] sans succès.
 }
recap-void = Manche nulle.

told-placed = **{ $seat }** a glissé sous **{ $cup }** un jeton annoncé { $token }.
told-double = **{ $other }** a crié « Doublon ! » à raison : **{ $seat }** garde son jeton et prend { $count ->
    [one] celui
   *[other] les { $count }
 } de **{ $cup }**.
told-no-double = **{ $other }** a crié « Doublon ! » à tort : **{ $cup }** était vide, et **{ $other }** reçoit, sans le montrer, le jeton que tenait **{ $seat }**.
told-lie = **{ $other }** a crié « Menteur ! » à raison : **{ $seat }** garde son jeton.
told-truth = **{ $other }** a crié « Menteur ! » à tort : c’était vrai, et **{ $other }** reçoit le jeton que tenait **{ $seat }**.
told-lifted = **{ $seat }** a soulevé **{ $line }** :
told-swapped = **{ $seat }** a interverti **{ $first }** et **{ $second }**, puis soulevé **{ $line }** :
told-failed = pas de combinaison, les gobelets sont reposés.
told-won = bonne combinaison, **{ $seat }** gagne la manche et un jeton de victoire !

hand-tokens = **Tes jetons** : { $tokens }
hand-none = **Tes jetons** : aucun
hand-fist = **Dans ton poing** : { $token }, pour **{ $cup }**
hand-aim = À toi : un jeton dans le poing, puis un gobelet.
hand-announce = Personne n’a contesté : annonce une couleur, vraie ou fausse.
hand-doublon = **{ $cup }** est-il vide ? OK, ou « Doublon ! ».
hand-menteur = Crois-tu **{ $seat }** ? OK, ou « Menteur ! ».
hand-reveal = À toi de soulever trois gobelets alignés. Tu peux d’abord en intervertir deux qui se touchent.
hand-lift = L’échange est fait : soulève trois gobelets alignés.
hand-empty = À ton prochain tour, si tu n’en reçois pas d’ici là, tu soulèves trois gobelets.
hand-received = Venu de chez **{ $seat }**, ton nouveau jeton est { $token } : vous êtes deux à le savoir.
hand-given = Le jeton parti chez **{ $seat }** est { $token } : vous êtes deux à le savoir.

## Les conseils

advice-aim = { $filled ->
        [yes] Il y a déjà un jeton sous **{ $cup }** : compte sur le silence des autres.
       *[no] Rien n’est sous **{ $cup }** : un « Doublon ! » serait à tort.
    }
advice-aim-good = Avec { $cups }, que tu connais, ce jeton forme une bonne combinaison.
advice-aim-line = Il s’aligne avec { $cups }, dont tu connais le jeton.
advice-announce = { $true ->
        [yes] C’est vrai : qui crie « Menteur ! » prend ton jeton.
       *[no] C’est faux : si l’on te croit, personne d’autre ne saura ce que cache ce gobelet.
    } { $said ->
        [0] {""}
       *[other] Dans cette partie, on a crié « Menteur ! » { $calls } fois pour { $said ->
            [one] une annonce
           *[other] { $said } annonces
        }.
    }
advice-doublon = { $filled ->
        [yes] Il y a déjà un jeton sous **{ $cup }** : { $shouts ->
            [yes] **{ $seat }** devra le reprendre et gardera le sien.
           *[no] crier le rendrait à **{ $seat }** ; le laisser faire gâche seulement ce gobelet.
        }
       *[no] Rien n’est sous **{ $cup }** : { $shouts ->
            [yes] tu recevrais le jeton du poing.
           *[no] crier à tort te donnerait le jeton du poing.
        }
    }
advice-menteur = **{ $seat }** ment peut-être, environ { $chance } % de chances : { $shouts ->
        [yes] plus de { $bar } %, mieux vaut crier.
       *[no] pas plus de { $bar } %, et crier à tort te donnerait le jeton.
    }
advice-lift = D’après tout ce que tu as vu et entendu, { $cups } : environ { $chance } % de chances de gagner la manche.
advice-swap = Après cet échange, { $cups } : environ { $chance } % de chances de gagner la manche.

## La fin

final-score =
    { $score ->
        [0] aucune manche
        [one] { $score } manche gagnée
       *[other] { $score } manches gagnées
    }
honour-unseen = A menti cinq fois ou plus sans se faire prendre
honour-honest = A gagné sans mentir une seule fois
honour-shouts = A crié trois fois ou plus, toujours à raison
honour-sure = A gagné sans soulever à tort
honour-hasty = A crié six fois à tort
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
        [one] { $count } cri juste
       *[other] { $count } cris justes
    }
figure-wrong =
    { $count ->
        [one] { $count } cri à tort
       *[other] { $count } cris à tort
    }
figure-gained =
    { $count ->
        [one] { $count } jeton récupéré
       *[other] { $count } jetons récupérés
    }
figure-misses =
    { $count ->
        [one] { $count } essai manqué
       *[other] { $count } essais manqués
    }
total-rounds =
    { $count ->
        [one] { $count } manche
       *[other] { $count } manches
    }
total-voids =
    { $count ->
        [one] { $count } manche nulle
       *[other] { $count } manches nulles
    }

win = { $winners } remporte la partie avec deux jetons de victoire.

## Mots des images

picture-colour = { $colour ->
    [blue] bleu
    [green] vert
   *[orange] orange
 }
picture-stated = annoncé
picture-was = c’était
picture-double = doublon ?
picture-doublon = Doublon !
picture-menteur = Menteur !
picture-void = manche nulle

## La leçon

lesson-tokens = Trois couleurs égales, ou trois différentes, sous trois gobelets alignés gagnent la manche. Tu as glissé ● bleu sous **A1** et ▲ vert sous **B2** : à une vraie table, personne ne te le rappellerait.
lesson-aim = Il te reste ◆ orange. À ta diagonale il ne manque que son bout : vise **C3**.
    .full = Quelqu’un a déjà visé ce gobelet, et la table s’en souvient : à « Doublon ! », tu garderais ton jeton et prendrais en plus ce qu’il contient. Vise **C3**.
    .other = Ce gobelet est vide, mais pas sur ta ligne : après A1 et B2 vient **C3**.
lesson-announce = Personne n’a crié. Annonce une couleur, vraie ou fausse : tant que nul ne proteste, ton poing reste fermé. Choisis.
lesson-doublon = Pas de protestation : ton jeton est sous **C3**. Maintenant **{ $one }** vise **A3**, où **{ $two }** a glissé le sien juste avant toi. Presse **Doublon !**
    .other = OK la laisserait faire. Or A3 est occupé, tout le monde l’a vu : crie, et elle ramasse ce qui s’y trouve, en plus du jeton qu’elle garde. **Doublon !**
lesson-shown = Sous A3, ◆ orange : **{ $one }** le ramasse, et la voilà plus loin de la fin. Retiens surtout ceci : c’était l’orange de **{ $two }**, et il n’en avait qu’un.
lesson-ok = **{ $two }** vise **A2**, où personne n’a rien mis. Un cri à tort te donnerait son jeton, qu’il faudrait placer avant de soulever. Presse **OK**.
    .other = A2 n’a jamais été visé : il est vide. À tort, « Doublon ! » te donne le jeton de son poing, et c’est un tour de perdu. **OK**.
lesson-menteur = Il annonce ◆ orange. Le sien était sous A3, on vient de le voir, et **{ $one }** l’a ramassé. Presse **Menteur !**
    .other = D’orange, il n’en a plus : le seul qu’il avait est chez **{ $one }**. Une certitude est rare ici ; profites-en. **Menteur !**
lesson-lift = C’était ▲ vert : il le garde. Toi, tu commences ton tour sans jeton : il faut soulever trois gobelets alignés. Ceux dont tu te souviens, de préférence : **A1–C3**.
    .swap = Intervertir deux gobelets d’abord est permis, mais les tiens sont déjà en ligne. Soulève **A1–C3**.
    .other = De ces trois gobelets, tu ne connais pas tout. Tes jetons sont sous A1, B2 et C3 : presse **A1–C3**.
lesson-end = Bleu, vert, orange : la manche est à toi, et un jeton de victoire. Il en faut deux. La manche suivante commence gobelets vides ; tout est à retenir de nouveau.

## Refus

illegal-wait-for-answers = Les autres n’ont pas tous répondu : attends leurs réponses.
illegal-already-answered = Tu as déjà dit OK, et un OK ne se reprend pas.
illegal-nothing-to-answer = Il n’y a rien à contester en ce moment : c’est à toi de jouer.
illegal-doublon-too-late = Trop tard pour « Doublon ! » : la couleur est annoncée. Réponds OK ou « Menteur ! ».
illegal-menteur-too-early = Trop tôt pour « Menteur ! » : aucune couleur n’est annoncée. Réponds OK ou « Doublon ! ».
illegal-answer-first = **{ $seat }** joue ce tour : réponds seulement OK, ou conteste.
illegal-nothing-to-announce = Tu n’as pas de jeton dans le poing : il n’y a rien à annoncer pour l’instant.
illegal-announce-first = Tu as déjà visé **{ $cup }** : annonce maintenant une couleur.
illegal-nothing-to-aim = Tu n’as plus de jeton : soulève trois gobelets alignés.
illegal-not-in-hand = Tu n’as pas de jeton { $colour ->
    [blue] ● bleu
    [green] ▲ vert
   *[orange] ◆ orange
 } : choisis parmi les tiens.
illegal-no-such-cup = Il n’y a pas de gobelet « { $cup } » sur cette table.
illegal-place-first = Tu as encore { $count ->
    [one] { $count } jeton
   *[other] { $count } jetons
 } : vise un gobelet. On ne soulève qu’à un tour commencé sans jeton.
illegal-already-swapped = Un seul échange par tour : soulève maintenant trois gobelets.
illegal-same-cup = **{ $cup }** ne s’échange pas avec lui-même : choisis un voisin.
illegal-not-neighbours = **{ $first }** et **{ $second }** ne se touchent pas : choisis deux voisins.
illegal-not-a-line = **{ $cups }** : il faut trois gobelets alignés qui se touchent.

## Aides et règles

aid-shouts = **« Doublon ! »**, avant l’annonce : on soulève le gobelet visé.
    - Il contenait quelque chose : le joueur actif prend tout et garde le jeton de son poing.
    - Il était vide : l’accusateur reçoit le jeton du poing, sans le montrer aux autres.

    {""}**« Menteur ! »**, après l’annonce : on montre le jeton du poing.
    - L’annonce était fausse : le joueur actif garde son jeton.
    - L’annonce était vraie : l’accusateur prend le jeton.

    Une contestation met toujours fin au tour. Si tous disent OK deux fois, le jeton va sous le gobelet.
    .button = Qui prend ?

rules =
    - Chacun a trois jetons : ● bleu, ▲ vert, ◆ orange. Les gobelets sont retournés, vides.
    - À ton tour, prends un jeton dans ton poing et vise un gobelet.
    - Les autres disent OK, ou « Doublon ! » s’ils pensent que le gobelet est déjà occupé.
    - Annonce ensuite une couleur, vraie ou fausse.
    - Les autres disent OK, ou « Menteur ! ».
    - Deux fois OK de tous : ton jeton va sous le gobelet, sans être vu.
    - Contester à tort te donne le jeton ; te faire prendre te le laisse.
    - Sans jeton au début de ton tour : soulève trois gobelets alignés, après un échange si tu veux.
    - Trois couleurs égales ou trois différentes : la manche est à toi.
    - Deux manches gagnées : la partie est à toi. Rien n’est noté : souviens-toi.

rules-turn = Au début de la manche, tous les gobelets sont vides et chacun reçoit un jeton de chaque couleur. On joue dans le sens des aiguilles d’une montre.

    Tant que tu as au moins un jeton au début de ton tour :
    1. tu en caches un dans ton poing et tu vises un gobelet, n’importe lequel, même si tu le sais occupé ;
    2. tous les autres répondent OK, ou l’un d’eux crie « Doublon ! » ;
    3. si tous ont dit OK, tu annonces une couleur. Tu peux mentir, même nommer une couleur que tu n’as plus (tu peux la choisir dès que tu as visé : personne ne la voit avant) ;
    4. tous les autres répondent OK, ou l’un d’eux crie « Menteur ! » ;
    5. si tous ont dit OK, le jeton va sous le gobelet et ton tour est fini.

    Un gobelet peut recevoir autant de jetons qu’on veut. Les couleurs que tu tiens sont secrètes ; leur nombre est public.
    .title = Un tour
rules-shouts = La première voix entendue compte, et la contestation met toujours fin au tour. Un OK donné ne se reprend pas. On peut contester sans avoir de jeton.

    {""}**« Doublon ! »** n’existe qu’avant l’annonce. On soulève le gobelet visé, et tous voient dessous quelques secondes.
    - S’il contient un jeton ou plus, le joueur actif les prend tous et garde celui de son poing, qui reste secret.
    - S’il est vide, l’accusateur reçoit le jeton du poing. Eux deux seuls en connaissent la couleur.

    {""}**« Menteur ! »** n’existe qu’après l’annonce. Le jeton du poing est montré à tous quelques secondes.
    - Si l’annonce était fausse, le joueur actif garde son jeton.
    - Si elle était vraie, l’accusateur prend le jeton.
    Dans les deux cas, le gobelet reste tel quel.
    .title = Doublon ! et Menteur !
rules-lift = Si tu commences ton tour sans jeton, tu dois soulever trois gobelets alignés qui se touchent. Poser ton dernier jeton ne suffit pas : il faut attendre ton tour suivant.

    D’abord, si tu veux, intervertis deux gobelets qui se touchent, sans regarder dessous. Un seul échange par tour, et il reste acquis même si l’essai échoue.

    Puis tous voient quelques secondes sous les trois gobelets. L’essai réussit si chacun contient au moins un jeton et si l’on peut en choisir un par gobelet de façon à obtenir trois couleurs égales ou trois couleurs différentes. Quand un gobelet en contient plusieurs, le meilleur choix est fait pour toi.

    Sinon, les gobelets sont reposés avec leur contenu et c’est au suivant.
    .title = Soulever trois gobelets
rules-end = Un essai réussi rapporte un jeton de victoire. Au deuxième, la partie est gagnée. Sinon, une nouvelle manche commence : gobelets vides, trois jetons chacun, et c’est le voisin de gauche du gagnant qui joue en premier.

    La manche est nulle, sans victoire pour personne, dans deux cas :
    - plus personne n’a de jeton et aucun trio de gobelets, où qu’ils soient, ne peut donner une bonne combinaison ;
    - les tours de suite sans jeton posé atteignent douze fois le nombre de joueurs. Un essai manqué compte, une contestation aussi, à tort ou à raison ; un jeton posé remet ce compte à zéro.

    La manche suivante est alors commencée par la personne qui allait jouer.
    .title = Fin de manche, fin de partie
rules-layout = Il y a trois gobelets par joueur, en trois rangées A, B et C, numérotés de gauche à droite.

    {""}**Grille** : trois rangées égales. Deux gobelets se touchent s’ils sont voisins dans une rangée, une colonne ou une diagonale.

    {""}**Ruche** : trois rangées décalées, chacune plus longue d’un gobelet que celle du dessus. Un gobelet touche ses voisins de rangée et les deux gobelets juste en dessous. Les lignes suivent les rangées ou les deux obliques.

    Une ligne, c’est toujours trois gobelets qui se suivent tout droit, sans trou.
    .title = Disposition des gobelets
rules-memory = Ce qui a été montré disparaît au bout de quelques secondes et n’est noté nulle part. La table ne rappelle que le tour en cours et le précédent ; des autres, elle redit seulement qui a posé, contesté ou soulevé, sans gobelet ni couleur. Personne ne peut regarder sous un gobelet, pas même qui l’a rempli.

    Qui laisse passer le temps d’une réponse dit OK ; au rythme éclair, c’est l’usage : qui se tait est d’accord. Qui laisse passer son tour pose un jeton en disant vrai, ou soulève une ligne choisie d’office.
    .title = Mémoire et temps
