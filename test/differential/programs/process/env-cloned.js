// process.env is copied by structured clone, alone and within something else; its copy is an object like any other.
const { MessageChannel, receiveMessageOnPort } = require('node:worker_threads');
process.env.OWN = 'value';
const copy = structuredClone(process.env);
console.log(copy.OWN, Object.getPrototypeOf(copy) === Object.prototype, Object.keys(copy).length === Object.keys(process.env).length);
copy.OWN = 'other';
console.log(process.env.OWN);
const { port1, port2 } = new MessageChannel();
port1.postMessage({ list: [process.env, process.env] });
const { message } = receiveMessageOnPort(port2);
console.log(message.list[0].OWN, message.list[0] === message.list[1]);
try { structuredClone({ env: process.env, f() {} }); } catch (e) { console.log(e.name, e.message); }
