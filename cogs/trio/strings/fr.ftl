name = Trio
blurb = Retrouve trois numéros égaux dans des mains triées que personne ne montre. Mémoire et déduction.
command = trio
    .help = Trio : trouver trois numéros égaux sans voir les cartes

option-mode = Mode
    .help = Simple : trois trios gagnent. Picante : il faut deux trios liés.
    .command = mode
    .simple = Simple (trois trios gagnent)
    .picante = Picante (deux trios liés gagnent)
option-teams = Équipes
    .help = À quatre ou à six : des paires face à face qui mettent leurs trios en commun.
    .command = equipes
    .yes = Par équipes de deux
    .no = Chacun pour soi

verb-reveal = devoiler
    .help = Dévoiler le plus petit ou le plus grand d’une main, ou une carte du centre
    .button = Dévoiler une carte
    .where = source
    .where-help = Une main, la tienne comprise, ou le centre
    .card = carte
    .card-help = Le plus petit, le plus grand, ou la place au centre
verb-offer = echanger
    .help = Proposer une carte à ton équipe, sous scellé
    .button = Proposer une carte
    .card = carte
    .card-help = La carte que tu donnerais
verb-decline = refuser
    .help = Garder tes cartes : ton équipe n’échange pas cette fois
    .button = Ne pas échanger

ask-reveal-1 = Quelle carte ?
ask-reveal-2 = Laquelle ?
ask-offer-1 = Quelle carte proposes-tu ?

title = mode { $mode ->
        [simple] simple
       *[picante] picante
    }{ $teams ->
        [yes] { " · par équipes" }
       *[no] { "" }
    }

# La table
face-up = **Face visible :** { $cards }
remember = **À retenir :** { $cards }
card = **{ $number }** ({ $origin })
origin-hand = { $end ->
        [lowest] le plus petit
       *[highest] le plus grand
    } chez **{ $name }**
origin-own = { $end ->
        [lowest] le plus petit
       *[highest] le plus grand
    } de sa main
origin-centre = la place { $place } du centre
times =
    { $count ->
        [2] deux fois { $origin }
       *[3] trois fois { $origin }
    }
then = { $before }, puis { $after }
centre = **Centre :** { $count ->
        [one] une carte cachée, place { $places }
       *[other] { $count } cartes cachées, places { $places }
    }
opened = { $line } · en main : { $cards }
centre-open = **Centre :** il restait { $cards }
centre-face-up = **Centre :** { $cards }
opened-offer = { $line } · propose { $card }
centre-empty = **Centre :** vide
seat = - **{ $name }** : { cards }{ $turn ->
        [yes] { " · à son tour" }
        [thinks] { " · réfléchit" }
        [won] { " · gagne" }
       *[no] { "" }
    }
cards = { $count ->
        [0] aucune carte
        [one] une carte
       *[other] { $count } cartes
    }
trios = { $line } · { $count ->
        [0] aucun trio
        [one] trio : { $trios }
       *[other] trios : { $trios }
    }
team = **Équipe { $team }**{ $swapped ->
        [yes] { " · a échangé" }
       *[no] { "" }
    }
trio = **{ $number }**
trio-linked = **{ $number }** (lié à { $links })
links = **Liens :** { $links } · le trio de 7 gagne seul.
link = { $number } → { $others }
silence = *Entre partenaires, pas un mot sur les cartes.*

# Ce qui vient d’arriver
story-dealt = Les cartes sont distribuées. **{ $name }** commence.
story-start = **{ $name }** commence.
story-opening = Avant le premier tour, chaque équipe peut échanger une carte, si les deux le veulent.
story-exchange =
    { $count ->
        [one] L’autre équipe peut échanger une carte, si les deux le veulent.
       *[other] Les autres équipes peuvent échanger une carte, si les deux le veulent.
    }
story-swapped = L’équipe { $team } a échangé.
story-kept = L’équipe { $team } n’a pas échangé.
story-shown = **{ $name }** dévoile { $origin } : **{ $number }**.{ $count ->
        [2] { " " }Deux pareils : encore un.
       *[other] { "" }
    }
story-missed = **{ $name }** a dévoilé { $asked } : raté.
story-missed-open = **{ $name }** a dévoilé { $asked } : **{ $numbers }**, raté.
story-took = **{ $name }** remporte le trio de **{ $number }** : { $asked }.
recap-missed = **{ $name }** n’a pas trouvé de trio.
recap-took = **{ $name }** a remporté le trio de **{ $number }**.
why-seven = Le trio de 7 gagne à lui seul.
why-three = C’est le troisième trio : partie gagnée.
why-linked = Il est lié au trio de { $links } : partie gagnée.

