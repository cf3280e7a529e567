name = Plus ou moins
blurb = Un nombre de 1 à 20 est caché. Qui le nomme gagne. Pour 2 ou 3.
command = plusoumoins
    .help = Jouer à Plus ou moins
verb-guess = deviner
    .help = Nommer un nombre entre les bornes
    .button = Deviner
    .number = nombre
    .number-help = Un des nombres encore possibles
ask-guess-1 = Quel nombre ?
scene = Le nombre est entre **{ $low }** et **{ $high }**.
story-start = Un nombre de 1 à 20 est caché.
story =
    { $answer ->
        [found] **{ $seat }** dit **{ $number }** : c’est lui.
        [more] **{ $seat }** dit **{ $number }** : c’est plus.
       *[less] **{ $seat }** dit **{ $number }** : c’est moins.
    }
illegal-not-your-turn = C’est à { $seat } de nommer un nombre : attends ton tour.
illegal-out-of-bounds = Le nombre est entre { $low } et { $high } : choisis l’un de ceux-là.
rules =
    - Un nombre de 1 à 20 est caché.
    - À tour de rôle, chacun en nomme un ; le bot dit si c’est plus ou moins.
    - Qui le nomme gagne.
rules-time = Quand ton temps est écoulé, le nombre du milieu est nommé pour toi.
    .title = Quand le temps manque
win = Nombre trouvé par { $winners }.
final-score =
    { $score ->
        [one] { $score } nombre trouvé
       *[other] { $score } nombres trouvés
    }
