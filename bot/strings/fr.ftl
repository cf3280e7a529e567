and = et
somebody = quelqu’un
or = ou
chosen = **{ $name }** : { $value }
    .line = { $name } : { $value }

## Boutons et menus

back = Retour
choose = Choisis…
earlier = Précédents
more = Suivants
play-button = Jouer · ma main
play-open-button = Jouer
hand-button = Ma main
missed-button = Rattraper
rules-button = Règles
rematch-button = Revanche
join-button = Rejoindre
leave-button = Quitter
start-button = Commencer
team-button = Changer d’équipe
shuffle-button = Mélanger
remove-button = Retirer quelqu’un
invite-button = Réinviter
back-button = Je suis là
quit-button = Quitter la partie
end-button = Proposer d’arrêter
close-button = Fermer la table
read-button = Lire le plateau

## Le plateau

waiting = On attend : { $people }
waiting-until = On attend : { $people } · ⏳ { $time }
waiting-silent = 🤫 Silence = d’accord · ⏳ { $time }
waiting-chance = Après ce coup d’œil, le hasard tire.
waiting-asleep = 💤 Tout le monde semble absent : la table attend que quelqu’un joue ou presse « Je suis là » dans sa main.
waiting-paused = ⏸️ La table est en pause.
closing-idle = ⚠️ Personne n’a joué depuis longtemps. Sans nouveau coup, la table se ferme. ⏳ { $time }
looking = 👀 Regardez bien, tout se cache bientôt. ⏳ { $time }
look-button = 👀 Regardez
seen-button = Vu
looking-on = 👀 Le temps de regarder, et l’on continue. ⏳ { $time }
note-timeout =
    { $count ->
        [one] ⌛ Temps écoulé pour { $people } : la table a joué à sa place.
       *[other] ⌛ Temps écoulé pour { $people } : la table a joué à leur place.
    }
ending =
    { $count ->
        [one] 🏳️ { $people } propose d’arrêter sans vainqueur : { $count }/{ $all }.
       *[other] 🏳️ { $people } proposent d’arrêter sans vainqueur : { $count }/{ $all }.
    }
ending-button = Arrêter aussi
note-back = 👋 { $people } est de retour.
result-score =
    { $won ->
        [yes] 🏆 **{ $seat }** : **{ $score }**
       *[no] { $seat } : **{ $score }**
    }
result-team =
    { $won ->
        [yes] 🏆 **Équipe { $letter }**, { $people } : **{ $score }**
       *[no] Équipe { $letter }, { $people } : **{ $score }**
    }
win-you =
    { $count ->
        [0] 🎉 Tu gagnes !
       *[other] 🎉 Tu gagnes, avec { $others } !
    }
win-nobody = La partie est finie ; personne ne l’emporte.
win-gone =
    { $count ->
        [one] La partie est finie ; personne ne l’emporte : { $people } n’était plus là.
       *[other] La partie est finie ; personne ne l’emporte : { $people } n’étaient plus là.
    }
result-stood-in = terminée par { $keeper } pour { $seat }
result-forfeit = compte comme une partie quittée par { $seat }
result-moves =
    { $count ->
        [one] { $count } coup
       *[other] { $count } coups
    }
result-series =
    { $games ->
        [one] Sur { $games } partie : { $standing }
       *[other] Sur { $games } parties : { $standing }
    }
result-place = La partie s’est jouée ici : { $place }
result-honour = 🎖️ { $honour }
lasted-moment = moins d’une minute
lasted-minutes = { $minutes } min
lasted-hours = { $hours } h { $minutes }
lasted-days =
    { $days ->
        [one] { $days } jour
       *[other] { $days } jours
    }
proof-button = Preuve de la donne
proof =
    Au début de la partie, j’ai mis la donne dans une enveloppe fermée par ce sceau. Voici la clé : chacun peut ouvrir l’enveloppe et voir que personne n’a changé les cartes en route.
    Sceau : `{ $seal }`
    Clé : `{ $nonce }`
    Toute la partie est dans ce fichier.