# La main
hand = **Ta main :** { $cards }
hand-linked = **Ta main :** { $cards } (entre parenthèses, les numéros liés)
hand-empty = **Ta main :** vide. À ton tour, tu joues avec les cartes des autres.
hand-card-linked = **{ $number }** ({ $links })
hand-card = **{ $number }**
hand-choose = Propose une carte à **{ $name }**, ou garde ta main. Les deux réponses sont scellées.
hand-offered = Ta réponse est scellée : le **{ $card }** pour **{ $name }**, en échange d’une de ses cartes.
hand-swapped = Échange avec **{ $name }** : tu as donné le **{ $given }** et reçu le **{ $received }**.

# L’image
picture-end = { $end ->
        [lowest] min
       *[highest] max
    }
picture-swapped = a échangé
picture-empty = plus de carte

# Les choix
choice-seat = { $name } ({ cards })
choice-own = Ta main ({ cards })
choice-centre = Le centre ({ cards })
choice-end = { $end ->
        [lowest] Le plus petit
       *[highest] Le plus grand
    }
choice-own-end = { $end ->
        [lowest] Ton plus petit
       *[highest] Ton plus grand
    } : { $number }
choice-place = Place { $place }
press-end = { $number } { $end ->
        [lowest] ▼
       *[highest] ▲
    }
press-own-end = Toi { $end ->
        [lowest] ▼
       *[highest] ▲
    }
choice-card = { $number }
choice-card-linked = { $number } (lié à { $links })

# Les conseils

advice-offer = { $count ->
        [one] Tu n’as qu’un { $number } : le donner ne casse aucune paire, et tu sauras où il est.
       *[other] Tu as { $count } fois le { $number } : tu en gardes, et tu sauras où est celui que tu donnes.
    }
advice-decline = Tes cartes valent mieux dans ta main : garder ne coûte rien.
advice-sure = Tu sais que cette carte est un { $number }.
advice-likely = Il te faut un { $number } : ici, environ { $chance } % de chances.
advice-unlikely = Il te faut un { $number }, et tu ne sais pas où en trouver : autant ne pas trop en montrer.
advice-known = { $count ->
        [3] Tu sais où sont les trois { $number } : commence par celui-ci.
        [2] Tu sais où sont deux { $number } : commence par celui-ci, il n’en restera qu’un à trouver.
       *[other] Tu sais que cette carte est un { $number } : restent les deux autres à trouver.
    }
advice-perhaps = C’est peut-être un { $number }, environ { $chance } % de chances, et tu sais { $count ->
        [one] où en est un autre.
       *[other] où sont les deux autres.
    }
advice-unknown = Tu ne connais pas cette carte : quoi qu’elle soit, tu en sauras plus.

# La fin

final-score =
    { $score ->
        [0] aucun trio
        [one] { $score } trio
       *[other] { $score } trios
    }
honour-sight = A trouvé deux trios du premier coup
honour-flawless = A gagné sans manquer un seul essai
honour-thief = A soufflé deux trios aux autres
honour-near = A manqué le trio d’une carte, cinq fois
honour-partners = A gagné en équipe après trois échanges
figure-first_sight =
    { $count ->
        [one] { $count } trio du premier coup
       *[other] { $count } trios du premier coup
    }
figure-stolen =
    { $count ->
        [one] { $count } trio soufflé aux autres
       *[other] { $count } trios soufflés aux autres
    }
figure-near = { $count } fois à une carte du trio
figure-misses =
    { $count ->
        [one] { $count } essai manqué
       *[other] { $count } essais manqués
    }
figure-revealed =
    { $count ->
        [one] { $count } carte dévoilée
       *[other] { $count } cartes dévoilées
    }
figure-exchanges =
    { $count ->
        [one] { $count } échange en équipe
       *[other] { $count } échanges en équipe
    }
total-turns =
    { $count ->
        [one] { $count } tour
       *[other] { $count } tours
    }
total-trios =
    { $count ->
        [one] { $count } trio
       *[other] { $count } trios
    }

win = { $winners } { $count ->
        [one] gagne la partie.
       *[other] gagnent la partie.
    }

# La leçon

lesson-ends = Trois trios gagnent, ou celui des **7** seul. Les mains sont triées : on n’en demande que le plus petit ou le plus grand. Les autres **12** sont donc au bout d’une main, ou au centre. Presse **2 ▲**.
    .centre = Le centre est permis, mais c’est une loterie de neuf cartes. Un 12 dans une main, lui, est forcément à son bout. Presse **2 ▲**.
    .low = Un plus petit ne sera jamais un 12. Demande l’autre bout : **2 ▲**.
    .own = Ton 12 ne s’envolera pas, et tant qu’on ignore où sont les autres, autant ne pas le montrer. Presse **2 ▲**.
    .other = L’idée est bonne, et tu y viendras. Commence par **2 ▲**.
