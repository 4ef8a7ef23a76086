const { SourceMap, findSourceMap } = require('module');
const map = new SourceMap({ version: 3, file: 'out.js', sources: ['a.ts', 'b.ts'], names: ['n'], mappings: 'AAAAA,CAAC,CCCD;AACA', sourceRoot: '' });
console.log(map.payload.sources, map.lineLengths, map.findEntry(0, 0), map.findEntry(0, 2), map.findEntry(1, 0), map.findEntry(5, 0), map.findOrigin(1, 1), map.findOrigin(2, 1));
console.log(findSourceMap(__filename), findSourceMap('/no/such'));
try { new SourceMap('x'); } catch (e) { console.log(e.code); }
console.log(process.sourceMapsEnabled, typeof process.setSourceMapsEnabled, require('module').getSourceMapsSupport(), require('module').setSourceMapsSupport(true), require('module').getSourceMapsSupport());
