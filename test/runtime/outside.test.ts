/** Programs of the sandbox and the world outside: a server on another origin, reached through the browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OUTSIDE_LAUNCH_ARGS, type OutsideServer, startOutsideServer } from '../support/outside-server.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

let server: OutsideServer;
let sandbox: SandboxBrowser;

beforeAll(async () => {
  server = await startOutsideServer();
  sandbox = await openSandbox({ launchArgs: OUTSIDE_LAUNCH_ARGS });
});
afterAll(async () => {
  await sandbox?.close();
  await server?.close();
});

/** Runs a module with `PORT` and `SECURE` filled in; its output. */
async function run(source: string, env: { [name: string]: string } = {}): Promise<string> {
  const text = source.replaceAll('PORT', String(server.port)).replaceAll('SECURE', String(server.securePort));
  const { output, exit } = await sandbox.run('node', ['--input-type=module', '-e', text], { env });
  expect([exit, output]).toEqual([0, output]);
  return output.replaceAll('\r\n', '\n').replaceAll(String(server.port), 'PORT').replaceAll(String(server.securePort), 'SECURE');
}

const GET = `
import http from 'node:http';
import https from 'node:https';
const get = (url, options = {}) => new Promise((done) => {
  const req = (url.startsWith('https') ? https : http).request(url, options, (res) => {
    const { authorized } = res.socket;
    let text = '';
    res.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done([res.statusCode, res.statusMessage, authorized, text.length < 50 ? text : text.length]));
  });
  req.on('error', (e) => done([e.code, e.message]));
  req.end(options.body);
});
const show = async (...args) => console.log(JSON.stringify(await get(...args)));
`;

it('answers requests of http and https with what the browser fetched', async () => {
  expect(await run(`${GET}
    await show('http://outside.test:PORT/plain');
    await show('https://outside.test:SECURE/plain');
    await show('https://outside.test:SECURE/plain', { method: 'POST', body: 'x'.repeat(300000), headers: { 'content-type': 'text/plain' } });
    await show('http://outside.test:PORT/preflight', { method: 'PUT', body: 'hello', headers: { expect: '100-continue', 'transfer-encoding': 'chunked' } });
    await show('http://outside.test:PORT/gzip');
    await show('https://outside.test:SECURE/big');
    await show('http://outside.test:PORT/missing');
    await show('http://outside.test:PORT/empty');
    await show('http://outside.test:PORT/plain', { method: 'HEAD' });
    await show('http://outside.test:PORT/redirect');
  `)).toBe([
    '[200,"OK",null,"GET /plain 0"]', '[200,"OK",true,"GET /plain 0"]', '[200,"OK",true,"POST /plain 300000"]', '[200,"OK",null,"PUT /preflight 5"]', '[200,"OK",null,7000]',
    '[200,"OK",true,3000000]', '[404,"Not Found",null,"nothing here"]', '[204,"No Content",null,""]', '[200,"OK",null,""]', '[302,"Found",null,""]', '',
  ].join('\n'));
});

it('says what the browser refused, and that raw connections are not to be had', async () => {
  expect(await run(`${GET}
    import net from 'node:net';
    await show('http://outside.test:PORT/nocors');
    await show('https://outside.test:1/');
    await show('http://outside.test:PORT/', { method: 'TRACE' });
    const raw = (port, bytes) => new Promise((done) => net.connect(port, 'outside.test', function () { if (bytes) this.write(bytes); }).on('error', (e) => { console.log(e.code, e.message); done(); }));
    await raw(PORT, '\\x16\\x03\\x01binary');
    await raw(25);
    await fetch('http://outside.test:PORT/nocors').catch((e) => console.log(e.message, e.cause.code));
  `)).toBe([
    '["ERR_TABLOOM_CORS","the browser refused http://outside.test:PORT/nocors: the server does not allow pages of other origins (CORS), or cannot be reached. It has to answer with the header Access-Control-Allow-Origin; or name a proxy that does so in TABLOOM_PROXY"]',
    '["ERR_TABLOOM_CORS","the browser refused https://outside.test:1/: the server does not allow pages of other origins (CORS), or cannot be reached. It has to answer with the header Access-Control-Allow-Origin; or name a proxy that does so in TABLOOM_PROXY"]',
    '["ERR_TABLOOM_METHOD","a browser page cannot send TRACE requests"]',
    'ERR_TABLOOM_RAW_TCP a sandbox in a browser page cannot open a raw TCP connection to outside.test:PORT: only HTTP, HTTPS and WebSocket reach the outside',
    'ERR_TABLOOM_RAW_TCP a sandbox in a browser page cannot open a raw TCP connection to outside.test:25: only HTTP, HTTPS and WebSocket reach the outside',
    'fetch failed ERR_TABLOOM_CORS', '',
  ].join('\n'));
});

