daily = defi
    .help = La donne du jour, la même pour tout le monde : un seul essai compte
