// import() from every kind of code.
const vm = require('vm');
const show = (name) => [(ns) => console.log(name, typeof ns.join), (e) => console.log(name, e.code ?? e.name, e.message)];
(async () => {
  await import('node:path').then(...show('cjs'));
  await eval("import('node:path')").then(...show('eval'));
  await new Function("return import('node:path')")().then(...show('Function'));
  await new vm.Script("import('node:path')").runInThisContext().then(...show('script'));
  await new vm.Script("import('node:path')", { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }).runInThisContext().then(...show('script with loader'));
  await vm.compileFunction("return import('node:path')")().then(...show('compileFunction'));
  await import('data:text/javascript,export const join = () => {}').then(...show('data'));
  await import({ toString: () => 'node:path' }).then(...show('object'));
  await import(Symbol.iterator).then(...show('symbol'));
  await import('./nope.mjs').catch((e) => console.log(e.code));
})();
