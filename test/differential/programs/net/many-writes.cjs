// Cork, many small writes, callbacks in their order, strings in encodings.
const net = require('node:net');
const server = net.createServer((socket) => {
  const parts = [];
  socket.on('data', (part) => parts.push(part)).on('end', () => { console.log(Buffer.concat(parts).toString('hex')); server.close(); });
});
server.listen(0, () => {
  const client = net.connect(server.address().port, () => {
    client.cork();
    const order = [];
    client.write('abc', () => order.push(1));
    client.write('ä', 'latin1', () => order.push(2));
    client.write('ff00', 'hex', () => order.push(3));
    client.write('Zm9v', 'base64', () => order.push(4));
    client.write(Buffer.from([1, 2]), () => order.push(5));
    client.write(new Uint8Array([3]), () => order.push(6));
    console.log(client.writableCorked, client.writableLength, client.bytesWritten);
    client.uncork();
    client.end('é', 'utf16le', () => console.log(order));
    try { client.write(5); } catch (e) { console.log(e.code); }
    try { client.write(null); } catch (e) { console.log(e.code); }
  }).on('error', (e) => console.log('error', e.code));
});