closed-empty = Tout le monde est parti : la table est fermée, sans vainqueur.
closed-expired = Personne n’a commencé à temps : la table est fermée.
closed-host = L’hôte a fermé la table.
closed-moderator = La modération a fermé la table.
closed-player = Quelqu’un de la table l’a fermée avec ses droits de modération.
closed-agreed = Tout le monde est d’accord pour arrêter : la table est fermée, sans vainqueur.
closed-gone = Le salon a disparu : la table est fermée, sans perdant.
closed-abandoned = Personne n’a joué depuis trop longtemps : la table est fermée, sans vainqueur.
closed-unreachable = Il me manquait une permission ici depuis trop longtemps : la table est fermée, sans perdant.
closed-broken = Une erreur de notre part empêche de continuer : la table est fermée, sans perdant. Toutes nos excuses.
closed-rules = Les règles ont changé avec une mise à jour et cette partie ne peut plus continuer : la table est fermée, sans perdant.
closed-left = La partie compte comme quittée, avec la dernière place, pour { $people }.

## Le panneau privé

seat-lobby = La partie n’a pas encore commencé : l’hôte presse **Commencer** quand tout le monde est là.
missed =
    { $count ->
        [one] 👁️ Révélé depuis ta dernière visite — regarde bien, cela disparaît dans { $seconds } s :
       *[other] 👁️ Révélé depuis ta dernière visite ({ $count } fois) — regarde bien, cela disparaît dans { $seconds } s :
    }
happened = Pendant ton absence :
seat-ahead = D’avance, si tu veux : personne ne le voit avant l’heure, et tu peux changer.
seat-change = Ton choix est scellé ; tu peux encore le changer.
seat-until = À toi · ⏳ { $time }
seat-turn = À toi.
seat-ending = ⏳ Ce message se ferme { $time }.
seat-stay = Rester à la table
done = ✅ C’est joué.
done-at = ✅ C’est joué dans { $place }.
done-back = 👋 Te revoilà.
stood-in = En ton absence, on a joué à ta place.
done-leave = Tu as quitté la table.
done-quit = Tu as quitté la partie ; on joue à ta place. **Je suis là** te la rend, tant que personne d’autre ne l’a prise.
done-quit-last = Tu as quitté la partie ; la table est fermée.
done-end = Ton accord est noté. La partie s’arrête quand toutes les personnes encore là sont d’accord ; si tu joues entre-temps, ton accord tombe.
done-close = La table est fermée.
menu-text = Que veux-tu faire ?
menu-onlooker = Tu regardes cette table ; seules les personnes assises peuvent jouer.
leave-confirm = Quitter la table **{ $game }** de { $place } ({ $people }) avant qu’elle commence ?
quit-confirm = Quitter la partie dans { $place } (**{ $game }**, { $people }) ? La partie continue et on joue à ta place ; tu peux revenir tant que personne d’autre n’a pris ta place.
quit-rated-confirm = Quitter la partie dans { $place } (**{ $game }**, { $people }) ? La partie continue et on joue à ta place ; tu peux revenir tant que personne d’autre n’a pris ta place. Si tu ne reviens pas, tu finis à la dernière place, et ton classement en tient compte.
quit-last-confirm = Quitter la partie dans { $place } (**{ $game }**) ? Il n’y a plus personne d’autre : la table se ferme, sans résultat pour toi.
end-confirm = Arrêter sans vainqueur la partie dans { $place } (**{ $game }**) ? Il faut l’accord de toutes les personnes encore là.
close-confirm = Fermer la table **{ $game }** de { $place } ({ $people }) tout de suite, pour tout le monde et sans résultat ?
close-rated-confirm = Fermer la table **{ $game }** de { $place } ({ $people }) tout de suite, pour tout le monde ? Les autres n’ont pas donné leur accord : la partie compte comme quittée, et tu finis à la dernière place. Pour arrêter sans perdant, choisis plutôt **Proposer d’arrêter** et attends leur accord.

## Les promesses

promise-button = Promettre
promise-text = **Je promets…** Tout le monde le lira sur le plateau, et cela ne t’engage à rien.
promised = **{ $seat }** promet { $promise }
promise-kept = 🤝 **{ $seat }** tient parole : { $promise }
promise-broken = 💔 **{ $seat }** avait promis : { $promise }
promises-kept =
    { $count ->
        [one] { $count } promesse tenue
       *[other] { $count } promesses tenues
    }
promises-broken =
    { $count ->
        [one] { $count } promesse rompue
       *[other] { $count } promesses rompues
    }
refusal-too-late-to-promise = Ce n’est plus le moment de promettre : attends le prochain tour.

## Jouer en solo

