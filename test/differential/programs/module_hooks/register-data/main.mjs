import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
const { port1, port2 } = new MessageChannel();
port1.on('message', (m) => { console.log('hooks say', m); port1.close(); });
const result = register('./hooks.mjs', { parentURL: import.meta.url, data: { number: 7, port: port2 }, transferList: [port2] });
console.log(result);
console.log((await import('number')).default);
