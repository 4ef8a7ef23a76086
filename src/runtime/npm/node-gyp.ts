/**
 * In place of node-gyp, which npm starts for packages with a native add-on: there is no compiler here, and nothing that could load what it made. npm
 * shows nothing of a script that succeeds, so the reason goes to the terminal itself where there is one. Of a package that gets something else in its add-on's stead there is nothing to say.
 */
import { writeFileSync } from 'node:fs';
import { SUBSTITUTES } from '../abi/substitutes.ts';

const { npm_package_name: name = 'this package', npm_package_version: version } = process.env;
const text = `${name}${version ? `@${version}` : ''}: its native add-on is left out: a browser cannot load one, and no build of it in WebAssembly is known. The installation goes on without it.\n`;

if (!SUBSTITUTES.some(({ of }) => of === name)) {
  try {
    writeFileSync('/dev/tty', text);
  } catch {
    process.stderr.write(text);
  }
}
