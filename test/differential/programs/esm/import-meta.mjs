const { meta } = { meta: import.meta };
console.log(Object.getPrototypeOf(import.meta), Object.keys(import.meta), import.meta === meta, typeof import.meta.resolve);
console.log(import.meta.dirname === process.cwd(), import.meta.filename.endsWith('import-meta.mjs'), import.meta.url.startsWith('file:///'), import.meta.main);
console.log(import.meta.resolve('./x.js') === new URL('./x.js', import.meta.url).href, import.meta.resolve('node:fs'), import.meta.resolve('fs'), import.meta.resolve('data:text/javascript,1'));
try { import.meta.resolve('no-such-package'); } catch (e) { console.log(e.code); }
import.meta.extra = 1; console.log(import.meta.extra, Object.isExtensible(import.meta));
const f = () => import.meta.extra; console.log(f(), String(f));
