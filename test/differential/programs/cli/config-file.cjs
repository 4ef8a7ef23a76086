// node.config.json: what is said of a text that is no JSON, or not of the right form.
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
writeFileSync('show.js', 'console.log(JSON.stringify([process.execArgv, process.argv.slice(2), process.title]))');
const byDefault = '--experimental-default-config-file';
function run(config, args = [byDefault, 'show.js'], env = {}) {
  if (config !== undefined) writeFileSync('node.config.json', typeof config === 'string' ? config : JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: '', encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1', ...env } });
  console.log(JSON.stringify(config), args.join(' '), status, (stdout + stderr).replaceAll(process.execPath, 'node').trim().split('\n').slice(0, 4));
}
for (const text of ['', ' ', '{', '[]', '3', 'null', '"x"', 'tru', '// c\n{}', '{}', '{"nodeOptions":{}}x', '{"nodeOptions":{},}', '{"a":}', '{"nodeOptions":null}', '{nodeOptions:{"warnings":true}}',
  '{"nodeOptions":{"title":"a"} "test":{}}', '{"nodeOptions":{"title":"a"}', '{"nodeOptions":{"title":"a\nb"}}', '{"nodeOptions":{"title":"a}}', '{"nodeOptions":{"title":"a","title":"b"}}', '{"nodeOptions":{"title":"a",}}',
  '{"nodeOptions":{"title" "a"}}', '{"nodeOptions":{"ti\\u0074le":"escaped"}}', '{"nodeOptions":{"title":"a\\qb"}}', '{"nodeOptions":{"warnings":tru}}', '{"nodeOptions":{"max-http-header-size":1e2}}',
  '{"nodeOptions":{"max-http-header-size":012}}', '{"nodeOptions":{"import":["data:," "b"]}}', '{"nodeOptions":{"import":["data:,",]}}', '{"$schema":{"a":[1,{"b":"}"}]},"nodeOptions":{"title":"c"}}', '{"$schema":}',
  '{"$schema":3,,"nodeOptions":{}}', '{"nodeOptions":{},"$schema":tru}', '{"nodeOptions":{}} {"b":{}}']) run(text);
