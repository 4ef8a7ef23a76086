const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
t('null', () => null.x);
t('undef', () => undefined.foo());
t('nofn', () => {
  const a = {};
  a.b.c();
});
t('nofn2', () => {
  const a = {};
  a.b();
});
t('iter', () => [...5]);
t('iter2', () => {
  const [a] = {};
});
t('destr', () => {
  const { a } = null;
});
t('const', () => {
  const a = 1;
  a = 2;
});
t('tdz', () => {
  x;
  let x;
});
t('ref', () => zzz);
t('new', () => new (() => {})());
t('json', () => JSON.parse('{bad'));
t('json2', () => JSON.parse(''));
t('json3', () => JSON.stringify(1n));
t('cyc', () => {
  const a = {};
  a.b = { c: a };
  JSON.stringify(a);
});
t('range', () => new Array(-1));
t('rec', () => {
  (function f() {
    f();
  })();
});
t('sym', () => `${Symbol('a')}`);
t('toFixed', () => (1).toFixed(101));
t('regex', () => new RegExp('('));
t('uri', () => decodeURIComponent('%'));
t('bigint', () => 1n + 1);
t('inst', () => ({}) instanceof 5);
t('in', () => 'a' in 'b');
t('class', () => {
  class A {}
  A();
});
t('super', () => {
  class A {}
  class B extends A {
    constructor() {}
  }
  new B();
});
t('frozen', () => {
  'use strict';
  Object.freeze([1]).push(2);
});
t('def', () => {
  'use strict';
  Object.defineProperty({}, 'a', { value: 1 }).a = 2;
});
t('getter', () => {
  'use strict';
  ({
    get a() {
      return 1;
    },
  }).a = 2;
});
t('priv', () => {
  class A {
    #x;
    static t(o) {
      return o.#x;
    }
  }
  A.t({});
});
t('date', () => new Date(NaN).toISOString());
t('invalid', () => 'a'.repeat(-1));
t('normalize', () => 'a'.normalize('x'));
t(
  'proxy',
  () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error('trap');
        },
      },
    ).a,
);
t('reduce', () => [].reduce((a, b) => a));
t('eval', () => eval('1+'));
t('fn', () => new Function('a', 'return a+1')(2));
t('fnx', () => new Function('}'));
t('struct', () => structuredClone(() => {}));
t('struct2', () => structuredClone(Symbol('x')));
t('require', () => require('./nope'));
t('requirex', () => require(''));
t('requirey', () => require(5));
t('requirez', () => require('node:nope'));
t('resolve', () => require.resolve('fs'));
t('paths', () => require.resolve.paths('x').length);
const { codes } = (() => {
  try {
    return require('internal/errors');
  } catch (e) {
    l(e.code);
    return {};
  }
})();
l(new DOMException('m', 'AbortError').code, new DOMException('a').name, Object.prototype.toString.call(new DOMException()), String(new DOMException('x', 'DataError')));
const e = new Error('a');
l(e.stack.split('\n').slice(0, 2).join('|'));
function Foo() {
  Error.captureStackTrace(this, Foo);
}
l(new Foo().stack.split('\n').slice(0, 2));
l(Error.stackTraceLimit);
Error.prepareStackTrace = (er, s) =>
  s.map((x) => [
    x.getFunctionName(),
    x.getTypeName(),
    x.getMethodName(),
    x.getLineNumber(),
    x.getColumnNumber(),
    x.isNative(),
    x.isConstructor(),
    x.isToplevel(),
    x.isAsync(),
    x.isEval(),
    x.getFileName()?.split('/').pop(),
  ]);
class K {
  m() {
    return new Error('z').stack;
  }
  static s() {
    return new Error('z').stack;
  }
  get g() {
    return new Error('z').stack;
  }
  constructor(x) {
    if (x) this.st = new Error('q').stack;
  }
}
l(new K().m()[0], K.s()[0], new K().g[0], new K(1).st[0]);
l([1].map(() => new Error().stack[0]));
Error.prepareStackTrace = undefined;
function timer() {
  setTimeout(tm, 1);
}
function tm() {
  l(
    new Error('in timer').stack
      .split('\n')
      .slice(0, 4)
      .join('\n')
      .replace(/\/.*\//g, ''),
  );
}
process.nextTick(function nt() {
  l(
    new Error('in tick').stack
      .split('\n')
      .slice(0, 4)
      .join('\n')
      .replace(/\/.*\//g, ''),
  );
});
require('fs').stat('.', function st() {
  timer();
  l(
    new Error('in fs').stack
      .split('\n')
      .slice(0, 4)
      .join('\n')
      .replace(/\/.*\//g, ''),
  );
});