it('serves fetch: redirects, aborts, forms, compressed and large bodies, one connection for several requests', async () => {
  expect(await run(`
    const base = 'https://outside.test:SECURE';
    const moved = await fetch(base + '/redirect');
    console.log(moved.status, moved.redirected, moved.url, await moved.text());
    console.log((await (await fetch(base + '/gzip')).text()).length, (await (await fetch(base + '/big')).arrayBuffer()).byteLength);
    const form = new FormData();
    form.set('name', 'value');
    console.log(await (await fetch(base + '/form', { method: 'POST', body: form })).text() !== '');
    await fetch(base + '/slow', { signal: AbortSignal.timeout(100) }).catch((e) => console.log(e.name));
    for await (const part of (await fetch(base + '/plain')).body) console.log(Buffer.from(part).toString());
    await (await fetch(base + '/cut')).text().catch((e) => console.log(e.name, e.message));
  `)).toBe('200 true https://outside.test:SECURE/plain GET /plain 0\n7000 3000000\ntrue\nTimeoutError\nGET /plain 0\nTypeError terminated\n');
});

it('gives out an answer as it comes: the first part before the server writes the second', async () => {
  // The server writes the second part when it is asked to: a gateway that collected the answer would wait for ever.
  expect(await run(`
    import http from 'node:http';
    import https from 'node:https';
    const ask = async (name) => console.log((await fetch('http://outside.test:PORT/rest/' + name)).status);
    for (const base of ['http://outside.test:PORT', 'https://outside.test:SECURE']) {
      const name = 'fetch-' + base.length;
      const reader = (await fetch(base + '/bits/' + name)).body.pipeThrough(new TextDecoderStream()).getReader();
      console.log(JSON.stringify((await reader.read()).value));
      await ask(name);
      console.log(JSON.stringify((await reader.read()).value), (await reader.read()).done);
    }
    for (const [module, base] of [[http, 'http://outside.test:PORT'], [https, 'https://outside.test:SECURE']]) {
      const res = await new Promise((done) => module.get(base + '/bits/http', done));
      const parts = [];
      for await (const part of res.setEncoding('utf8')) {
        parts.push(part);
        if (parts.length === 1) await ask('http');
      }
      console.log(JSON.stringify(parts));
    }
  `)).toBe(`${'"first "\n200\n"second" true\n'.repeat(2)}${'200\n["first ","second"]\n'.repeat(2)}`);
});

it('shows a program that follows redirects itself where they ended, and keeps the connection', async () => {
  expect(await run(`
    import http from 'node:http';
    import https from 'node:https';
    for (const [module, base] of [[http, 'http://outside.test:PORT'], [https, 'https://outside.test:SECURE']]) {
      const agent = new module.Agent({ keepAlive: true });
      const ports = new Set();
      for (const path of ['/redirect', '/plain', '/empty', '/big', '/missing']) {
        const req = module.get(base + path, { agent });
        const res = await new Promise((done) => req.on('response', done));
        ports.add(res.socket.localPort);
        console.log(res.statusCode, res.headers.location, req.reusedSocket);
        await new Promise((done) => res.resume().on('end', done));
        // The socket is free when the answer's end was told.
        await new Promise(setImmediate);
      }
      console.log(ports.size);
      agent.destroy();
      const req = module.get(base + '/plain', { headers: { connection: 'close' } });
      const res = await new Promise((done) => req.on('response', done));
      console.log(res.headers.connection, req.reusedSocket);
      res.resume();
    }
  `)).toBe(['http://outside.test:PORT', 'https://outside.test:SECURE'].map((base) => `302 ${base}/plain false\n200 undefined true\n204 undefined true\n200 undefined true\n404 undefined true\n1\nclose false\n`).join(''));
});

