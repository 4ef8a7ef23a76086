(async () => {
  console.log(await new Blob(['ab', Buffer.from('cd'), new Uint8Array([101])], { type: 'text/plain' }).text(), new File(['x'], 'n.txt', { lastModified: 1 }).name);
  const b = new Blob(['hello world']);
  console.log(b, await b.slice(2, 5).text(), (await b.arrayBuffer()).byteLength, [...(await b.bytes())].length);
  const rs = new ReadableStream({ start(c) { c.enqueue('a'); c.enqueue('b'); c.close(); } });
  const out = []; for await (const v of rs) out.push(v); console.log(out);
  const ts = new TransformStream({ transform(v, c) { c.enqueue(v.toUpperCase()); } });
  const w = ts.writable.getWriter(); w.write('x'); w.write('y'); w.close();
  const got = []; for await (const v of ts.readable) got.push(v); console.log(got, rs, ts);
  console.log(new Headers({ A: '1', b: '2' }), new FormData(), new Request('http://x/', { method: 'POST', body: 'b' }).method, new Response('body', { status: 201 }).status, await new Response('{"a":1}').json());
  console.log(performance.now() > 0, typeof performance.timeOrigin, performance.mark('m').name, performance.measure('x', 'm').entryType, performance.getEntries().length, performance.toJSON().nodeTiming !== undefined);
  console.log(new DOMException('m', 'AbortError').code, new DOMException('m').name, DOMException.ABORT_ERR, await new Response(new Blob(['q']).stream()).text());
  console.log(typeof crypto.subtle, crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(3)).length, Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('a'))).toString('hex').slice(0, 8));
  console.log(structuredClone(new Map([[1, { d: new Date(0), r: /x/g, b: Buffer.from('z') }]])), (await new CompressionStream('gzip')).constructor.name);
})();
