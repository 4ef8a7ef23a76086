const fs = require('fs');
const map = { version: 3, file: 'gen.js', sources: ['original.ts'], names: [], mappings: 'AAAA;AACA;AAGA', sourcesContent: ['line one\nline two\n\n\nline five'] };
fs.writeFileSync('gen.js', 'exports.stack = () => new Error("mapped").stack;\nexports.again = () => new Error("second").stack;\nexports.third = () => new Error("third").stack;\n//# sourceMappingURL=gen.js.map\n');
fs.writeFileSync('gen.js.map', JSON.stringify(map));
const plain = require('./gen.js'); console.log(plain.stack().split('\n').slice(0, 2).join('\n'));
process.setSourceMapsEnabled(true); delete require.cache[require.resolve('./gen.js')];
const mapped = require('./gen.js'); for (const k of ['stack', 'again', 'third']) console.log(mapped[k]().split('\n').slice(0, 2).join('\n'));
const found = require('module').findSourceMap(require.resolve('./gen.js')); console.log(found.payload.sources, found.findEntry(1, 0).originalLine);
process.setSourceMapsEnabled(false); console.log(mapped.stack().split('\n')[1]);
