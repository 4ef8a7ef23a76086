// A socket goes to a child, ports are shared by those who ask for it, and a callback may stand in the place of the port.
const dgram = require('dgram');
const net = require('net');
const { fork } = require('child_process');
if (process.argv[2] === 'child') {
  process.once('message', (text, socket) => {
    socket.once('message', (message, { port, size }) => {
      process.send(`${text} ${message} ${size} ${socket.address().port === Number(message)}`);
      socket.close();
      process.disconnect();
    });
    process.send('ready');
  });
} else {
  const socket = dgram.createSocket('udp4');
  socket.bind(() => {
    const { port } = socket.address();
    const child = fork(__filename, ['child']);
    child.send('hello', socket);
    child.on('message', (answer) => {
      console.log(answer.replace(String(port), 'PORT'));
      if (answer !== 'ready') return;
      socket.close();
      const sender = dgram.createSocket('udp4');
      sender.send(String(port), port, '127.0.0.1', () => sender.close());
    });
    child.on('exit', (code) => {
      console.log('exit', code);
      repeated();
    });
  });
}

function repeated() {
  const holder = dgram.createSocket('udp4');
  holder.bind(0, () => {
    const second = dgram.createSocket('udp4');
    let errors = 0;
    second.on('error', (error) => {
      console.log(error.code, error.syscall);
      if (++errors < 3) second.bind(holder.address().port);
      else {
        second.close();
        holder.close();
        shared();
      }
    });
    second.bind(holder.address().port);
  });
}

function shared() {
  const one = dgram.createSocket({ type: 'udp4', reusePort: true });
  const two = dgram.createSocket({ type: 'udp4', reusePort: true });
  const three = dgram.createSocket('udp4').on('error', (error) => console.log('not shared', error.code));
  one.bind(0, () => {
    const { port } = one.address();
    two.bind(port, () => {
      console.log('shared', two.address().port === port);
      three.bind(port);
      setImmediate(() => {
        for (const socket of [one, two, three]) socket.close();
        servers();
      });
    });
  });
}

function servers() {
  const one = net.createServer();
  const two = net.createServer();
  const three = net.createServer().on('error', (error) => console.log('not shared', error.code));
  one.listen({ port: 0, reusePort: true }, () => {
    const { port } = one.address();
    two.listen({ port, reusePort: true }, () => {
      console.log('shared', two.address().port === port);
      three.listen(port);
      setTimeout(() => {
        one.close();
        two.close();
        files();
      }, 50);
    });
  });
}

function files() {
  const first = dgram.createSocket('udp4');
  first.bind(0, '127.0.0.1', () => {
    const server = net.createServer().listen(0, () => {
      try {
        dgram.createSocket('udp4').bind({ fd: server._handle.fd });
      } catch (error) {
        console.log(error.code, error.message);
      }
      server.close();
      first.close();
    });
  });
}