it('carries headers byte for byte, and says that a page sends no body with GET', async () => {
  server.seen.length = 0;
  expect(await run(`${GET}
    await new Promise((done) => http.get('http://outside.test:PORT/accents', (res) => {
      console.log(Buffer.from(res.headers['x-answer'], 'latin1').toString());
      res.resume().on('end', done);
    }));
    await show('http://outside.test:PORT/preflight', { method: 'PUT', body: Buffer.from('x'), headers: { 'x-name': Buffer.from('приз').toString('latin1') } });
    await show('http://outside.test:PORT/', { path: '/preflight/' + Buffer.from('voilà!').toString('latin1'), headers: { 'x-name': Buffer.from('voilà').toString('latin1') }, method: 'POST' });
    await show('http://outside.test:PORT/plain', { body: 'query', headers: { 'content-length': 5 } });
  `)).toBe('Éva “x” приз\n[200,"OK",null,"PUT /preflight 1"]\n[200,"OK",null,"POST /preflight/voil%C3%A0! 0"]\n["ERR_TABLOOM_METHOD","a browser page cannot send a body with GET requests"]\n');
  expect(Buffer.from(server.seen.find(({ method }) => method === 'PUT')!.headers['x-name'] as string, 'latin1').toString()).toBe('приз');
  expect(Buffer.from(server.seen.find(({ method }) => method === 'POST')!.headers['x-name'] as string, 'latin1').toString()).toBe('voilà');
});

it('leaves out headers that only describe the program, and gives up those that a server may ignore', async () => {
  server.seen.length = 0;
  expect(await run(`${GET}
    await show('http://outside.test:PORT/plain', { headers: { cookie: 'a=b', 'user-agent': 'x', 'npm-session': '1', accept: 'text/plain' } });
    await show('http://outside.test:PORT/plain', { headers: { 'if-none-match': '"1"' } });
  `)).toBe('[200,"OK",null,"GET /plain 0"]\n[200,"OK",null,"GET /plain 0"]\n');
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'OPTIONS', 'GET']);
  const { headers } = server.seen[0]!;
  expect([headers.cookie, headers['npm-session'], headers.accept, headers.origin, headers['user-agent'] === 'x']).toEqual([undefined, undefined, 'text/plain', 'null', false]);
});

it('carries WebSockets', async () => {
  expect(await run(`
    const talk = (url, protocols) => new Promise((done) => {
      const socket = new WebSocket(url, protocols);
      socket.binaryType = 'arraybuffer';
      const log = [];
      let n = 0;
      socket.onopen = () => { log.push('open ' + socket.protocol); socket.send('hello'); socket.send(new Uint8Array(70000)); };
      socket.onmessage = ({ data }) => { log.push(typeof data === 'string' ? data : data.byteLength); if (++n === 2) socket.send('bye'); };
      socket.onclose = ({ code, reason, wasClean }) => { log.push([code, reason, wasClean].join()); done(log.join(' ')); };
    });
    console.log(await talk('ws://outside.test:PORT/echo'));
    console.log(await talk('wss://outside.test:SECURE/echo', ['chat', 'other']));
    console.log(await talk('ws://outside.test:PORT/refused'));
  `)).toBe('open  hello 70000 4001,as you say,true\nopen chat hello 70000 4001,as you say,true\n1006,,false\n');
});

it('says that a WebSocket was refused to programs that speak the protocol themselves', async () => {
  expect(await run(`
    import http from 'node:http';
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': 13, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    for (const path of ['/echo', '/refused']) {
      await new Promise((done) => http.get('http://outside.test:PORT' + path, { headers }, done)
        .on('upgrade', (res, socket) => { console.log(res.statusCode); socket.destroy(); done(); })
        .on('error', (e) => { console.log(e.code, e.message); done(); }));
    }
  `)).toBe('101\nERR_TABLOOM_WEBSOCKET the browser could not open ws://outside.test:PORT/refused: the server refused, or cannot be reached\n');
});

it('says that the browser is offline', async () => {
  const source = "fetch('http://outside.test:PORT/plain').then((r) => r.text(), (e) => e.cause.code + ' ' + e.cause.message).then(console.log);";
  await sandbox.context.setOffline(true);
  try {
    expect(await run(source)).toBe('ERR_TABLOOM_OFFLINE the browser is offline, so http://outside.test:PORT cannot be reached\n');
  } finally {
    await sandbox.context.setOffline(false);
  }
  expect(await run(source)).toBe('GET /plain 0\n');
});

