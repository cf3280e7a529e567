privacy = confidentialite
    .help = Ce que je garde de toi : le voir, l’exporter, l’effacer

stored =
    ### Ce que je garde de toi
    - **Tes parties** : ton numéro Discord, ton nom affiché, ta place et tes coups, pour que les parties se jouent, se revoient et se vérifient.
    - **Leurs résultats** : place, score et chiffres de chaque partie finie, d’où viennent profils et classements.
    - **Tes défis du jour** : quels jours et sur quels serveurs tu as joué, ta série, et où tu l’as partagé.
    - **Le journal de la modération** : ce que tu as décidé sur un serveur, ou ce qu’on y a décidé à ton sujet, 90 jours au plus.
    - **Tes réglages** : rappels, leçons et règles déjà proposées.
    - **La dernière partie que tu m’as fait vérifier**, sept jours, pour que tu puisses la revoir.
    Je ne lis aucun message, et rien n’est vendu, partagé ni utilisé pour autre chose.
kept-always = -# Les parties finies sont gardées jusqu’à ce que tu les effaces.
kept-days = { $days ->
    [one] -# Une partie finie depuis plus d’un jour perd d’elle-même noms et numéros.
   *[other] -# Une partie finie depuis plus de { $days } jours perd d’elle-même noms et numéros.
}
standing-shown = Tu figures dans les classements des serveurs où tu joues.
standing-hidden = Tu ne figures dans aucun classement, et personne d’autre ne voit ton profil.

export-button = Exporter
hide-button = Ne pas me classer
show-button = Me classer de nouveau
erase-button = Tout effacer

exported = Voici tout ce que je garde de toi. Personne d’autre que toi ne voit ce fichier.
export-large = Ce fichier est trop gros pour Discord. Demande-le à qui héberge le bot.
hidden-done = C’est fait : plus de classement, et plus de profil pour les autres.
shown-done = C’est fait : tu comptes de nouveau dans les classements.
erase-confirm =
    Veux-tu **tout effacer** ? Tes tables ouvertes sont quittées, tes résultats, ton classement et tes réglages disparaissent. Dans les parties déjà jouées, tu deviens « quelqu’un » : celles des autres restent. On ne peut pas revenir en arrière.
    -# Je retire ton nom des plateaux, des salles d’attente et des résultats que j’ai publiés ; ce que tu as fait publier toi-même (un profil, un classement, un film, un défi partagé) reste à son salon, et un bannissement prononcé par un serveur reste aussi.
erased = C’est effacé. Je ne sais plus qui tu es.
