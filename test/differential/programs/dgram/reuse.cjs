// One port twice: refused, and allowed to those who share; with an abort signal.
const dgram = require('node:dgram');
const controller = new AbortController();
const first = dgram.createSocket({ type: 'udp4', reuseAddr: true, signal: controller.signal });
first.on('close', () => console.log('first closed'));
first.bind(0, () => {
  const { port } = first.address();
  const second = dgram.createSocket({ type: 'udp4', reuseAddr: true });
  second.bind(port, () => {
    console.log('shared', second.address().port === port);
    const third = dgram.createSocket('udp4');
    third.on('error', (e) => {
      console.log(e.code);
      third.close();
      second.close();
      controller.abort();
    });
    third.bind(port);
  });
});
