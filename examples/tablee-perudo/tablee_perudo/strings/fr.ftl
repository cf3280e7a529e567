name = Perudo
blurb = Des dés cachés, des annonces qui montent, et quelqu’un qui ment. De 2 à 6.
command = perudo
    .help = Jouer à Perudo
title =
    { $total ->
        [one] { $total } dé en jeu
       *[other] { $total } dés en jeu
    }

verb-bid = annoncer
    .help = Annoncer combien de dés montrent une face
    .button = Annoncer
    .face = face
    .face-help = La face que tu annonces
    .count = nombre
    .count-help = Combien de dés la montrent, au moins
verb-doubt = douter
    .help = Mettre en doute la dernière annonce
    .button = Je doute
ask-bid-1 = Quelle face annonces-tu ?
ask-bid-2 = Combien de dés, au moins ?
face =
    { $face ->
        [1] les as
       *[other] les { $face }
    }
count =
    { $count ->
        [one] { $count } dé
       *[other] { $count } dés
    }

player =
    - **{ $seat }** · { $count ->
        [one] { $count } dé
       *[other] { $count } dés
    }
player-shown = - **{ $seat }** · { $dice }
player-out = - **{ $seat }** · sans dés
claim = Annonce de **{ $seat }** : **{ $count } × { $face }**
hand = Sous ton gobelet : **{ $dice }**
palifico = **Palifico** : les as ne sont pas des jokers, et la face ne change plus, sauf pour qui n’a qu’un dé.
picture-open = Qui ouvre annonce librement
story-start = Les dés sont jetés. La première annonce est libre.
story-bid = **{ $seat }** annonce **{ $count } × { $face }**.
story-true = **{ $seat }** doute de **{ $count } × { $face }** ; il y en a { $found } : **{ $other }** avait raison, **{ $seat }** perd un dé.
story-false = **{ $seat }** doute de **{ $count } × { $face }** ; il y en a { $found } : **{ $other }** perd un dé.
story-out = **{ $seat }** n’a plus de dés et quitte le jeu.

illegal-nothing-to-doubt = Il n’y a encore aucune annonce : annonce d’abord.
illegal-too-low = Annonce plus que **{ $count } × { $face }**, ou doute.
illegal-too-many-dice = Il n’y a que { $total } dés en jeu : annonce moins, ou doute.
illegal-no-jokers-first = On n’ouvre pas avec les as : choisis une autre face.
illegal-face-is-fixed = C’est un palifico : monte le nombre de { $face }, ou doute.
illegal-too-bold = C’est trop d’un coup : monte de dix dés au plus.

rules =
    - Chacun a cinq dés et les jette sous son gobelet ; tu ne vois que les tiens.
    - À ton tour, annonce combien de dés, sur toute la table, montrent une face : « au moins cinq 4 ».
    - Les as (1) sont des jokers : ils comptent pour chaque face.
    - On monte : plus de dés, ou autant de dés d’une face plus haute.
    - On passe aux as avec la moitié des dés, arrondie ; on en revient avec le double plus un.
    - Au lieu de monter, tu peux douter : tout le monde montre ses dés.
    - Il y en a assez ? Qui a douté perd un dé. Sinon, c’est qui a annoncé.
    - Qui a perdu ouvre la manche suivante, après un nouveau jet.
    - Qui tombe à un dé ouvre un palifico : les as ne sont plus des jokers, et la face est fixée.
    - Sans dés, on est éliminé. Qui garde les derniers dés gagne.
rules-details =
    On n’ouvre pas une manche avec les as, sauf en palifico. Une annonce dépasse ce qu’il faut de dix dés au plus.

    En palifico, la première annonce fixe la face : on ne monte que le nombre. Seules les personnes à qui il reste un seul dé peuvent changer de face. À deux, il n’y a plus de palifico.

    Si la personne éliminée devait ouvrir, c’est la suivante qui ouvre. Le score est le nombre de personnes auxquelles on a survécu.

    Quand ton temps est écoulé, la table doute pour toi d’une annonce qui dépasse la moitié des dés ; sinon elle fait la plus petite annonce.
    .title = En détail
win = Victoire de { $winners } !
final-score =
    { $score ->
        [0] éliminé en premier
        [one] a survécu à { $score } personne
       *[other] a survécu à { $score } personnes
    }
figure-bids =
    { $count ->
        [one] { $count } annonce
       *[other] { $count } annonces
    }
figure-right =
    { $count ->
        [one] { $count } doute fondé
       *[other] { $count } doutes fondés
    }
figure-wrong =
    { $count ->
        [one] { $count } doute de trop
       *[other] { $count } doutes de trop
    }
figure-caught =
    { $count ->
        [one] { $count } annonce percée à jour
       *[other] { $count } annonces percées à jour
    }
figure-dice =
    { $count ->
        [one] { $count } dé à la fin
       *[other] { $count } dés à la fin
    }
total-rounds =
    { $count ->
        [one] { $count } manche
       *[other] { $count } manches
    }
total-bids =
    { $count ->
        [one] { $count } annonce
       *[other] { $count } annonces
    }
honour-untouched = A gagné sans perdre un seul dé
honour-hanging = A gagné avec un seul dé
honour-hunter = A douté cinq fois sans se tromper
honour-unseen = A fait dix annonces sans être pris en faute

advice-bid =
    { $mine ->
        [0] Tu n’as aucun dé qui compte
        [one] Tu as déjà un dé qui compte
       *[other] Tu as déjà { $mine } dés qui comptent
    } : { $count } × { $face } est vrai dans { $chance } % des cas.
advice-doubt =
    { $mine ->
        [0] Tu n’as aucun dé qui compte
        [one] Tu n’as qu’un dé qui compte
       *[other] Tu as { $mine } dés qui comptent
    } : { $count } × { $face } n’est vrai que dans { $chance } % des cas.

lesson-open = Tu as deux 3 et un as, qui vaut n’importe quelle face : déjà trois 3. Annonce-les : **les 3**, puis **3 dés**.
    .other = Commence par ce que tu as : **les 3**, puis **3 dés**.
lesson-doubt = { $one } dit quatre 3, { $two } en dit cinq. Tu en as trois : il en faudrait deux parmi dix dés cachés… presse **Je doute**.
    .other = Cinq 3, c’est beaucoup : presse **Je doute**.
lesson-shown = Tous les gobelets se lèvent : il n’y a que quatre 3. { $two } a trop annoncé et perd un dé.
lesson-raise = Nouveau jet ; { $two } ouvre avec quatre 5. Avec tes as, tu en as déjà quatre : monte à **les 5**, puis **5 dés**.
    .other = Tu as quatre 5 avec les as : **les 5**, puis **5 dés**.
    .trust = Ne doute pas : tu as toi-même quatre 5. Monte : **les 5**, puis **5 dés**.
lesson-jokers = { $one } passe aux as : la moitié suffit. { $two } dit quatre as. Tu n’en as que deux, et les as ne comptent que pour eux-mêmes : **Je doute**.
    .other = Quatre as sur quatorze dés, c’est rare : **Je doute**.
lesson-again = Trois as seulement : { $two } perd encore un dé. À un seul dé, ce serait un palifico.
lesson-free = { $two } ouvre avec deux 4. Tu as un 4 et deux 2 : monte un peu, ou doute.
    .other = Tu peux monter d’un dé, passer aux 6, ou douter.
lesson-end = Tu sais jouer : annonce, monte, doute au bon moment, et garde le dernier dé.
