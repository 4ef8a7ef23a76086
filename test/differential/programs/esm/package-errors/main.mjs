for (const s of ['badjson', 'emptyexports', 'badkeys', 'badmain', 'nomain', 'dirmain', '@scope/x', '@scope', '@/x', '.hidden', 'a\\b', 'up/../x'])
  await import(s).then((m) => console.log(s, m.default), (e) => console.log(s, e.code, e.message.replaceAll(process.cwd(), '').split('\n')[0]));
