// tty on descriptors that are none.
const tty = require('tty');
const fs = require('fs');
fs.writeFileSync('f', '');
const fd = fs.openSync('f');
const t = (f) => { try { return f(); } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
console.log(tty.isatty(fd), tty.isatty(-1), tty.isatty('x'), tty.isatty(2 ** 31), t(() => new tty.ReadStream(fd)), t(() => new tty.WriteStream(fd)), t(() => new tty.ReadStream(-1)), t(() => tty.WriteStream('x')));
console.log(tty.WriteStream.prototype.getColorDepth.call({}, { TERM: 'xterm-256color' }), tty.WriteStream.prototype.getColorDepth.call({}, { COLORTERM: 'truecolor' }), tty.WriteStream.prototype.getColorDepth.call({}, { TERM: 'dumb' }), tty.WriteStream.prototype.hasColors.call({ getColorDepth: () => 4 }, 16));
