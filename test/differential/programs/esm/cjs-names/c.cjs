exports.named = 1;
exports['quoted-name'] = 2;
module.exports.fnExport = () => 'called';
if (true) exports.ifAssigned = 'yes';
Object.defineProperty(exports, 'getter', { enumerable: true, get: function () { return 5; } });
Object.defineProperty(exports, 'valued', { value: 6 });
exports['comp' + 'uted'] = 3;
