name = Skeleton
blurb = Quatre cartes en main. Pose plus que le milieu pour marquer. De 2 à 4.
command = skeleton
    .help = Jouer à Skeleton
verb-lay = poser
    .help = Poser au milieu une carte de ta main
    .button = Poser
    .card = carte
    .card-help = Une des cartes de ta main
ask-lay-1 = Quelle carte poses-tu ?
scene = Au milieu : **{ $card }**.
player = - **{ $seat }** · { final-score } · en main : { $left }
story-more = **{ $seat }** pose **{ $card }** sur **{ $below }** : plus, un point.
story-less = **{ $seat }** pose **{ $card }** sur **{ $below }** : moins, rien.
uncovered = - **{ $seat }** tient { $cards }.
hand = Tu tiens **{ $cards }**.
illegal-not-in-hand = Tu ne tiens pas le { $card } : pose une carte de ta main.
rules =
    - Les cartes vont de 1 à 20. Chacun en reçoit quatre ; une autre est retournée au milieu.
    - À tour de rôle, chacun pose une carte de sa main sur le milieu. Plus que celle d’en dessous : un point.
    - Quand les mains sont vides, qui a le plus de points gagne.
    - Quand ton temps est écoulé, ta carte la plus basse est posée pour toi.
win = Victoire de { $winners }.
final-score =
    { $score ->
        [one] { $score } point
       *[other] { $score } points
    }