lesson-own = Un **12**. Il en faut trois, et le premier numéro différent renvoie tout en place. Le tien, au moins, est certain : presse **Toi ▲**.
    .centre = Peut-être, une fois sur neuf. Le tien est certain : presse **Toi ▲**.
    .low = Un plus petit n’est pas un 12, et un numéro différent finit ton tour. Presse **Toi ▲**.
    .other = Peut-être. Mais commence par ce que tu sais : presse **Toi ▲**.
lesson-third = Deux sur trois. Le dernier est au centre, parmi neuf cartes, ou au bout d’une main : tente **3 ▲**, chez **{ $two }**.
    .centre = Neuf cartes cachées, et rien ne dit que l’une soit un 12. Une main n’a que deux bouts : presse **3 ▲**.
    .low = Un plus petit n’est pas un 12. Presse **3 ▲**.
    .other = Une carte qu’on a déjà montrée ne se remontre pas : ce serait la suivante. Presse **3 ▲**.
lesson-trio = Trio de **12** : il est à toi, et les trois cartes sortent du jeu. **{ $one }** joue ensuite, et vient de retourner la place **B** du centre. Regarde.
lesson-missed = Elle cherchait un second 1 chez **{ $two }** : c’est un 2. Les deux cartes retournent à leur place, et la table ne les redira pas. Retiens les deux : le **1** du centre, et le **2**, le plus petit de **{ $two }**.
lesson-remember = **{ $two }** n’a rien trouvé non plus. À toi : tu tiens un **1**, et tu sais où en est un autre. Presse cette place du centre.
    .centre = Pas celle-là : c’était **B**. À une vraie table, personne ne te l’aurait redit.
    .own = Le tien est certain, et il attendra. D’abord la carte du centre, tant que tu t’en souviens.
    .other = Tu as vu un 1 au centre, quand **{ $one }** a joué. Retourne cette place-là.
lesson-mine = C’est lui. Ajoute le tien : presse **Toi ▼**.
    .centre = Inutile de chercher quand on tient la carte : presse **Toi ▼**.
    .other = Possible, mais pas certain ; le tien l’est. Presse **Toi ▼**.
lesson-last = Encore un. Dans une main, un 1 est toujours le plus petit ; et celui de **{ $two }**, tu l’as vu. Presse le bon **▼**.
    .shown = Le plus petit de **{ $two }**, on l’a montré : un 2. Reste **2 ▼**.
    .other = Un 1 est toujours le plus petit d’une main, et tu connais déjà celui de **{ $two }**. Presse **2 ▼**.
lesson-end = Deux trios. Un troisième gagnerait la partie, et celui de **7** la gagne à lui seul. On ne demande que le plus petit et le plus grand d’une main : retiens ce que les autres ont montré.

# Refus
illegal-no-such-seat = Il n’y a personne à la place { $number } : choisis quelqu’un de la table.
illegal-no-such-place = Le centre compte { $places } places ; la place { $place } n’existe pas. Choisis-en une qui porte une carte.
illegal-no-centre = Par équipes, il n’y a pas de centre : demande le plus petit ou le plus grand d’une main.
illegal-place-empty = La place { $place } du centre est vide. Choisis une place qui porte une carte.
illegal-place-shown = La carte de la place { $place } est déjà face visible. Choisis-en une autre.
illegal-hand-empty = **{ $seat }** n’a plus de carte. Demande à quelqu’un d’autre.
illegal-hand-shown = **{ $seat }** a déjà toutes ses cartes face visible. Demande à quelqu’un d’autre.
illegal-own-hand-empty = Tu n’as plus de carte. Choisis la main de quelqu’un d’autre ou le centre.
illegal-own-hand-shown = Toutes tes cartes sont déjà face visible. Choisis une autre main ou le centre.
illegal-exchange-first = Un échange est en cours : on dévoile dès que les équipes ont répondu.
illegal-no-teams = Ici, chacun joue pour soi : il n’y a pas d’échange. À ton tour, dévoile une carte.
illegal-no-exchange = Aucun échange n’est en cours : c’est à **{ $seat }** de dévoiler une carte.
illegal-not-in-exchange = Ton équipe ne prend pas part à cet échange. Attends la suite.
illegal-team-closed = Ton équipe a déjà réglé son échange. Attends les autres.
illegal-already-answered = Ta réponse est scellée, elle ne change plus. Attends celle de ton équipe.
illegal-not-in-hand = Tu n’as pas de { $card } en main. Propose une carte que tu tiens, ou garde ta main.

