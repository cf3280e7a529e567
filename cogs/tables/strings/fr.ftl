table = table
    .help = Voir, quitter ou fermer tes tables
show = voir
    .help = Remettre la table en bas du salon
list = liste
    .help = La liste de tes tables sur ce serveur
leave = quitter
    .help = Quitter la table (en pleine partie, elle joue à ta place)
stop = abandonner
    .help = Proposer d’arrêter la partie sans vainqueur
close = fermer
    .help = Fermer la table de ce salon (hôte ou modération)
hand = main
    .help = Ouvrir ta main, et jouer si c’est à toi
rules = regles
    .help = Lire les règles d’un jeu
    .game = jeu
    .game-help = Le jeu dont tu veux les règles
help = aide
    .help = À quoi jouer et comment commencer

help-intro = **Tablée** donne les cartes, garde les secrets et tient les règles. Dans un salon ouvert aux jeux :
help-more =
    `/main` ouvre ta main, `/table liste` tes tables, `/regles` les règles. Tout se joue aussi avec les boutons du plateau.
    -# Pour ouvrir un salon aux jeux : `/config salon` (permission Gérer le serveur).
show-done = La table est remise en bas de { $place }.
list-empty = Tu n’es à aucune table sur ce serveur. `/aide` dit comment en ouvrir une.
list-lobby = en attente de joueurs
list-your-turn = **à toi de jouer**
list-waiting = on attend { $people }
left-lobby = Tu as quitté la table.
