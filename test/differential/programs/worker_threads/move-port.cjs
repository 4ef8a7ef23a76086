const { MessageChannel, moveMessagePortToContext } = require('node:worker_threads');
const vm = require('node:vm');
const { port1, port2 } = new MessageChannel();
const context = vm.createContext({ result: [] });
const moved = moveMessagePortToContext(port2, context);
console.log(typeof moved.on, typeof moved.postMessage, typeof moved.start);
moved.onmessage = ({ data }) => { console.log('got', data); moved.close(); };
moved.start();
port1.postMessage({ a: 1 });
for (const bad of [[{}, context], [port1, {}], [port1]]) {
  try { moveMessagePortToContext(...bad); } catch (error) { console.log(error.name, error.code, error.message); }
}
