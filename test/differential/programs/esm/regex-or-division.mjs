let a = 4, g = 2, b = { c: 8 };
const r = a / g / 1, s = (a) / g, t = [a][0] / g / 2, u = b.c / g, v = a++ / g, w = `${a}` / g / 1;
if (a) /x/.test('x') && console.log('regex after if');
const f = () => { } 
/y/.test('y') && console.log('regex after arrow');
{ } /z/g.test('z') && console.log('regex after block');
console.log(r, s, t, u, v, w, ((x) => x / 2)(4), typeof /a/g, [/[/]/].length, /\//.source, +{} / 2, function () {} / 1, (class {}) / 1);
function h() { return /re/.test('re') / 2; }
const o = { if: 1, return: 2 }; console.log(h(), o.if / o.return / 1, o.return /1/ 2, await 4 / 2 / 1);
label: for (const x of /q/[Symbol.split]('aqb')) { console.log(x); continue label; }
