const load = (name) => import(name);
process.removeAllListeners('warning');
process.on('warning', (w) => console.log(w.name));
(async () => {
  console.log((await load('./mod.mjs')).default, (await import('node:path')).sep, (await import(/* comment */ './mod.mjs')).named);
  await import('./missing.mjs').catch((e) => console.log(e.code));
  console.log(load.toString().includes('import'), 'text with import(x) stays');
  const make = new Function('m', 'return import(m)');
  console.log((await make('node:os')).EOL === '\n');
  const vm = require('vm');
  await vm.runInThisContext("import('fs')").catch((e) => console.log(e.code));
  const script = new vm.Script("import('node:path')", { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
  console.log(typeof (await script.runInThisContext()).join);
  console.log((await import(new URL('./mod.mjs', require('url').pathToFileURL(__filename)))).default);
})();
