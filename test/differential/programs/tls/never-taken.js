// What waits in a stream of the program's own that takes nothing keeps no process alive.
const tls = require('node:tls');
const { Duplex } = require('node:stream');
const stuck = new Duplex({ read() {}, write(chunk) { console.log('asked', chunk.length > 0); } });
const socket = tls.connect({ socket: stuck });
socket.on('error', (error) => console.log(error.message));
socket.write('text', () => console.log('never'));
socket.end();
process.on('exit', (code) => console.log('exit', code));
