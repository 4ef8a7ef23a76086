function* numbers() { yield 1; yield 2; } numbers(); numbers(); [...numbers()];
