exports.h = (x) => { if (x) { return 1; } return 2; }; exports.h(); exports.h();