alone-resume = Continuer
alone-refresh = Actualiser
alone-close-button = Abandonner la partie
alone-close-confirm = Abandonner ta partie contre { $people } (**{ $game }**) ? { $once ->
    [yes] C’est ton seul essai du jour : il s’arrêtera sans résultat.
   *[other] Elle s’arrête sans résultat.
}
done-alone-close = Ta partie est abandonnée. `/jouer` en commence une autre.
alone-closed = Tu as abandonné cette partie.
alone-waiting =
    { $count ->
        [one] { $people } réfléchit…
       *[other] { $people } réfléchissent…
    }
alone-looking = 👀 Regarde bien, tout se cache bientôt ; si c’est à toi, tu peux jouer avant. ⏳ { $time }
alone-asleep = 💤 Ta partie t’attend : personne n’a joué sans toi.
refusal-alone-seats = Ce jeu se joue de { $fewest } à { $most }. Choisis un de ces nombres, en te comptant.
refusal-deal-sealed = D’autres jouent encore cette donne : elle se revoit et se vérifie à partir de demain.

## Avant la partie

host = hôte
team-name = équipe { $letter }
lobby-people = **Joueurs** : { $count } ({ $wanted })
lobby-range = { $fewest } à { $most }
lobby-ready = ✅ On peut commencer : { $host } presse **Commencer**, ou attend du monde.
lobby-full = ✅ Tout le monde est là : { $host } peut presser **Commencer**.
lobby-full-opponents = ✅ On peut commencer : { $host } presse **Commencer**. Il reste de la place pour toi : **Rejoindre** te donne celle d’un adversaire.
lobby-start-for-all = **Commencer** : l’hôte, puis toute la table ⏳ { $time }
lobby-waiting = ⏳ **Liste d’attente** : { $people }
lobby-no-seat = { $people } : il n’y avait plus de place cette fois. Regardez la partie, ou ouvrez une autre table !
lobby-seat = libre
lobby-queued = ⏳ La table est complète. Tu es sur la liste d’attente, en position { $place } : si une place se libère, elle est à toi et je te préviens ici. « Quitter » t’en retire.
call-full = { $person } — tout le monde est là pour { $game } : tu peux presser **Commencer**.
call-seat = { $person } — une place s’est libérée : te voilà à la table ({ $game }).
remove-text = Qui retirer de la table ? Une personne retirée ne pourra plus la rejoindre, sauf si tu la réinvites.
invite-text = Tu as retiré ces personnes de la table. Qui peut revenir ?
invite-person = Réinviter { $number }
invite-done = { $person } peut de nouveau rejoindre la table.
guest-seated = Tu es à cette table. Son hôte, **{ $host }**, choisit les options et les adversaires.
guest-waiting = Tu es sur la liste d’attente. **{ $host }**, l’hôte, choisit les options et les adversaires.
guest-stranger = L’hôte de cette table est **{ $host }**. Presse **Rejoindre** pour t’y asseoir.
remove-done = { $person } n’est plus à la table.
lobby-expires = La table se ferme si la partie ne commence pas. ⏳ { $time }
no-thread = Discord n’a pas ouvert de fil pour cette partie : elle se joue ici, dans le salon.
lobby-started =
    { $place ->
        [here] ▶️ La partie se joue ici.
       *[other] ▶️ La partie se joue dans { $place }.
    }
sealed = Donne scellée : `{ $seal }`
sealed-draw = Dernier tirage scellé : `{ $seal }`
options-text = **Options de la table** — tu peux les changer jusqu’au début de la partie.
rematch-call = { $people } — une revanche ? Vous êtes déjà assis ; « Quitter » si vous passez votre tour.
welcome = 👋 { $game }, pour la première fois ? Les règles tiennent en dix lignes.
    .button = Lire les règles
rules-summary-title = L’essentiel
rules-choose = Lire une section…

pace = Rythme
    .command = rythme
    .command-help = À quelle vitesse on joue (par défaut : le choix du serveur)
table-language = Langue
    .help = la langue du plateau et du fil
language-fr = français
language-en = anglais
pace-flash = éclair
    .help = 45 s par coup
    .window = 45 s par coup, 8 s pour contester : qui se tait est d’accord
pace-quick = vif
    .help = 2 min par coup
    .window = 2 min par coup, 20 s pour contester
pace-relaxed = tranquille
    .help = 10 min par coup
    .window = 10 min par coup, 2 min pour contester
pace-steady = posé
    .help = 24 h par coup
    .window = 24 h par coup, 8 h pour contester
pace-free = libre
    .help = sans horloge
    .window = sans horloge
