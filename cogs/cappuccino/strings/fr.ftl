name = Cappuccino
blurb = Empile tes gobelets sur ceux des voisins jusqu’à ce que plus aucune pile n’en touche une autre.
command = cappuccino
    .help = Cappuccino : empiler des gobelets et finir au sommet

option-advanced = Mise en place
    .help = Les gobelets sont posés un à un par les joueurs, au lieu d’être mélangés.
    .command = avancee
    .yes = chacun pose ses gobelets
    .no = plateau mélangé
option-two_colours = Couleurs
    .help = À deux : chacun joue deux couleurs, et seule la meilleure compte.
    .command = deux_couleurs
    .yes = deux par personne
    .no = une par personne
option-early_resolution = Groupes dont l’issue est certaine
    .help = Les gobelets qui ne peuvent plus rien changer sont retirés et comptés aussitôt.
    .command = astuce
    .yes = comptés tout de suite
    .no = joués jusqu’au bout

verb-stack = empiler
    .help = Poser une de tes piles sur une pile voisine qui n’est pas plus haute
    .button = Empiler
    .from = pile
    .from-help = Ta pile, par exemple C5
    .to = cible
    .to-help = La pile voisine qu’elle recouvre
verb-place = poser
    .help = Poser un de tes gobelets pendant la mise en place
    .button = Poser un gobelet
    .colour = couleur
    .colour-help = La couleur du gobelet
    .row = rang
    .row-help = La lettre du rang
    .cell = case
    .cell-help = La case, par exemple C5

ask-stack-1 = Quelle pile ?
ask-stack-2 = Sur quelle pile voisine ?
ask-place-1 = De quelle couleur ?
ask-place-2 = Sur quelle case ?
ask-place-3 = Sur quelle case ?

colour = { $colour ->
        [cat] Chat
        [panda] Panda
        [leaf] Feuille
       *[flower] Fleur
    }

# En tête
title-place = mise en place { $placed }/{ $cups }
title-stacks = { $count ->
        [0] table vide
        [one] une pile
       *[other] { $count } piles
    }
title-two = deux couleurs
title-early = astuce

# La table
not-dealt = Les gobelets ne sont pas encore sur la table.
standing = - { $colour } · **{ $name }** : **{ $cups }** ({ $stacks ->
        [0] aucune pile
        [one] une pile
       *[other] { $stacks } piles
    }{ $safe ->
        [0] { "" }
       *[other] , { $safe } à l’abri
    })
standing-blocked = { $line } · ne peut plus jouer
standing-place = - { $colour } · **{ $name }** : { $left ->
        [0] tout est posé
       *[other] { $left } à poser
    }
best-colour = Seule la meilleure couleur compte : { $scores }.
score = **{ $name }** { $cups }
legend-free = Chaque point · est une case possible.

# Ce qui vient d’arriver
story-dealt = **{ $name }** commence.
story-building = Chacun pose ses gobelets à tour de rôle. **{ $name }** commence.
story-placed = **{ $name }** pose { $colour } en **{ $cell }**.
story-built = On empile, et { $people } commence.
story-stacked = **{ $name }** pose **{ $source }** ({ $colour }, { $height }) sur **{ $target }** ({ $under }, { $added }) et prend { $added ->
        [one] un gobelet
       *[other] { $added } gobelets
    } à **{ $owner }** : la pile monte à { $total }.
story-stacked-own = **{ $name }** pose **{ $source }** ({ $colour }, { $height }) sur sa propre pile **{ $target }** ({ $under }, { $added }), qui monte à { $total }.
story-settled = Tranché et retiré : { $islands }.
island = { $cells } ({ $cups ->
        [one] un gobelet
       *[other] { $cups } gobelets
    } pour { $colour })
story-blocked = { $people } { $count ->
        [one] ne peut plus jouer.
       *[other] ne peuvent plus jouer.
    }
story-over = Plus aucune pile n’en touche une autre.

# Pour soi
hand = **Tu joues { $colours }** : { $cups ->
        [0] aucun gobelet.
        [one] un gobelet.
       *[other] { $cups } gobelets.
    }
hand-two = **Tu joues { $colours }** : ta meilleure couleur vaut { $cups }.
hand-place-colours = **Tu joues { $colours }.**
hand-movable = Tes piles qui peuvent bouger : { $stacks }.
hand-place = { $needed ->
        [0] Le premier gobelet se pose au centre de la table.
        [1] Ce gobelet doit toucher le premier.
       *[other] Ton gobelet doit en toucher au moins deux.
    }
