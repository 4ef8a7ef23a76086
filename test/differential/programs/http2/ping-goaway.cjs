// Pings with and without payload, and a farewell with data.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('session', (session) => {
  session.on('ping', (payload) => console.log('server pinged', payload.toString()));
  session.on('goaway', (code, last, data) => console.log('server got goaway', code, last, data?.toString()));
});
server.on('sessionError', (error) => console.log('session error', error.code, error.message));
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', () => {
    console.log(client.ping(Buffer.from('12345678'), (error, duration, payload) => {
      console.log('pong', error, typeof duration, payload.toString());
      client.goaway(0, 0, Buffer.from('bye'));
      setTimeout(() => { client.destroy(); server.close(); }, 100);
    }));
    try { client.ping(Buffer.alloc(3), () => {}); } catch (e) { console.log(e.code); }
  });
});
