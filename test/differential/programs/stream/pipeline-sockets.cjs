const net = require('node:net');
const { pipeline, Transform } = require('node:stream');
const upper = () => new Transform({ transform(chunk, _e, cb) { cb(null, String(chunk).toUpperCase()); } });
const server = net.createServer((socket) => {
  pipeline(socket, upper(), socket, (e) => console.log('server pipeline', e ? e.code : 'ok'));
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('utf8').on('data', (d) => { text += d; }).on('end', () => { console.log(text); server.close(); });
  client.end('make me loud');
});