hand-blocked = Tu ne peux plus jouer. Tes piles comptent toujours ; celles qui en touchent une autre peuvent encore être recouvertes.

# Sur les images
picture-left = { $left } à poser
picture-safe = à l’abri
picture-blocked = ne peut plus jouer
picture-movable = peut bouger
picture-chosen = ta pile
picture-target = peut être recouverte
picture-free = case possible

# Les choix
choice-stack = { $name } { $mark } { $colour ->
        [cat] chat
        [panda] panda
        [leaf] feuille
       *[flower] fleur
    }
choice-colour = { $colour } ({ $left ->
        [one] le dernier
       *[other] { $left } à poser
    })
choice-row = Rang { $row } ({ $count ->
        [one] une case
       *[other] { $count } cases
    })

# Les conseils

advice-take = Tu prends { $cups ->
        [one] un gobelet
       *[other] { $cups } gobelets
    } à **{ $seat }** : ta pile monte à { $height }, { $standing ->
        [safe] et ne touche plus aucune autre pile : personne ne peut plus la prendre.
        [held] et aucune voisine adverse ne peut la recouvrir.
       *[exposed] mais { $cell } pourrait la recouvrir ; rien de mieux en vue.
    }
advice-join = Tu réunis deux de tes piles en une de { $height }, { $standing ->
        [safe] qui ne touche plus aucune autre pile : personne ne peut plus la prendre.
        [held] qu’aucune voisine adverse ne peut recouvrir.
       *[exposed] que { $cell } pourrait recouvrir ; rien de mieux en vue.
    }
advice-rescued = En { $cell }, { $other } pouvait la prendre.
advice-tempting = **{ $way }** prendrait { $cups ->
        [one] un gobelet
       *[other] { $cups } gobelets
    }, { $exposed ->
        [yes] mais { $cell } pourrait recouvrir cette pile.
       *[no] mais te laisserait moins bien quelques coups plus loin.
    }
advice-second = Le meilleur coup suivant, **{ $way }**, ne prend { $cups ->
        [0] aucun gobelet.
        [one] qu’un gobelet.
       *[other] que { $cups } gobelets.
    }
advice-place = { $count ->
        [0] Le premier gobelet se pose au centre : rien d’autre n’est possible.
        [one] En { $cell }, ton gobelet n’en touche qu’un autre : moins il a de voisins, moins on peut le recouvrir.
       *[other] En { $cell }, ton gobelet en touche { $count } autres : moins il a de voisins, moins on peut le recouvrir.
    }

# La fin

final-score =
    { $score ->
        [0] aucun gobelet
        [one] { $score } gobelet
       *[other] { $score } gobelets
    }
honour-tower = A monté une pile de douze gobelets
honour-spared = A gagné en perdant huit gobelets au plus
honour-scoop = A pris cinq gobelets d’un coup
honour-taker = A pris vingt gobelets
honour-joiner = A réuni cinq de ses propres piles
figure-tallest = plus haute pile : { $count }
figure-taken =
    { $count ->
        [one] { $count } gobelet pris
       *[other] { $count } gobelets pris
    }
figure-lost =
    { $count ->
        [one] { $count } gobelet perdu
       *[other] { $count } gobelets perdus
    }
figure-biggest =
    { $count ->
        [one] { $count } gobelet d’un coup
       *[other] { $count } gobelets d’un coup
    }
figure-joined =
    { $count ->
        [one] { $count } pile réunie
       *[other] { $count } piles réunies
    }
figure-moves =
    { $count ->
        [one] { $count } pile déplacée
       *[other] { $count } piles déplacées
    }
total-tallest = plus haute pile : { $count }
total-stacks =
    { $count ->
        [0] plus aucune pile à la fin
        [one] { $count } pile à la fin
       *[other] { $count } piles à la fin
    }

win = { $winners } { $count ->
        [one] finit au sommet et gagne la partie.
       *[other] finissent à égalité et gagnent ensemble.
    }

# La leçon

lesson-first = Le plus de gobelets dans tes piles gagne ; les chats sont à toi. Une pile entière va sur une voisine qui n’est pas plus haute. Presse **D5**, puis **E4**.
    .elsewhere = Permis aussi, et ce serait un panda de pris. La leçon, elle, passe ailleurs : presse **D5**, puis **E4**.
    .own = Recouvrir sa propre pile est permis, et parfois excellent ; ici, cela ne prend rien à personne. Presse **D5**, puis **E4**.
    .other = Ce coup est permis, mais celui qui prépare la suite est **D5**, puis **E4**.
