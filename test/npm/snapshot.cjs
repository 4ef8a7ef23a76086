// Prints what lies in the folder given: one line for each thing, with kind, mode, size or target, and a hash of the contents.
const { createHash } = require('node:crypto');
const { lstatSync, readFileSync, readdirSync, readlinkSync } = require('node:fs');
const lines = [];
const visit = (path, name) => {
  const info = lstatSync(path);
  const mode = (info.mode & 0o777).toString(8);
  if (info.isSymbolicLink()) lines.push(`${name} -> ${readlinkSync(path)}`);
  else if (info.isDirectory()) {
    lines.push(`${name}/ ${mode}`);
    for (const child of readdirSync(path).sort()) if (child !== '.snapshot.cjs' && child !== '.npmrc') visit(`${path}/${child}`, name === '.' ? child : `${name}/${child}`);
  } else lines.push(`${name} ${mode} ${info.size} ${createHash('sha1').update(readFileSync(path)).digest('hex').slice(0, 12)}`);
};
visit(process.argv[2], '.');
console.log(lines.join('\n'));
