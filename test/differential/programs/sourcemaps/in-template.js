// What looks like the comment in a template is text.
const { writeFileSync } = require('node:fs');
const { findSourceMap } = require('node:module');
process.setSourceMapsEnabled(true);
const map = Buffer.from(JSON.stringify({ version: 3, sources: ['there.ts'], sourcesContent: ['x'], mappings: 'AAAA' })).toString('base64');
writeFileSync('in-text.cjs', `module.exports = \`\n//# sourceMappingURL=data:application/json;base64,${map}\n\`;\n`);
writeFileSync('in-comment.cjs', `module.exports = \`\`;\n//# sourceMappingURL=data:application/json;base64,${map}\n// \` behind it\n`);
for (const name of ['in-text', 'in-comment']) {
  require(`./${name}.cjs`);
  console.log(name, findSourceMap(require.resolve(`./${name}.cjs`))?.payload.sources);
}
