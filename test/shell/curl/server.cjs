const http = require('http');
http.createServer((req, res) => {
  const chunks = [];
  req.on('data', (c) => chunks.push(c)).on('end', () => {
    const body = Buffer.concat(chunks).toString();
    res.sendDate = false;
    if (req.url === '/json') { res.setHeader('content-type', 'application/json'); res.setHeader('set-cookie', ['a=1; Path=/', 'b=2; HttpOnly']); res.end('{"ok":true}\n'); }
    else if (req.url === '/chunked') { res.write('one\n'); setTimeout(() => res.end('two\n'), 20); }
    else if (req.url === '/redirect') { res.writeHead(302, { location: '/echo' }); res.end('moved'); }
    else if (req.url === '/307') { res.writeHead(307, { location: '/echo' }); res.end(); }
    else if (req.url === '/loop') { res.writeHead(302, { location: '/loop' }); res.end(); }
    else if (req.url === '/404') { res.writeHead(404); res.end('not here\n'); }
    else if (req.url === '/hang') {}
    else if (req.url === '/cut') { res.writeHead(200, { 'content-length': 100 }); res.write('part'); setTimeout(() => res.destroy(), 20); }
    else if (req.url === '/drop') req.socket.destroy();
    else if (req.url === '/204') { res.writeHead(204); res.end(); }
    else { const h = { ...req.headers }; delete h.host; delete h['user-agent']; if (h['content-type']?.startsWith('multipart')) h['content-type'] = 'multipart'; h['content-length'] = h['content-type'] === 'multipart' ? 'n' : h['content-length']; delete h.connection;
      res.end(`${req.method} ${req.url} ${JSON.stringify(h)} ${body.replace(/-{20,}\w+/g, 'BOUNDARY')}\n`); }
  });
}).listen(5999, () => console.log('up'));
