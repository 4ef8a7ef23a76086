// WebAssembly out of Node's responses.
const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
const answer = (more) => new Response(bytes, { headers: { 'content-type': 'application/wasm' }, ...more });
const told = (name, promise) => promise.then((v) => console.log(name, v), (e) => console.log(name, e.name, e.code, e.message));
(async () => {
  console.log(typeof WebAssembly.compileStreaming, WebAssembly.compileStreaming.length, WebAssembly.compileStreaming.name, WebAssembly.instantiateStreaming.length);
  await told('compile', WebAssembly.compileStreaming(answer()).then((m) => WebAssembly.Module.exports(m)));
  await told('instantiate', WebAssembly.instantiateStreaming(Promise.resolve(answer()), {}).then(({ module, instance }) => [module instanceof WebAssembly.Module, instance.exports.add(2, 3)]));
  for (const invalid of [undefined, 0, 'foo', {}]) await told('invalid', WebAssembly.compileStreaming(invalid));
  await told('type', WebAssembly.compileStreaming(new Response(bytes)));
  await told('status', WebAssembly.compileStreaming(answer({ status: 404 })));
  await told('rejected', WebAssembly.compileStreaming(Promise.reject(new RangeError('mine'))));
  const used = answer(); await used.text();
  await told('used', WebAssembly.instantiateStreaming(used));
  await told('nothing', WebAssembly.compileStreaming(new Response(null, { headers: { 'content-type': 'application/wasm' } })).catch((e) => { throw new e.constructor('bad bytes'); }));
  const http = require('http');
  const server = http.createServer((req, res) => res.writeHead(200, { 'content-type': 'application/wasm' }).end(bytes)).listen(0, async () => {
    await told('fetch', WebAssembly.instantiateStreaming(fetch(`http://127.0.0.1:${server.address().port}/a.wasm`)).then(({ instance }) => instance.exports.add(1, 1)));
    server.close(); server.closeAllConnections();
  });
})();
