// TZ: what dates and Intl make of it, set before the start, set and deleted while the process runs, in children and threads.
const { execFileSync } = require('child_process');
const { Worker } = require('worker_threads');
const util = require('util');

const MOMENTS = [0, 1e12, Date.UTC(2026, 2, 29, 0, 59, 59, 999), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(1890, 5, 1), Date.UTC(-50, 0, 1), 8.63e15, -8.63e15, NaN];
const GETTERS = ['getFullYear', 'getMonth', 'getDate', 'getDay', 'getHours', 'getMinutes', 'getSeconds', 'getMilliseconds', 'getYear', 'getTimezoneOffset'];

function show(zone) {
  console.log(`--- ${zone}`, process.env.TZ);
  for (const ms of MOMENTS) {
    const d = new Date(ms);
    console.log(String(d), '|', GETTERS.map((name) => d[name]()).join(' '), '|', d.toDateString(), '|', d.toTimeString());
    if (Number.isFinite(ms)) console.log(d.toLocaleString('en-US'), '|', d.toLocaleDateString('de-DE'), '|', d.toLocaleTimeString('en-GB', { timeStyle: 'medium' }), '|', d.toUTCString(), d.toISOString());
  }
  // Fields that are left out, that are there twice, that run over.
  for (const fields of [[2026, 2, 29, 2, 30], [2026, 9, 25, 2, 30], [2026, 9, 25, 2, 59, 59, 999], [2026, 2, 8, 2, 30], [2026, 10, 1, 1, 30], [2026, 12, 32, 25, 61], [99, 0], [0, 0, 1], [2026, NaN], [2024, 1, 29], [1850, 6, 1]]) {
    const d = new Date(...fields);
    console.log(fields.join(), Number.isNaN(+d) ? 'invalid' : d.toISOString());
  }
  for (const text of ['2026-01-01', '2026-01', '2026', '2026-07-01T12:00', '2026-07-01T12:00:30.5', '2026-07-01T12:00Z', '2026-07-01T12:00+02:00', 'Jul 1 2026', 'Jul 1, 2026 12:00', '1 July 2026 12:00 GMT', 'Wed, 01 Jul 2026 12:00:00 GMT+0300', 'Jul 1 2026 12:00 PST', '2026/07/01', '7/1/2026 3:04 pm', 'Wed Jul 01 2026 12:00:00 GMT-0400 (Eastern Daylight Time)', '2026-07-01 12:00', '2026-07-01 12:00:00-0500', 'nothing', '', '12:00', '+002026-07-01T12:00', '2026-7-1'])
    console.log(JSON.stringify(text), Number.isNaN(Date.parse(text)) ? NaN : new Date(text).toISOString());
  const d = new Date(2026, 2, 28, 2, 30);
  console.log([d.setDate(29), d.setHours(2, 30, 1, 5), d.setMinutes(61), d.setMonth(9, 25), d.setSeconds(3599, 1), d.setFullYear(2027, 5, 1), d.setMilliseconds(1234), d.setYear(98), d.setTime(5)].join());
  const invalid = new Date(NaN);
  console.log(invalid.setHours(1), invalid.setFullYear(2026), String(invalid), new Date(NaN).setYear(70));
  console.log(Intl.DateTimeFormat('en').resolvedOptions().timeZone, new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', dateStyle: 'full', timeStyle: 'long' }).format(1e12), new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(1e12));
}

for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'UTC']) {
  process.env.TZ = zone;
  show(zone);
}
process.env.TZ = 'Asia/Tokyo';
const d = new Date(1e12);
console.log(typeof Date, Date.name, Date.length, d instanceof Date, d.constructor === Date, Object.prototype.toString.call(d), util.inspect(d), util.types.isDate(d), JSON.stringify(d), `${d}`, d + 1, d - 1, Date.prototype.getHours.name, Date.prototype.setHours.length, Object.keys(Date.prototype).length);
class Mine extends Date { hours() { return this.getHours(); } }
const mine = new Mine(2026, 0, 1);
console.log(mine.hours(), mine instanceof Mine, mine instanceof Date, mine.toISOString(), util.inspect(mine), new Mine('2026-01-01T00:00').toISOString());
console.log(new Date(d).getTime() === d.getTime(), new Date({ valueOf: () => 5 }).getTime(), new Date({ toString: () => '2026-01-01T00:00', valueOf() { return this; } }).toISOString(), new Date(new String('2026-01-01T00:00')).toISOString(), new Date(undefined).getTime(), new Date(null).getTime(), new Date(true).getTime());
console.log(structuredClone(d).toString(), Date.UTC(2026, 0, 1), typeof Date.now(), typeof Date(), Reflect.construct(Date, [2026, 0, 1]).toISOString());
for (const act of [() => Date.prototype.getHours.call({}), () => Date.prototype.toString.call(1), () => Date.prototype.setHours.call([], 1), () => new Date(Symbol()), () => new Date(1n), () => new Intl.DateTimeFormat('en', null)]) {
  try { console.log(act()); } catch (error) { console.log(`${error.name}: ${error.message}`); }
}
for (const [zone, ms] of [['EST5EDT', 1e12], ['JST-9', 1e12], [':Europe/Paris', 1e12], ['Foo/Bar', 1e12], ['', 1e12], ['UTC+3', 1e12], ['America/St_Johns', 1e12]]) {
  const env = { ...process.env, TZ: zone };
  process.stdout.write(execFileSync(process.execPath, ['-e', `const d = new Date(${ms}); console.log(d.toString(), d.getHours(), d.toLocaleString(), new Date(2026, 0, 1).getTime())`], { env }));
}
delete process.env.TZ;
console.log('TZ' in process.env);
process.env.TZ = 'America/Denver';
new Worker('console.log(new Date(1e12).toString()); process.env.TZ = "Asia/Tokyo"; console.log(process.env.TZ, new Date(1e12).toString());', { eval: true }).on('exit', () => {
  console.log(process.env.TZ, new Date(1e12).toString());
  const vm = require('vm');
  console.log(vm.runInThisContext('new Date(2026, 0, 1).toISOString()'));
});
