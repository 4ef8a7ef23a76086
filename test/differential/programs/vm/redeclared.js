// A name that an earlier script declared: the error shows the script's first character.
const vm = require('vm');
const c = vm.createContext({});
const run = (t, o) => { try { console.log(vm.runInContext(t, c, o)); } catch (e) { console.log(e.stack.split('\n').slice(0, 6).join('\n')); } };
run('const a = 1; a');
run('1;\nconst a = 2; a', { filename: 'second.js' });
run('1;\n  let a = 2; a', { filename: 'third.js' });
run('1;\n  var a = 2; a', { filename: 'fourth.js' });
run('1;\n  function a() {}', { filename: 'fifth.js' });
run('var v = 1;'); run('let v = 2;', 'six.js'); run('class a {}', 'seven.js');
run('const b = 1; const b = 2;', 'eight.js');
run('x y', 'nine.js');
const t = (s) => { try { vm.runInThisContext(s, 'this.js'); } catch (e) { console.log(e.stack.split('\n').slice(0, 6).join('\n')); } };
t('const tt = 1'); t('1;\n\n const tt = 2'); t('var tt = 2'); t('let process = 1');
try { new vm.Script('const a = 1;\nconst a = 2;', 's.js'); } catch (e) { console.log(e.stack.split('\n').slice(0, 5).join('\n')); }
vm.runInThisContext('\n\nconst tt = 3', 'uncaught.js');
