let n = 0; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2, 3]) { if (b === 2) continue outer; if (a === 3) break outer; n += a * b; } } console.log(n);
{ function inBlock() { return 'block'; } console.log(inBlock()); } console.log(typeof inBlock); switch (n) { case 3: { let n = 'inner'; console.log(n); break; } default: console.log('no'); }
do { n++; } while (n < 5) console.log(n); if (n) ; else { } for (;;) { break } var x = { a: { b: 1 } }.a.b; console.log(x);
