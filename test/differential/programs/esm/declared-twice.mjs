// What a function's body may declare twice, a module may not.
for (const text of ['var a; function a() {}', 'function b() {} var b;', 'function c() {} function c() {}', 'async function d() {} function* d() {}', 'var e; var e;', 'const f = function f() {}; export { f };', 'let g; function g() {}'])
  await import(`data:text/javascript,${text}`).then((module) => console.log(text, Object.keys(module)), ({ name, message }) => console.log(text, name, message));
