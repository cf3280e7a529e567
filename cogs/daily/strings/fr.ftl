daily = defi
    .help = La donne du jour, la même pour tout le monde : un seul essai compte
config = defi
    .help = Annoncer le défi du jour : l’invitation le matin, le classement le soir
    .channel = salon
    .channel-help = Le salon (par défaut celui déjà choisi, sinon celui-ci)
    .morning = matin
    .morning-help = L’heure de l’invitation, de 0 à 23 (par défaut 8)
    .evening = soir
    .evening-help = L’heure du classement, de 0 à 23 (par défaut 20)
    .zone = fuseau
    .zone-help = Le fuseau horaire de ces heures, par exemple Europe/Paris
    .on = actif
    .on-help = Oui pour annoncer (par défaut), non pour arrêter
yes = oui
no = non

table-title = Défi nº { $number }
title = { table-title } · { $game } · { $day }
about = La même donne pour tout le monde, contre { $others ->
    [one] un adversaire habitué
   *[other] { $others } adversaires habitués
}. **Un seul essai compte**, sans conseil, jusqu’à minuit UTC ({ $end }).
next = -# Demain : { $game } ({ $end }).
podium = -# Hier ici : { $names }
running = Ton essai t’attend.
given-up = Ton essai d’aujourd’hui s’est arrêté sans résultat. Tu peux encore t’entraîner.
spent = Tu as déjà eu ton essai d’aujourd’hui, et tu l’as effacé : un second ne compterait pas. Entraîne-toi autant que tu veux, ou reviens demain.
seals =
    -# Un sceau prouve que la donne ne change plus. Sceau d’aujourd’hui : `{ $today }`
    -# Sceau de demain : `{ $tomorrow }`
place = { $place ->
    [1] Tu finis **1ᵉʳ sur { $seats }**.
   *[other] Tu finis **{ $place }ᵉ sur { $seats }**.
}
among = { $others ->
    [one] Mieux que **{ $percent } %** des autres aujourd’hui (une personne).
   *[other] Mieux que **{ $percent } %** des autres aujourd’hui ({ $others } personnes).
}
first = Personne d’autre n’a encore fini ce défi.
streak = { $days ->
    [7] 🎉 **Une semaine entière : 7 jours de suite !**
    [30] 🎉 **30 jours de suite !**
    [100] 🎉 **100 jours de suite !**
    [365] 🎉 **Une année entière : 365 jours de suite !**
    [one] 🔥 Premier jour
   *[other] 🔥 { $days } jours de suite
}
streak-next = 🔥 { $next }ᵉ jour de suite, si tu finis ce défi.
streak-saved = -# ❄️ Hier manqué, mais ta série tient : une fois par mois.
days-section = **Défi du jour** · { $streak ->
    [0] pas de série en cours
    [one] 🔥 premier jour
   *[other] 🔥 { $streak } jours de suite
}, record { $best }
days-legend = -# 🏆 gagné · 🟦 fini · ❄️ manqué sans rompre la série
late = -# Fini après minuit UTC : cet essai ne compte pas.
opened =
    Ce défi est fini, son sceau est ouvert :
    `{ $seal }`
    C’est le SHA-256 des octets `{ $nonce }` (en hexadécimal) suivis de cette donne :
play = Jouer
learn-game = Apprendre
practise = S’entraîner
share = Partager
copy = Copier
button = Le défi du jour
seals-button = Preuve
opened-button = La donne d’hier
accept = Relever le défi
you = Toi
ranking = Qui l’a joué ici, sans rien dévoiler :
more = { $count ->
    [one] et une autre personne
   *[other] et { $count } autres personnes
}
until = Le défi se joue encore jusqu’à minuit UTC ({ $end }).
over = Ce défi est fini : le suivant est ouvert.
expert = -# Avec cette donne, un expert fait { $score } en moyenne.
expert-better = ## 🎉 Tu bats l’expert !
expert-equal = **Aussi bien que l’expert !**
against = Expert **{ $expert }** en moyenne · toi **{ $mine }**{ $lowest ->
    [yes] { " " }(le moins est le mieux)
   *[no] { "" }
}
told = { $known ->
    [yes] expert { $expert } · moi { $mine }
   *[no] score { $mine }
}
copied = Tablée, défi nº { $number } · { $game }

refusal-no-hints = Ton essai du jour se joue sans conseil. Tu pourras en demander en t’entraînant, après.
refusal-unfinished = Il n’y a rien à partager : seul un essai fini le jour même compte. `/defi` montre où tu en es.
refusal-shared = Ce salon connaît déjà ton résultat. Tu peux le partager dans un autre avec `/defi`.
refusal-hours = L’invitation et le classement ne peuvent pas venir à la même heure : choisis deux heures différentes.

settings = **Défi du jour** : { $value }
settings-times = { $channel }, invitation à { $morning } h et classement à { $evening } h, heure de `{ $zone }` (chez toi { $invitation } et { $ranking })
journal-daily-lacking = ⚠️ Je ne peux pas annoncer le défi du jour dans { $place } : il m’y manque **Voir le salon** ou **Envoyer des messages**. J’essaierai encore à la prochaine annonce.
journal-daily-gone = ⚠️ Le salon du défi du jour n’existe plus : je n’annonce plus rien. `/config defi` en choisit un autre.
unwritable = ⚠️ Je ne peux pas annoncer le défi du jour dans { $place } : il m’y manque { $permissions }. `/config defi` choisit un autre salon.