it('connects UDP sockets to the outside, which sends nothing, and says that nothing can be sent there', async () => {
  expect(await run(`
    import dgram from 'node:dgram';
    import { once } from 'node:events';
    const told = (socket, ...to) => new Promise((done) => socket.send('x', ...to, (e) => { console.log(e.code, e.message); done(); }));
    for (const [type, address] of [['udp4', '8.8.8.8'], ['udp6', '2001:db8::1']]) {
      const connected = dgram.createSocket(type);
      connected.connect(53, address);
      await once(connected, 'connect');
      console.log(JSON.stringify(connected.remoteAddress()));
      await told(connected);
      connected.disconnect();
      await told(connected, 53, address);
      connected.close();
    }
    const other = dgram.createSocket('udp4').on('message', (message) => { console.log(String(message)); other.close(); });
    other.bind(0, () => other.send('within', other.address().port, '127.0.0.1'));
  `)).toBe(`${[['IPv4', '8.8.8.8', '8.8.8.8'], ['IPv6', '2001:db8::1', '[2001:db8::1]']].map(([family, address, shown]) => {
    const refusal = `ERR_TABLOOM_UDP_OUTSIDE a browser page cannot send datagrams to ${shown}:53: nothing but HTTP, HTTPS and WebSocket reaches the outside`;
    return `{"address":"${address}","family":"${family}","port":53}\n${refusal}\n${refusal}`;
  }).join('\n')}\nwithin\n`);
});

it('resolves names to addresses that stand for them', async () => {
  expect(await run(`
    import dns from 'node:dns/promises';
    const { address, family } = await dns.lookup('example.org');
    console.log(family, /^198\\.18\\./.test(address), (await dns.resolve4('example.org'))[0] === address, (await dns.lookupService(address, 443)).hostname);
    console.log(await dns.lookup('EXAMPLE.org.').then((found) => found.address === address));
    for (const name of ['nodots', 'bad_-.', 'x.invalid', 'a..b', '0x7f.0x1']) await dns.lookup(name).catch((e) => console.log(name, e.code));
    await dns.resolveMx('example.org').catch((e) => console.log(e.code));
  `)).toBe('4 true true example.org\ntrue\nnodots ENOTFOUND\nbad_-. ENOTFOUND\nx.invalid ENOTFOUND\na..b ENOTFOUND\n0x7f.0x1 ENOTFOUND\nERR_TABLOOM_NO_NAME_SERVER\n');
});

it('is reached by curl', async () => {
  const { output } = await sandbox.run('sh', ['-c', `for url in http://outside.test:${server.port}/plain https://outside.test:${server.securePort}/gzip http://outside.test:${server.port}/nocors; do curl -sS -o out -w '%{http_code} %{size_download}\\n' $url; echo $?; done; curl -sL -o /dev/null -w '%{http_code} %{num_redirects}' https://outside.test:${server.securePort}/redirect`]);
  expect(output.replaceAll('\r\n', '\n').replaceAll(String(server.port), 'PORT')).toBe([
    '200 12', '0', '200 7000', '0', '000 0', 'curl: (7) the browser refused http://outside.test:PORT/nocors: the server does not allow pages of other origins (CORS), or cannot be reached. It has to answer with the header Access-Control-Allow-Origin; or name a proxy that does so in TABLOOM_PROXY', '7', '200 1',
  ].join('\n'));
});

it('goes through a proxy that takes whole addresses, where the program is given one', async () => {
  const env = { TABLOOM_PROXY: `http://outside.test:${server.port}/proxy` };
  const { output } = await sandbox.run('curl', ['-s', 'https://far.example/path?q'], { env });
  expect(output).toBe('proxied https://far.example/path?q');
  expect(await run(`${GET}
    await show('https://far.example/posted', { method: 'POST', body: 'a body', headers: { 'content-type': 'application/json' } });
    await show('http://far.example:8080/put?q', { method: 'PUT', body: 'bytes', headers: { 'transfer-encoding': 'chunked' } });
    const posted = await fetch('https://far.example/api', { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
    console.log(posted.status, posted.url, await posted.text());
    const moved = await fetch('https://far.example/moved');
    console.log(moved.redirected, moved.url, await moved.text());
    // The browser's own WebSockets know no such proxy: they go where they are meant to.
    const socket = new WebSocket('ws://outside.test:PORT/echo');
    socket.onopen = () => socket.send('straight');
    await new Promise((done) => { socket.onmessage = ({ data }) => { console.log(data); socket.close(); done(); }; });
  `, env)).toBe([
    '[200,"OK",true,"proxied https://far.example/posted POST a body"]', '[200,"OK",null,"proxied http://far.example:8080/put?q PUT bytes"]',
    '200 https://far.example/api proxied https://far.example/api POST {"a":1}', 'true https://far.example/there proxied https://far.example/there', 'straight', '',
  ].join('\n'));
  const away = await sandbox.run('curl', ['-sS', 'https://far.example/'], { env: { TABLOOM_PROXY: 'http://outside.test:1' } });
  expect(away.output).toContain('curl: (7) the browser refused https://far.example/ by the proxy http://outside.test:1/: the proxy does not allow pages of other origins (CORS), or cannot be reached');
});
