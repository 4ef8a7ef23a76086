// process.env: strings only, deletion, enumeration, descriptors, odd names.
process.env.A = 1;
process.env.B = undefined;
process.env['odd name'] = true;
process.env.__proto__ = 'p';
console.log(typeof process.env.A, process.env.B, process.env['odd name'], 'A' in process.env, 'NOPE' in process.env, process.env.NOPE, delete process.env.A, delete process.env.NOPE, process.env.A);
console.log(Object.getOwnPropertyDescriptor(process.env, 'B'), Object.keys(process.env).includes('odd name'), Object.prototype.toString.call(process.env));
const t = (f) => { try { f(); return 'ok'; } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
console.log(t(() => { process.env.S = Symbol('x'); }), t(() => { process.env[Symbol('k')] = 'x'; }), t(() => Object.defineProperty(process.env, 'D', { value: 'd' })), t(() => Object.defineProperty(process.env, 'E', { value: 'e', writable: true, enumerable: true, configurable: true })), process.env.E);
console.log(process.env[Symbol('q')], typeof process.env.toString, process.env.hasOwnProperty('E'));
process.env[''] = 'nameless';
process.env['a=b'] = 'c';
console.log(process.env[''], process.env['a=b'], '' in process.env, Object.keys(process.env).includes('a=b'));
