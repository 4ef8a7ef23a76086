const { AsyncLocalStorage } = require('async_hooks'); const http = require('http'); const als = new AsyncLocalStorage();
const server = http.createServer((req, res) => als.run(req.url, async () => { await null; req.on('data', () => {}); req.on('end', async () => { await new Promise((r) => setImmediate(r)); res.end(als.getStore()); }); req.resume(); }));
server.listen(0, async () => {
  const get = (p) => new Promise((r) => als.run('client ' + p, () => http.get({ port: server.address().port, path: p }, (res) => { let t = ''; res.on('data', (d) => t += d).on('end', () => r([t, als.getStore()])); })));
  console.log(await Promise.all([get('/a'), get('/b'), get('/c')]), als.getStore()); server.close();
});
