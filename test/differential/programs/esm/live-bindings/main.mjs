import { count, increment, config, fn, default as def, Klass, letLater, setLater } from './counter.mjs';
import * as ns from './counter.mjs';
import { count as again } from './reexport.mjs';
console.log(count, ns.count, again);
increment();
console.log(count, ns.count, again, { count }, [count], `${count}`);
console.log(fn(), fn.call(7), (0, fn)(), def, def.name, new Klass().value, typeof letLater);
setLater('now');
console.log(letLater, ns.letLater);
for (const assign of [() => { count = 5; }, () => { count++; }, () => { config = 1; }, () => { [count] = [1]; }]) {
  try {
    assign();
    console.log('no error');
  } catch (e) {
    console.log(e.name + ': ' + e.message);
  }
}
for (const assign of [() => { ns.count = 5; }, () => { delete ns.count; }, () => { ns.other = 1; }]) {
  try {
    assign();
    console.log('no error');
  } catch (e) {
    console.log(e.name);
  }
}
const shadow = (count) => count * 2;
console.log(shadow(4), ((count = 9) => count)(), (() => { let count = 'inner'; return count; })());
console.log(config.list.map((count) => count + 1));
label: for (let count = 0; count < 1; count++) { console.log('loop', count); continue label; }
console.log(typeof missingName, count ? 'yes' : 'no', count?.toFixed(1), count ?? 'none');
