const tty = require('node:tty');
console.log(tty.isatty(0), tty.isatty(99), process.stdout.isTTY, process.stdout.columns, process.stdout.hasColors, process.stderr.isTTY);
try {
  new tty.WriteStream(99);
} catch (e) {
  console.log(e.name, e.code);
}