lesson-equal = Ta pile monte à 2 ; la case quittée reste vide. **{ $one }** a fait de même en **D3**. À hauteur égale, tu peux la recouvrir : presse **E4**, puis **D3**.
    .elsewhere = Ce serait ta propre pile : rien de gagné, quand **D3** en vaut deux. Presse **E4**, puis **D3**.
    .other = Permis, mais **D3** et **E4** se touchent à hauteur égale : si tu ne prends pas, **{ $one }** peut prendre. Presse **E4**, puis **D3**.
lesson-own = Dix-neuf coups plus tard. La pile **B1** (4) touche ta **C2** (2), et va la recouvrir. Ta **D3** (4) touche aussi **C2** : abrite-la sous tes propres gobelets. Presse **D3**, puis **C2**.
    .greedy = Un gobelet de pris, et six de perdus : **B1** recouvrirait **C2**, puis **D3**, que plus rien ne protège. Presse **D3**, puis **C2**.
    .other = Ce coup peut attendre ; **C2**, non. Une fois **B1** dessus, ta **D3** serait la suivante. Presse **D3**, puis **C2**.
lesson-tower = À 6, ta pile domine **B1**, qui ne touche plus qu’elle : elle ne peut ni monter ni fuir. Presse **C2**, puis **B1**.
    .other = Rien ne presse, à vrai dire : ni **B1** ni **C8** ne peuvent s’échapper. Commence par la plus grosse : **C2**, puis **B1**.
lesson-over = **{ $one }** a joué son dernier coup. Il ne t’en restait qu’un, **D7** sur **C8** : la table l’a joué. Plus rien ne se touche ; chaque pile compte pour la couleur de son sommet, et cela fait **19** à **13**.
lesson-end = À hauteur égale, prends avant d’être à portée ; ce qui est menacé, consolide-le ; ce qui ne touche plus rien est à l’abri.

# Refus
illegal-blocked = Tu n’as plus de coup possible. Tes piles comptent à la fin : regarde la suite.
illegal-place-first = On n’empile pas encore : il reste { $left ->
        [one] un gobelet
       *[other] { $left } gobelets
    } à poser. Pose un des tiens.
illegal-nothing-to-place = Tous les gobelets sont posés : empile plutôt une de tes piles sur une voisine.
illegal-not-your-colour = Les gobelets { colour } ne sont pas à toi. Pose une de tes couleurs.
illegal-none-left = Tous tes gobelets { colour } sont posés. Pose ton autre couleur.
illegal-cell-taken = La case { $cell } porte déjà un gobelet. Choisis une case marquée d’un point.
illegal-first-cup = Le premier gobelet se pose en { $cell }, au centre de la table.
illegal-too-few-contacts = En { $cell }, { $touching ->
        [0] ton gobelet n’en toucherait aucun
        [one] ton gobelet n’en toucherait qu’un
       *[other] ton gobelet en toucherait { $touching }
    } ; il doit en toucher au moins { $needed ->
        [one] un
       *[other] { $needed }
    }. Choisis une case marquée d’un point.
illegal-no-stack = Il n’y a pas de pile en { $cell }. Choisis une de tes piles.
illegal-not-yours = La pile { $cell } est à **{ $other }** ({ colour } au sommet). Choisis une pile qui porte ta couleur au sommet.
illegal-same-cell = La pile { $cell } y est déjà. Choisis une pile voisine.
illegal-void = Il n’y a pas de pile en { $cell } : une case vide le reste. Pose ta pile sur une pile voisine.
illegal-too-far = { $cell } et { $target } ne se touchent pas. Choisis une pile voisine de { $cell }, sans sauter de case.
illegal-too-tall = { $target } est trop haute ({ $tall }) pour ta pile { $cell } ({ $height }). Choisis une voisine de hauteur { $height } au plus.

rules =
    - Chacun a seize gobelets d’une couleur, mêlés à ceux des autres en nid d’abeille.
    - À ton tour, prends une pile entière qui porte ta couleur au sommet. Un gobelet seul est une pile.
    - Pose-la sur une pile voisine, de n’importe quelle couleur, qui n’est pas plus haute qu’elle.
    - La hauteur égale suffit. Recouvrir sa propre pile est permis.
    - Une pile ne se partage jamais, et l’ordre de ses gobelets ne change plus.
    - La case quittée reste vide : on n’y revient pas, on ne saute pas par-dessus.
    - Jouer est obligatoire tant qu’on le peut. Qui n’a plus de coup s’arrête ; les autres continuent.
    - La partie finit quand plus aucune pile n’en touche une autre.
    - Tu marques tous les gobelets des piles dont ta couleur est au sommet, quelles que soient les couleurs dessous.
    - Le plus grand total gagne ; à égalité, la victoire est partagée.
