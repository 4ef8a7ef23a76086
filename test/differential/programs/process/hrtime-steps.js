// The clock moves with every look, however fast they follow one another: programs divide by what they measured.
let zero = 0, back = 0, last = process.hrtime.bigint();
for (let i = 0; i < 20000; i++) {
  const now = process.hrtime.bigint();
  if (now === last) zero++;
  if (now < last) back++;
  last = now;
}
const pairs = Array.from({ length: 2000 }, () => process.hrtime(process.hrtime()));
console.log(zero, back, pairs.filter(([s, n]) => s < 0 || (s === 0 && n === 0)).length, pairs.every(([s, n]) => Number.isInteger(s) && n >= 0 && n < 1e9));
const mixed = [process.hrtime(), process.hrtime.bigint(), process.hrtime()];
const of = (t) => (typeof t === 'bigint' ? t : BigInt(t[0]) * 1_000_000_000n + BigInt(t[1]));
console.log(of(mixed[0]) < of(mixed[1]), of(mixed[1]) < of(mixed[2]));
const from = process.hrtime.bigint();
setTimeout(() => console.log(process.hrtime.bigint() - from >= 19_000_000n, process.hrtime.bigint() - from < 20_000_000_000n), 20);
