const c = console;
c.log();
c.log('a%sb', 'x');
c.info({ a: 1 });
c.debug('d');
c.warn('w');
c.error('e', new Error('m').message);
c.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
c.dirxml([1], { b: 1 });
c.assert(true, 'no');
c.assert(false, 'yes %s', 'x');
c.assert(false);
c.assert(false, { a: 1 });
c.count();
c.count('x');
c.count();
c.countReset();
c.count();
c.countReset('nope');
c.group('G');
c.log('in\nmulti');
c.group();
c.warn('deep');
c.groupEnd();
c.groupEnd();
c.groupEnd();
c.log('out');
c.groupCollapsed('gc');
c.groupEnd();
c.table([
  { a: 1, b: 'x' },
  { a: 2, c: true },
]);
c.table([
  [1, 2],
  [3, 4],
]);
c.table([{ a: 1, b: 2 }], ['b']);
c.table(5);
c.table([]);
c.table({ x: { y: 1 } });
c.table(new Map([['a', 1]]));
c.table(new Set([1]));
c.table([1, 'a', { b: 1 }]);
c.table([['日本', 1]]);
c.timeEnd('nope');
c.timeLog('nope');
c.time('t');
c.time('t');
c.trace instanceof Function;
c.log('%c styled', 'color:red');
c.log('%o', [1, { a: 2 }]);
c.log('%O', { a: { b: { c: {} } } });
c.log('%i %f %d', '12.5', '1.5x', '0x10');
c.log('%j', {
  toJSON() {
    return 'tj';
  },
});
c.log('%%', 1);
c.log('%s', null, undefined);
c.log(-0, [-0], '%d', -0);
c.log('%d', -0);
c.log('a', 'b');
c.log('%', '%a', '%s');
const { Console } = require('console');
const { Writable } = require('stream');
let o = '';
const w = new Writable({
  write(ch, e, cb) {
    o += ch;
    cb();
  },
});
const k = new Console({ stdout: w, stderr: w, groupIndentation: 4, inspectOptions: { depth: 0 } });
k.group();
k.log({ a: { b: 1 } });
k.error('e');
c.log(o, k instanceof Console, Object.keys(k).length);
try {
  new Console();
} catch (e) {
  c.log(e.code, e.message);
}
try {
  new Console({ stdout: w, colorMode: 'x' });
} catch (e) {
  c.log(e.code);
}
try {
  c.group(1);
  c.groupEnd();
} catch {}
c.log(typeof c._stdout, c.Console === Console, Object.keys(c).join());
const k2 = new Console({ stdout: w, colorMode: true });
o = '';
k2.log({ a: 1 });
c.log(JSON.stringify(o));
c.log(new Error('err').stack.split('\n').length > 2);
process.stdout.write('raw\n');
c.log([new Error('in arr')].toString());
c.log(
  {
    toString() {
      return 'ts';
    },
  } + '',
);
c.log([
  ['a', 1],
  ['b', { c: [{ d: {} }] }],
]);
c.log(Array.from({ length: 7 }, (_, i) => 'longer string number ' + i));
c.log({ f() {}, g: () => {}, h: class {} });
c.log(process.stdout.getColorDepth?.(), c.profile === undefined);