command-new = nouvelle
    .help = Ouvrir une table dans ce salon

## Les leçons

welcome-learn = 👋 { $game }, pour la première fois ? Deux minutes de leçon pendant que la table se remplit, ou les règles en dix lignes.
    .button = Apprendre en jouant
## Les adversaires

opponents = Adversaires
    .command = adversaires
    .command-help = Combien d’adversaires joués par l’ordinateur s’assoient tout de suite
level = Niveau
    .command = niveau
    .command-help = Comment ils jouent ; sans nombre, la table est complétée (par défaut : habitué)
level-novice = débutant
level-regular = habitué
level-expert = expert
opponents-button = Ajouter un adversaire
opponents-one = **Ajouter un adversaire** : comment joue-t-il ?
opponents-complete = **Compléter la table** : { $count } places à occuper avant de commencer. À quel niveau ?
opponents-seated =
    { $count ->
        [one] { $people } s’assoit à la table.
       *[other] { $people } s’assoient à la table.
    }
thinking =
    { $count ->
        [one] { $people } réfléchit…
       *[other] { $people } réfléchissent…
    }
kept-away = 💤 { $keeper } joue pour **{ $seat }**, qui ne répond pas. Son prochain clic lui rend son siège.
kept-left = 🚪 { $keeper } joue pour **{ $seat }**, qui a quitté la partie.
take-button = Prendre sa place
take-which = Plusieurs personnes ont quitté la partie. Quelle place veux-tu ?
take-asked = 🙋 C’est demandé : si l’hôte est d’accord, la place laissée par **{ $seat }** est à toi, avec sa main. Le plateau te préviendra.
seat-asked = 🙋 **{ $person }** aimerait la place laissée par **{ $seat }** : { $host } décide.
seat-button = Répondre à { $person }
seat-confirm = Donner la place laissée par **{ $seat }** à **{ $person }** ? Cette personne verra sa main, et **{ $seat }** ne pourra plus y revenir.
seat-yes = Oui, donner la place
seat-no = Non, pas cette fois
seat-given = **{ $person }** joue maintenant à cette place.
seat-declined = Demande refusée : on continue de jouer à cette place comme avant.
note-taken = 🪑 { $people } prend la place laissée libre : le bouton ci-dessous ouvre sa main.
seat-taken = -# Quelqu’un d’autre joue maintenant à ta place.
refusal-seat-not-free = Personne n’a laissé cette place libre : regarde la partie, ou ouvre la tienne avec `/aide`.
refusal-too-many-asks = Plusieurs personnes attendent déjà une réponse : réessaie quand l’hôte aura décidé.
refusal-seat-knows = Tu as déjà eu une autre place à cette table et tu en connais le contenu : tu ne peux reprendre que celle-là.
refusal-seat-forgotten = Quelqu’un est parti de cette table pour de bon : seule sa place peut encore être prise, pour que personne ne voie deux mains.
refusal-nobody-asks = Cette demande n’est plus ouverte : regarde le plateau.
refusal-no-opponents = Ce jeu n’a pas encore d’adversaires : il se joue entre personnes. Presse **Commencer** quand d’autres ont rejoint la table.
refusal-no-free-seat = La table est complète : il n’y a plus de place pour un adversaire. **Retirer quelqu’un** en libère une.
refusal-nobody-missing = La table peut déjà commencer : ajoute des adversaires un par un si tu en veux d’autres.

## Refus

refusal-already-in = Tu es déjà à cette table.
refusal-full = La table et sa liste d’attente sont complètes. Ouvre une autre table, ou regarde celle-ci.
refusal-already-waiting = Tu es déjà sur la liste d’attente, en position { $place }. Si une place se libère, elle est à toi et je te préviens ici.
refusal-removed = { $host } a préféré composer cette table autrement : tu ne peux plus la rejoindre. Les autres tables te sont ouvertes, et tu peux ouvrir la tienne.
refusal-nobody-to-invite = Cette personne peut déjà rejoindre la table.
refusal-start-later = { $host } commence la partie. Ensuite, toute la table le peut. ⏳ { $time }
refusal-no-lobby-here = Aucune table n’attend de monde dans ce salon. `/aide` dit comment en ouvrir une.
refusal-no-game-here = Tu n’as pas fini de partie dans ce salon. `/aide` dit comment ouvrir une table.
refusal-nobody-to-remove = Cette personne n’est plus à la table.
refusal-no-such-option = Cette option n’existe plus : rouvre le menu ⋯ de la table.
refusal-no-teams = Cette table ne joue pas par équipes.
refusal-too-few =
    { $count ->
        [one] Il manque encore une personne pour commencer.
       *[other] Il manque encore { $count } personnes pour commencer.
    }
