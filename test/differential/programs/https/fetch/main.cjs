// fetch over https: an authority from the environment's file, and without it.
// env: NODE_EXTRA_CA_CERTS=ca.crt
const https = require('node:https');
const { readFileSync } = require('node:fs');
const server = https.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (req, res) => res.end(req.url));
server.on('tlsClientError', () => {});
server.listen(0, async () => {
  const base = `https://localhost:${server.address().port}`;
  const res = await fetch(`${base}/x`);
  console.log(res.status, await res.text());
  const all = await Promise.all(Array.from({ length: 5 }, (_, i) => fetch(`${base}/${i}`).then((r) => r.text())));
  console.log(all);
  await fetch(base.replace('localhost', '127.0.0.2')).catch((e) => console.log(e.message, e.cause.code));
  process.exit();
});
