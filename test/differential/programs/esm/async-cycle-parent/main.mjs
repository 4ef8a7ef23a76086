// Importing one member of a cycle waits for the whole cycle.
import('./b.mjs').then((ns) => console.log('b settled', ns.b));
import('./a.mjs').then((ns) => console.log('a settled', ns.a));
import('./user.mjs').then(() => console.log('user settled'));