# Règles
rules =
    - 36 cartes : les numéros de 1 à 12, trois fois chacun, dans des mains triées et, face cachée, au centre.
    - À ton tour, tu dévoiles une carte, puis une autre, une à la fois.
    - Où ? Le plus petit ou le plus grand de n’importe quelle main, la tienne comprise, ou une carte du centre.
    - Deux numéros différents : tout retourne à sa place et le tour passe. Tout le monde a vu : retiens.
    - Trois numéros égaux : tu remportes le trio, puis le tour passe.
    - Impossible de s’arrêter en route.
    - Demander deux fois le même bout d’une main donne la carte d’après.
    - Mode simple : trois trios gagnent. Mode picante : deux trios liés (somme ou différence égale à 7).
    - Dans les deux modes, le trio de 7 gagne aussitôt.
    - Par équipes : trios en commun, pas de centre, et des échanges secrets d’une carte.
rules-deal =
    Chaque numéro de 1 à 12 existe en trois exemplaires, 36 cartes en tout. Les mains sont triées du plus petit au plus grand ; personne ne voit celle des autres.

    - À 3 : 9 cartes en main, 9 au centre.
    - À 4 : 7 cartes en main, 8 au centre.
    - À 5 : 6 cartes en main, 6 au centre.
    - À 6 : 5 cartes en main, 6 au centre.

    Les cartes du centre restent à leur place, marquée d’une lettre. Une place vidée n’est jamais regarnie. La table tire au sort qui commence ; on tourne ensuite de siège en siège.
    .title = Mise en place
rules-turn =
    À ton tour, tu retournes des cartes l’une après l’autre. Chaque fois, tu choisis :
    - une carte du centre, par sa place ;
    - ou le plus petit, ou le plus grand, d’une main : celle de quelqu’un d’autre ou la tienne. Les cartes du milieu d’une main sont hors d’atteinte.

    {"**"}Un numéro diffère du précédent ?** Le tour est fini. Tout le monde voit encore les cartes quelques secondes, puis chacune retourne exactement d’où elle vient.
    {"**"}Deux numéros égaux ?** Il faut tenter le troisième.
    {"**"}Trois numéros égaux ?** Le trio est à toi, face visible devant toi. Puis le tour passe : un trio ne donne pas un tour de plus.

    Une carte dévoilée est sortie de la main jusqu’à la fin du tour : redemander le plus petit donne donc la suivante. Une main d’une seule carte répond aux deux demandes avec cette carte. On ne peut rien demander à une main vide, mais une main vide joue son tour avec les cartes des autres. Un trio peut venir d’une seule main, même de la tienne.
    .title = Un tour
rules-win =
    {"**"}Mode simple.** Trois trios, quels qu’ils soient, gagnent la partie.

    {"**"}Mode picante.** Il faut deux trios liés. Deux numéros sont liés quand leur somme ou leur différence vaut 7 :
    1 et 6 · 1 et 8 · 2 et 5 · 2 et 9 · 3 et 4 · 3 et 10 · 4 et 11 · 5 et 12.
    Six et huit, liés tous deux au 1, ne le sont pas entre eux. Trois trios sans lien ne gagnent pas.

    {"**"}Le trio de 7** gagne aussitôt, dans les deux modes. Le 7 n’est lié à rien.

    On vérifie la victoire quand un trio est pris : il n’y a jamais d’égalité.
    .title = Gagner
rules-teams =
    À quatre ou à six, on peut jouer par paires assises face à face. Toutes les cartes sont distribuées (9 par personne à quatre, 6 à six) et le centre n’existe pas. Les trios d’une équipe comptent ensemble, avec les mêmes conditions de victoire. Tu ne vois pas la main de l’autre membre de ton équipe, mais tu peux lui demander ses cartes comme à tout le monde.

    {"**"}Échanges.** Avant le premier tour, chaque équipe peut échanger une carte contre une carte. Ensuite, chaque fois qu’une équipe prend un trio sans gagner la partie, les *autres* équipes le peuvent.
    Chaque partenaire répond en secret : proposer une carte, ou garder sa main. Si les deux proposent, les cartes changent de main et on voit ce qu’on reçoit. Dès qu’une personne refuse, l’équipe garde tout, et la carte proposée n’est montrée à personne. Une réponse ne se reprend pas. La table apprend seulement si l’équipe a échangé.
    Une équipe dont un membre n’a plus de carte est passée. L’échange ne change rien à l’ordre du tour.

    {"**"}Silence.** Entre partenaires, on ne parle pas des cartes.
    .title = Par équipes
rules-credits =
    Trio est un jeu de Kaya Miyano (*nana*), édité en français par Cocktail Games. Le texte de ces règles est le nôtre.
    .title = Le jeu
