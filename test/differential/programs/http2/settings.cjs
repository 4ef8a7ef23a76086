// Settings of both ends: defaults, packed form, what each learns of the other.
const http2 = require('node:http2');
console.log(http2.getDefaultSettings());
const packed = http2.getPackedSettings({ headerTableSize: 100, enablePush: false, initialWindowSize: 70000, customSettings: { 9999: 7 } });
console.log(packed.toString('hex'));
console.log(http2.getUnpackedSettings(packed));
const server = http2.createServer({ settings: { maxConcurrentStreams: 10, initialWindowSize: 100000 } });
server.on('session', (session) => {
  session.on('remoteSettings', (settings) => console.log('server sees', settings.enablePush, settings.maxFrameSize));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`, { settings: { enablePush: false, maxFrameSize: 20000 } });
  client.on('remoteSettings', (settings) => console.log('client sees', settings.maxConcurrentStreams, settings.initialWindowSize));
  client.on('localSettings', (settings) => {
    console.log('acknowledged', settings.enablePush, settings.maxFrameSize, client.pendingSettingsAck);
    if (settings.maxFrameSize === 20000) {
      client.settings({ maxFrameSize: 30000 }, (error, now, duration) => {
        console.log('changed', error, now.maxFrameSize, typeof duration);
        client.close();
        server.close();
      });
    }
  });
});