rules-turn =
    Une pile appartient à la couleur de son gobelet du haut. Sa hauteur est le nombre de ses gobelets.

    À ton tour, tu déplaces **une** pile à toi, en entier, sur une pile qui la touche. Chaque case en touche jusqu’à six : deux dans son rang, deux au-dessus, deux au-dessous.

    {""}**Permis :** recouvrir une pile plus basse ou de même hauteur, à n’importe qui, toi compris.
    {""}**Interdit :** recouvrir une pile plus haute, aller sur une case vide, sauter par-dessus une pile ou un vide, ne déplacer qu’une partie d’une pile.

    Exemple : ta pile de 2 touche une pile de 2, une pile de 1 et une pile de 3. Elle peut recouvrir les deux premières, pas la troisième.

    On ne passe pas : si ton seul coup te déplaît, il faut le jouer.
    .title = Un tour
rules-end =
    Tu ne peux plus jouer quand tu n’as plus de pile, quand tes piles ne touchent plus rien, ou quand elles ne touchent que des piles plus hautes. Un coup perdu ne revient jamais : la table l’annonce une fois, puis saute ton tour. Tes piles restent : isolées, elles sont à l’abri ; sinon, on peut encore les recouvrir.

    S’il ne reste qu’une personne capable de jouer, elle continue seule. La partie finit quand plus aucune pile n’en touche une autre.

    Chaque couleur marque la hauteur de toutes les piles dont elle occupe le sommet. Exemple : des piles de 6, 5, 2 et 1 valent 14 points. Le plus grand total gagne ; les ex æquo gagnent ensemble.
    .title = La fin et les points
rules-board =
    Chaque pile s’écrit avec le symbole de sa couleur et sa hauteur : ▲ Chat, ● Panda, ◆ Feuille, ■ Fleur. « ▲3 » est une pile de trois gobelets avec un Chat au sommet. Un blanc est une case vide.

    Une case se nomme par son rang et sa colonne, comme **C5**. Les rangs portent des lettres, du haut vers le bas. Les colonnes se comptent en demi-gobelets, car un rang sur deux est décalé : un rang n’a que des numéros impairs, le suivant que des pairs. Sur l’image, chaque gobelet porte son nom ; dans le texte, les numéros du premier rang sont en haut, ceux des rangs décalés en bas.

    Les voisines de C5 sont donc C3 et C7 dans son rang, B4 et B6 au-dessus, D4 et D6 au-dessous. Un nom ne change plus une fois que l’on empile. Pendant la mise en place avancée, les noms se décalent quand le plateau s’étend vers le haut ou vers la gauche ; jamais pendant que tu choisis.

    « À l’abri » compte les gobelets que plus personne ne peut prendre.
    .title = Lire le plateau
rules-setup =
    À deux, 32 gobelets ; à trois, 48 ; à quatre, 64. Ils sont mélangés pour éviter les gros paquets d’une même couleur, et quelqu’un est tiré au sort pour commencer. On joue ensuite dans le sens des aiguilles d’une montre.

    {""}**Version avancée.** Les joueurs bâtissent le plateau. Tour à tour, chacun pose un de ses gobelets : le premier au centre, le deuxième contre lui, et chaque gobelet suivant sur une case libre qui en touche au moins deux déjà posés. Les trous sont permis, et on peut les combler. Quand tout est posé, la première personne à avoir posé joue le premier coup.
    .title = La mise en place
rules-variants =
    {""}**Deux couleurs** (à deux seulement). On joue avec les 64 gobelets : Chat et Feuille contre Panda et Fleur. À ton tour, tu déplaces une pile de l’une ou l’autre de tes couleurs. Les deux sont comptées à part et seule la plus forte fait ton score : recouvrir ton autre couleur est une vraie tactique. En version avancée, tu choisis à chaque pose laquelle de tes couleurs tu poses.

    {""}**Astuce.** Après chaque coup, la table retire et compte les groupes de piles dont l’issue est certaine :
    - une pile isolée ;
    - des piles qui portent toutes la même couleur au sommet ;
    - deux piles seules, de hauteurs différentes : tout va à la couleur de la plus haute.

    Deux piles de même hauteur et de couleurs différentes restent en jeu : la première qui bouge prend l’autre. Ces retraits font gagner du temps, mais enlèvent aussi des coups d’attente : mettez-vous d’accord avant de commencer.
    .title = Variantes
