exports.a = 1; exports.b = { c: 2 }; exports.named = function () { return 'named ' + (this === undefined); }; exports['with space'] = 3;