refusal-option-seats =
    « { $option } » demande { $seats } personnes : { $count ->
        [0] vous êtes trop nombreux, change l’option.
        [one] il manque une personne, ou change l’option.
       *[other] il manque { $count } personnes, ou change l’option.
    }
refusal-not-started = La partie n’a pas encore commencé : l’hôte presse **Commencer**.
refusal-already-started = La partie a déjà commencé.
refusal-finished = Cette partie est finie. **Revanche** en ouvre une autre.
illegal-not-your-turn = C’est à **{ $seat }** de jouer. Ton tour viendra.
illegal-chance-first = Le hasard tire d’abord : joue dans un instant.
refusal-moved-on = La table a avancé entre-temps : ton clic n’a rien changé. Réponds à la question d’en bas.
refusal-paused = La table est en pause : il me manque { $permissions } ici. Dès que la modération l’accorde, rejoue et la partie reprend.
refusal-look-first = Laisse à tout le monde le temps de regarder : encore { $seconds } s.
refusal-no-such-choice = Je ne comprends pas ce choix. Prends une des propositions qui s’affichent, ou passe par **Ma main**.
refusal-already-left = Tu as déjà quitté cette partie. « Je suis là » te rend ta place.
refusal-never-away = Tu es déjà à ta place : tu peux jouer.
refusal-already-agreed = Tu as déjà donné ton accord pour arrêter ; il manque celui des autres.
refusal-not-over = La partie n’est pas finie.
refusal-not-at-table = Tu n’es pas à cette table : regarde, ou ouvre la tienne avec `/aide`.
refusal-host-only = Seul l’hôte, { $host }, peut faire cela.
refusal-close-only = Seuls l’hôte et la modération peuvent fermer la table.
refusal-no-table = Cette table n’existe plus.
refusal-lost-table = Cette table n’a pas pu être relue : elle est fermée, sans perdant. Toutes nos excuses. Les autres tables continuent.
refusal-busy = La table est très demandée : réessaie dans un instant.
refusal-old-message = Ce message vient d’une version plus ancienne. `/main` ouvre ta main, `/table voir` remet la table en bas du salon.
refusal-servers-only = Les tables s’ouvrent dans un serveur, pas en message privé.
refusal-channel-closed = Ce salon n’est pas ouvert aux jeux. { $places ->
        [none] Aucun ne l’est encore.
       *[other] Salons ouverts : { $places }.
    } Une personne qui gère le serveur peut en ouvrir avec `/config salon`. En solo, on joue partout : `/jouer`.
refusal-channel-closed-manager = Ce salon n’est pas encore ouvert aux jeux. Ouvre-le avec `/config salon`, puis recommence.{ $places ->
        [none] { "" }
       *[other] { " " }Salons ouverts : { $places }.
    }
refusal-lacking = Il me manque { $permissions } dans ce salon. Une personne qui gère le serveur peut l’accorder ; `/config voir` donne la liste.
refusal-too-many-tables =
    { $count ->
        [one] Ce salon a déjà une table ouverte. Attends qu’elle se termine, ou demande à la modération (`/config limites`).
       *[other] Ce salon a déjà { $count } tables ouvertes. Attends qu’une se termine, ou demande à la modération (`/config limites`).
    }
refusal-too-many-hosted =
    { $count ->
        [one] Tu as déjà une table ouverte sur ce serveur. Termine-la, ou ferme-la (`/table fermer`).
       *[other] Tu as déjà { $count } tables ouvertes sur ce serveur. Termines-en une, ou ferme-la (`/table fermer`).
    }
