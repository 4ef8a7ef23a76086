type A = number;
const f = (a: A): never => { throw new Error('at ' + a); };

try { f(1 as A); } catch (e: any) { console.log(e.stack.split('\n').slice(1, 3).map((l: string) => l.trim().split('/').pop()).join(' ')); }
