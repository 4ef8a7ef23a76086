// A name server of the program's own, over loopback datagrams: every kind of record, and what goes wrong.
const dgram = require('dgram');
const dns = require('dns');

const name = (text) => Buffer.concat([...text.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);
const u16 = (value) => Buffer.from([value >> 8, value & 255]);
const u32 = (value) => Buffer.from([value >>> 24, value >> 16 & 255, value >> 8 & 255, value & 255]);
const text = (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const pointer = Buffer.from([0xc0, 12]);
const record = (type, ttl, ...parts) => {
  const data = Buffer.concat(parts);
  return Buffer.concat([pointer, u16(type), u16(1), u32(ttl), u16(data.length), data]);
};
const RECORDS = {
  a: [record(1, 300, Buffer.from([1, 2, 3, 4])), record(1, 20, Buffer.from([10, 0, 0, 255]))],
  aaaa: [record(28, 60, Buffer.from('20010db8000000000000000000000042', 'hex')), record(28, 7, Buffer.alloc(16))],
  cname: [record(5, 9, name('other.example.org'))],
  mx: [record(15, 9, u16(10), name('mail'), Buffer.alloc(0)), record(15, 9, u16(20), Buffer.from([4]), Buffer.from('back'), pointer)],
  ns: [record(2, 9, name('ns1.example.org'))],
  txt: [record(16, 9, text('v=one'), text('two')), record(16, 9, text(''))],
  srv: [record(33, 9, u16(1), u16(2), u16(8080), name('host.example.org'))],
  ptr: [record(12, 9, name('back.example.org'))],
  naptr: [record(35, 9, u16(100), u16(50), text('s'), text('SIP+D2U'), text(''), name('_sip._udp.example.org'))],
  soa: [record(6, 9, name('ns1.example.org'), name('admin.example.org'), u32(2026112501), u32(900), u32(800), u32(604800), u32(60))],
  tlsa: [record(52, 9, Buffer.from([3, 1, 1, 0xde, 0xad]))],
  caa: [record(257, 9, Buffer.from([128]), text('issue'), Buffer.from('ca.example.net'))],
};
let answers = [];
let code = 0;
let silent = 0;
let seen = 0;
const server = dgram.createSocket('udp4');
server.on('message', (message, { address, port }) => {
  seen++;
  if (silent > 0) return void silent--;
  const end = message.indexOf(0, 12) + 5;
  const head = Buffer.concat([message.subarray(0, 2), Buffer.from([0x81, 0x80 | code]), u16(1), u16(answers.length), u16(0), u16(0)]);
  server.send(Buffer.concat([head, message.subarray(12, end), ...answers]), port, address);
});

server.bind(0, '127.0.0.1', async () => {
  const resolver = new dns.promises.Resolver({ timeout: 100, tries: 2 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const show = async (label, run) => {
    try {
      console.log(label, JSON.stringify(await run(), (key, value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value)));
    } catch (error) {
      console.log(label, error.name, error.code, error.message, error.syscall, error.hostname);
    }
  };
  const kinds = { a: 'A', aaaa: 'AAAA', cname: 'CNAME', mx: 'MX', ns: 'NS', txt: 'TXT', srv: 'SRV', ptr: 'PTR', naptr: 'NAPTR', soa: 'SOA', tlsa: 'TLSA', caa: 'CAA' };
  for (const [key, type] of Object.entries(kinds)) {
    answers = RECORDS[key];
    await show(type, () => resolver.resolve('example.org', type));
  }
  answers = RECORDS.a;
  await show('ttl', () => resolver.resolve4('example.org', { ttl: true }));
  answers = [...RECORDS.cname, ...RECORDS.a];
  await show('alias', () => resolver.resolve4('example.org', { ttl: true }));
  // Without TLSA: Node 24 puts those behind as many holes as there are records.
  answers = Object.entries(RECORDS).flatMap(([key, list]) => (key === 'tlsa' ? [] : list));
  await show('any', () => resolver.resolveAny('example.org'));
  answers = Object.entries(RECORDS).flatMap(([key, list]) => (key === 'cname' || key === 'tlsa' ? [] : list));
  await show('any', () => resolver.resolveAny('example.org'));
  answers = RECORDS.ptr;
  await show('reverse', () => resolver.reverse('10.1.2.3'));
  await show('reverse', () => resolver.reverse('2001:db8::1'));
  answers = [];
  for (code = 0; code <= 6; code++) await show(`code ${code}`, () => resolver.resolveMx('example.org'));
  code = 0;
  answers = RECORDS.a;
  seen = 0;
  silent = 1;
  await show('second try', () => resolver.resolve4('example.org'));
  console.log(seen);
  silent = 99;
  await show('no answer', () => resolver.resolve4('example.org'));
  for (const bad of ['two..dots', `${'x'.repeat(64)}.org`, 'service.onion']) await show(bad.slice(0, 12), () => resolver.resolve4(bad));
  const pending = show('cancelled', () => resolver.resolveTxt('example.org'));
  try {
    resolver.setServers(['127.0.0.1']);
  } catch (error) {
    console.log(error.code, error.message);
  }
  resolver.cancel();
  await pending;
  for (const local of [['127.0.0.1', '::1'], ['bad'], ['127.0.0.1', '127.0.0.2'], ['::1', '::1']]) {
    try {
      console.log(local.join(), resolver.setLocalAddress(...local));
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  for (const address of ['127.0.0.1', '192.0.2.1', '10.1.1.1']) await show(address, () => dns.promises.lookupService(address, 443));
  server.close();
});