refusal-banned = La modération de ce serveur ne te permet pas de t’asseoir à une table.
refusal-voice-banned = Ce serveur ne te laisse pas t’asseoir à ses tables : je n’y publie rien en ton nom non plus.
refusal-voice-silent = Tu ne peux pas écrire dans ce salon : je n’y publie rien en ton nom. Essaie dans un salon où tu écris.
refusal-roles-only = Seules certaines personnes peuvent ouvrir une table ici : { $roles }. Tu peux rejoindre celles des autres.
refusal-game-closed = On ne joue pas à ce jeu ici. Jeux possibles : { $games }.
refusal-pace-closed = On ne joue pas à ce rythme ici. Rythmes possibles : { $paces }.
refusal-last-pace = Il faut garder au moins un rythme. Autorise d’abord un autre rythme, puis retire celui-ci.
refusal-cannot-ban = Cette personne ne peut pas être bannie : choisis quelqu’un d’autre que toi, et pas un bot.
refusal-rematch-elsewhere = Demande la revanche là où la partie s’est jouée : { $place }.
refusal-already-rematched = La revanche est déjà ouverte, plus bas.
refusal-no-table-here = Tu n’as pas de partie en cours où faire cela. `/table liste` montre tes tables.
refusal-like-server-channel = « Comme le serveur » vaut pour un salon : choisis aussi le salon.
refusal-no-such-zone = Je ne connais pas ce fuseau horaire. Choisis-en un dans la liste, par exemple `Europe/Paris`.
refusal-quiet-needs-both = Donne les deux heures du silence : quand il commence et quand il finit.
refusal-managers-only = Il faut la permission **Gérer le serveur** pour cela.

apology = Quelque chose s’est mal passé de notre côté ; rien de ce qui était joué n’est perdu. Réessaie, et si cela recommence donne cette référence à l’hébergeur : `{ $reference }`
apology-permissions = Discord me refuse une permission ici. `/config voir` dit laquelle. (référence `{ $reference }`)

permission-view_channel = Voir le salon
permission-send_messages = Envoyer des messages
permission-send_messages_in_threads = Envoyer des messages dans les fils
permission-embed_links = Intégrer des liens
permission-attach_files = Joindre des fichiers
permission-read_message_history = Voir les anciens messages
permission-create_public_threads = Créer des fils publics

## Plusieurs processus, et une base qui ne répond pas

storage-away = Une seconde… je ne peux ni lire ni écrire les tables en ce moment. Rien de ce qui était joué n’est perdu : réessaie dans quelques secondes.

## Le journal de la modération

journal-settings = ⚙️ { $who } : `{ $what }`
journal-banned = 🚫 { $who } a banni { $person } des tables.
journal-pardoned = 🕊️ { $who } permet de nouveau à { $person } de s’asseoir aux tables.
journal-closed = ✖️ { $who } a fermé { $game } dans { $place } ({ $people }).
journal-closed-private = ✖️ { $who } a fermé { $game } dans un fil privé.
journal-erased = 🗑️ { $who } a effacé toutes les données de ce serveur.
journal-removed-feature = Note d’une fonction qui n’est plus installée.
journal-before = avant : { $value }
journal-after = après : { $value }
unwritable-journal = ⚠️ Je ne peux pas écrire le journal dans { $place } : il m’y manque { $permissions }. Rien n’est perdu : j’y écris tout dès que je le peux. `/config journal` choisit un autre salon.
unwritable-results = ⚠️ Je ne peux pas annoncer les résultats dans { $place } : il m’y manque { $permissions }. `/config resultats` choisit un autre salon.
journal-lacking = ⚠️ { $game } dans { $place } est en pause : il me manque { $permissions }.
journal-lacking-private = ⚠️ { $game } dans un fil privé est en pause : il me manque { $permissions }.

## Les adversaires parlent : une courte phrase de temps en temps

mute-button = Faire taire les adversaires
unmute-button = Laisser parler les adversaires
remark = { $face } **{ $name }** : « { $words } »
talk-odile-hello = { $way ->
    [1] Bonsoir. Que chacun relise les règles.
   *[2] Asseyons-nous. Je n’aime pas attendre.
 }
talk-odile-glad = { $way ->
    [1] C’était à la portée de tout le monde.
   *[2] Bien. Au suivant.
 }
talk-odile-sorry = { $way ->
    [1] Je l’ai noté.
   *[2] Cela arrive aux meilleurs. Et à moi.
 }
talk-odile-caught = { $way ->
    [1] On m’avait pourtant bien élevée.
   *[2] Un mensonge. Un seul. Que l’on note la date.
 }
talk-odile-fooled = { $way ->
    [1] Je retire ce que j’ai dit.
   *[2] Toutes mes excuses. Elles ne se répéteront pas.
 }
talk-odile-won = { $way ->
    [1] Merci à la tablée. On peut ranger.
   *[2] Le travail paie.
 }
