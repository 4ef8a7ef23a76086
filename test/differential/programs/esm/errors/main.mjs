const attempt = async (what) => {
  try {
    console.log(what, Object.keys(await import(what)));
  } catch (e) {
    console.log(what, '!!', e.name, e.code, e.message.replaceAll(process.cwd(), '<cwd>'));
  }
};
await attempt('./missing.mjs');
await attempt('missing-package');
await attempt('node:nothing');
await attempt('./bad-import.mjs');
await attempt('./bad-star.mjs');
await attempt('./bad-syntax.mjs');
await attempt('./throws.mjs');
await attempt('./dir');
await attempt('http://example.com/x.js');
await attempt('./data.json');
await attempt('./file.unknown');
await attempt('#internal');
await attempt('./cjs-throws.cjs');
try {
  await import({ toString() { throw new RangeError('no text'); } });
} catch (e) {
  console.log(e.name, e.message);
}
console.log(typeof import('./good.mjs').then, import.meta.url.endsWith('/main.mjs'), import.meta.filename === process.argv[1], import.meta.dirname === process.cwd(), import.meta.main);
console.log(import.meta.resolve('./good.mjs').endsWith('/good.mjs'), Object.keys(import.meta), typeof require, typeof module, typeof __filename, this);
try {
  undefinedFunction();
} catch (e) {
  console.log(e.stack.replaceAll(import.meta.url, '<url>').split('\n')[1]);
}
