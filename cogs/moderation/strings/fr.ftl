config = config
    .help = Décider où et comment on joue sur ce serveur
show = voir
    .help = Les réglages, et les permissions qui me manquent
channel = salon
    .help = Ouvrir un salon aux jeux, ou le fermer
    .channel = salon
    .channel-help = Le salon (par défaut celui-ci)
    .opened = ouvert
    .opened-help = Oui pour l’ouvrir aux jeux (par défaut), non pour le fermer
language = langue
    .help = La langue des plateaux (chacun lit sa main dans la sienne)
    .language = langue
    .language-help = La langue de tout ce que le salon voit
    .channel = salon
    .channel-help = Seulement dans ce salon (par défaut : tout le serveur)
pace-default = rythme
    .help = Le rythme des tables quand personne n’en choisit un
    .pace = rythme
    .pace-help = Le rythme par défaut
    .channel = salon
    .channel-help = Seulement dans ce salon (par défaut : tout le serveur)
games = jeux
    .help = Choisir les jeux auxquels on joue, sur le serveur ou dans un salon
    .game = jeu
    .game-help = Le jeu
    .allowed = autorise
    .allowed-help = Oui, non, ou comme le serveur : le salon n’a plus sa propre liste
    .channel = salon
    .channel-help = Seulement dans ce salon (par défaut : tout le serveur)
threads = fils
    .help = Donner à chaque partie son propre fil, ou jouer dans le salon
    .use = fils
    .use-help = Oui pour un fil par partie
limits = limites
    .help = Combien de tables un salon, ou une même personne, peut avoir en même temps
    .tables = par-salon
    .tables-help = Tables ouvertes par salon, de 1 à 25
    .hosted = par-hote
    .hosted-help = Tables ouvertes par une même personne, de 1 à 25
    .idle = jours-sans-coup
    .idle-help = Jours sans coup après lesquels une table se ferme, de 1 à 60
paces = rythmes
    .help = Choisir les rythmes que l’on peut prendre, sur le serveur ou dans un salon
    .pace = rythme
    .pace-help = Le rythme
    .allowed = autorise
    .allowed-help = Oui pour l’autoriser, non pour le retirer
    .channel = salon
    .channel-help = Seulement dans ce salon (par défaut : tout le serveur)
roles = roles
    .help = Choisir qui peut ouvrir une table (sans rôle choisi : tout le monde)
    .role = role
    .role-help = Le rôle
    .allowed = autorise
    .allowed-help = Oui pour l’autoriser (par défaut), non pour le retirer
ban = bannir
    .help = Interdire à quelqu’un de s’asseoir à une table de ce serveur
    .person = personne
    .person-help = Qui ne peut plus s’asseoir ici
pardon = gracier
    .help = Permettre de nouveau à quelqu’un de s’asseoir à une table
    .person = personne
    .person-help = Qui peut de nouveau s’asseoir ici
journal = journal
    .help = Choisir le salon où l’on note fermetures, bannissements et réglages
    .channel = salon
    .channel-help = Le salon (par défaut celui-ci)
    .on = actif
    .on-help = Oui pour écrire dans ce salon (par défaut), non pour n’écrire nulle part
results = resultats
    .help = Choisir le salon où l’on annonce le résultat de chaque partie
    .channel = salon
    .channel-help = Le salon (par défaut celui-ci)
    .on = actif
    .on-help = Oui pour annoncer les résultats (par défaut), non pour arrêter
tables = tables
    .help = Toutes les tables ouvertes du serveur, avec de quoi les fermer
erase = effacer
    .help = Effacer tout ce que je garde de ce serveur (je demande confirmation)

yes = oui
no = non
language-host = celle de l’hôte de chaque table
like-server = comme le serveur
saved = ✅ C’est enregistré.
settings = Réglages du serveur
settings-language = **Langue des plateaux** : { $value }
settings-pace = **Rythme par défaut** : { $value }
settings-threads = **Un fil par partie** : { $value }
settings-games = **Jeux** : { $value }
settings-limits = **Tables ouvertes** : { $tables } au plus par salon, { $hosted } par personne
settings-idle =
    { $days ->
        [one] **Tables sans coup** : fermées après { $days } jour, et annoncées avant
       *[other] **Tables sans coup** : fermées après { $days } jours, et annoncées avant
    }
settings-paces = **Rythmes possibles** : { $value }
all-paces = tous
settings-roles = **Qui ouvre des tables** : { $value }
settings-banned = **Ne peuvent pas s’asseoir** : { $value }
settings-journal = **Journal** : { $value }
settings-results = **Annonce des résultats** : { $value }
settings-special = **Différent dans certains salons** :
everybody = tout le monde
nobody = personne
none = aucun salon
all-games = tous
no-games = aucun
settings-channels = **Salons ouverts aux jeux** :
settings-no-channel = **Aucun salon n’est ouvert aux jeux.** `/config salon` ouvre celui où tu l’écris.
access-good = j’ai toutes les permissions qu’il me faut
access-lacking = ⚠️ il me manque { $permissions }
access-unknown = ⚠️ je ne vois pas ce salon (supprimé, ou il me manque **Voir le salon**)

tables-none = Aucune table n’est ouverte sur ce serveur.
tables-title =
    { $count ->
        [one] **Une table ouverte.** ✖ la ferme, après une question.
       *[other] **{ $count } tables ouvertes.** ✖ en ferme une, après une question.
    }
tables-unseen =
    { $count ->
        [one] Une table est dans un fil privé : il faut **Gérer les fils** dans son salon pour la voir.
       *[other] { $count } tables sont dans des fils privés : il faut **Gérer les fils** dans leur salon pour les voir.
    }
tables-line = { $number }. **{ $game }** · { $place } · { $people } · dernier signe { $time }
banned-done =
    { $count ->
        [0] { $person } ne peut plus s’asseoir à une table de ce serveur. `/config gracier` le permet de nouveau.
        [one] { $person } a quitté sa table et ne peut plus s’asseoir sur ce serveur. `/config gracier` le permet de nouveau.
       *[other] { $person } a quitté ses { $count } tables et ne peut plus s’asseoir sur ce serveur. `/config gracier` le permet de nouveau.
    }
banned-already = { $person } ne pouvait déjà plus s’asseoir ici.
pardoned-done = { $person } peut de nouveau s’asseoir aux tables de ce serveur.
not-banned = { $person } n’est pas interdit de table : rien n’a changé.
erase-confirm = Effacer **tout** ce que je garde de ce serveur : toutes les parties, finies ou en cours, et tous les réglages ? Les parties en cours se ferment sans résultat. **Cela ne peut pas être annulé.**
erase-button = Tout effacer
erase-done = C’est fait : je ne garde plus rien de ce serveur. `/config salon` permet de recommencer.
journal-button = Journal
entries-title = **Journal de la modération**, le plus récent d’abord ({ $days } jours et { $entries } entrées au plus).
entries-none = Le journal est vide : personne n’a encore rien changé ici.
channel-tables =
    { $count ->
        [one] ⚠️ Une table est encore ouverte dans { $place }. Si la partie a commencé, elle continue ; sinon elle ne peut plus commencer. `/config tables` permet de la fermer.
       *[other] ⚠️ { $count } tables sont encore ouvertes dans { $place }. Les parties commencées continuent ; les autres ne peuvent plus commencer. `/config tables` permet de les fermer.
    }
