daily = daily
    .help = The deal of the day, the same for everybody: only one try counts
