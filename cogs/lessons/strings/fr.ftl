learn = apprendre
    .help = Apprendre un jeu en deux minutes, en y jouant
    .game = jeu
    .game-help = Le jeu à apprendre (sinon, la liste)

help-lessons = Apprendre
learning-title = { $game } : la leçon · { $number }/{ $count }
learning-title-end = { $game } : la leçon est finie
learning-go-on = Continuer
learning-leave = Quitter
learning-not-so = 🔎 { $words }
learning-done = Voilà pour l’essentiel ; le reste vient en jouant. Tu peux commencer tout de suite contre des adversaires débutants.
learning-done-only = Voilà pour l’essentiel ; le reste vient en jouant.
learning-again = Recommencer
learning-others = Autres leçons
learning = **Apprendre en jouant** — environ deux minutes par jeu. Je te dis quoi regarder et quoi presser ; se tromper n’y coûte rien, et personne d’autre ne le voit. Par quoi commences-tu ?
learning-left = Leçon quittée : rien n’en est gardé. Choisis-en une autre, ou reviens plus tard avec `/apprendre`.
