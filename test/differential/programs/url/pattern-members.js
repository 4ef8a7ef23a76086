// What of URLPattern is on its prototype, and that it asks what it is called on.
const { URLPattern } = require('node:url');
const proto = Object.getPrototypeOf(new URLPattern());
for (const name of ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'hasRegExpGroups']) {
  const { get, set, enumerable } = Object.getOwnPropertyDescriptor(proto, name);
  let said;
  try { get.call({}); } catch (e) { said = [e.name, e.message]; }
  console.log(name, set, enumerable, said);
}
for (const name of ['test', 'exec']) {
  const { value, enumerable, writable } = Object.getOwnPropertyDescriptor(proto, name);
  try { value.call({}); } catch (e) { console.log(name, enumerable, writable, e.name, e.message); }
}
console.log(new URLPattern({ pathname: '/a/:b' }).exec('http://x/a/c').pathname.groups.b, new URLPattern('http://h/*').hostname);
const detached = () => { const buffer = new ArrayBuffer(2); structuredClone(buffer, { transfer: [buffer] }); return buffer; };
console.log(['utf-8', 'utf-16le', 'latin1'].map((name) => new TextDecoder(name).decode(detached()).length), Buffer.from('x').length);
