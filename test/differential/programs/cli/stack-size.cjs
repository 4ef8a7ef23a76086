// node: --stack-size=3900
// A larger stack takes a deeper recursion.
const depth = (n) => (n === 0 ? 0 : 1 + depth(n - 1));
console.log(process.execArgv);
try { console.log(depth(30000)); } catch (e) { console.log(e.message); }
