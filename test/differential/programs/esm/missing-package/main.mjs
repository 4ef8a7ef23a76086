// What a person sees when a package is missing: the report on stderr, line by line, with the line of the library that threw.
import { spawnSync } from 'node:child_process';
for (const file of ['static.mjs', 'required.cjs', 'awaited.mjs']) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  console.log(file, status, stdout);
  console.log(stderr.replaceAll(process.cwd(), 'CWD'));
}