talk-odile-lost = { $way ->
    [1] Belle partie. Je relirai mes notes.
   *[2] Félicitations. C’était mérité, hélas.
 }
talk-firmin-hello = { $way ->
    [1] Bonsoir la compagnie. La nuit est jeune.
   *[2] J’ai apporté la chance. Elle est un peu froissée.
 }
talk-firmin-glad = { $way ->
    [1] La chance a bon goût.
   *[2] Pas de remerciements, merci.
 }
talk-firmin-sorry = { $way ->
    [1] On perd, on salue, on recommence.
   *[2] J’ai connu des banquiers moins durs.
 }
talk-firmin-caught = { $way ->
    [1] Touché. Joli coup.
   *[2] Disons que je répétais un rôle.
 }
talk-firmin-fooled = { $way ->
    [1] Honnête ? Vraiment ? Quelle époque.
   *[2] J’aurais juré le contraire. Je jure beaucoup.
 }
talk-firmin-won = { $way ->
    [1] La maison offre la prochaine.
   *[2] On ne joue bien qu’en bonne compagnie.
 }
talk-firmin-lost = { $way ->
    [1] Je garde le chapeau, c’est l’essentiel.
   *[2] Bravo. La revanche est déjà commandée.
 }
talk-babette-hello = { $way ->
    [1] Je ne mens jamais avant le premier tour.
   *[2] Quoi, ce regard ?
 }
talk-babette-glad = { $way ->
    [1] Oh. Déjà ?
   *[2] Je n’y suis presque pour rien.
 }
talk-babette-sorry = { $way ->
    [1] Je m’en souviendrai gentiment.
   *[2] C’était ma préférée.
 }
talk-babette-caught = { $way ->
    [1] Et les autres fois, on m’a crue ?
   *[2] Bon. Un mensonge sur combien, au fait ?
 }
talk-babette-fooled = { $way ->
    [1] C’était vrai ? C’est déloyal.
   *[2] La vérité, maintenant. On aura tout vu.
 }
talk-babette-won = { $way ->
    [1] J’avais prévenu. Ou pas.
   *[2] Sans rancune ? Parfait.
 }
talk-babette-lost = { $way ->
    [1] J’ai laissé gagner. Qu’on me prouve le contraire.
   *[2] Bien joué. Je retiens les visages.
 }
talk-anatole-hello = { $way ->
    [1] Commençons. Lentement.
   *[2] Une partie, c’est une vie en plus court.
 }
talk-anatole-glad = { $way ->
    [1] Patience et longueur de temps.
   *[2] Tiens. Cela avance.
 }
talk-anatole-sorry = { $way ->
    [1] Rien ne dure. Surtout pas mes points.
   *[2] La pente est douce, mais c’est une pente.
 }
talk-anatole-caught = { $way ->
    [1] J’ai pensé une chose et dit l’autre.
   *[2] Même les tortues se trompent de sentier.
 }
talk-anatole-fooled = { $way ->
    [1] J’ai réfléchi longtemps pour me tromper.
   *[2] Le doute est un bon maître. Pas aujourd’hui.
 }
talk-anatole-won = { $way ->
    [1] J’arrive. Le premier, semble-t-il.
   *[2] Qui va lentement finit quand même.
 }
talk-anatole-lost = { $way ->
    [1] J’ai beaucoup appris. J’oublierai sans hâte.
   *[2] Bravo. Je rattraperai tout cela un jour.
 }
talk-ginette-hello = { $way ->
    [1] Allez, on n’a pas toute la soirée.
   *[2] Qu’est-ce que ce sera ? Une défaite ?
 }
talk-ginette-glad = { $way ->
    [1] Et voilà. Suivant.
   *[2] Cash.
 }
talk-ginette-sorry = { $way ->
    [1] Mettez ça sur mon ardoise.
   *[2] Ça pique. Pas longtemps.
 }
talk-ginette-caught = { $way ->
    [1] Oui, bon. Ça va.
   *[2] J’ai menti, je paie. C’est carré.
 }
talk-ginette-fooled = { $way ->
    [1] Au temps pour moi. Tournée générale.
   *[2] J’ai l’oreille qui fatigue.
 }
talk-ginette-won = { $way ->
    [1] L’addition est pour la table.
   *[2] On ferme. J’ai gagné.
 }
talk-ginette-lost = { $way ->
    [1] Bien joué. Pas de pourboire.
   *[2] La prochaine fois, je m’assois ailleurs.
 }
