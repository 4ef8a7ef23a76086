// Routes are files with brackets in their names: their addresses have them escaped.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { shown } from './[slug]/page~1.mjs';
const require = createRequire(import.meta.url);
console.log(shown, import.meta.resolve('./[slug]/page~1.mjs').split('/').slice(-2).join('/'));
console.log((await import('./%5Bslug%5D/page~1.mjs')).shown === shown, (await import(pathToFileURL(require.resolve('./[slug]/page~1.mjs')))).shown === shown);
const text = String.fromCharCode(...Array.from({ length: 255 }, (_, i) => i + 1).filter((c) => c !== 47 && c !== 92));
console.log(pathToFileURL(`/${text}`).href, pathToFileURL(`C:/${text}`, { windows: true }).href);
