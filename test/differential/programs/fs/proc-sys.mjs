// What the system is called stands below /proc/sys too, in files that are longer than they say.
import fs from 'node:fs';
import os from 'node:os';
const folder = '/proc/sys/kernel';
console.log(['hostname', 'osrelease', 'ostype', 'version'].filter((name) => !fs.readdirSync(folder).includes(name)));
console.log(fs.readFileSync(`${folder}/hostname`, 'utf8') === `${os.hostname()}\n`, fs.readFileSync(`${folder}/osrelease`, 'utf8') === `${os.release()}\n`);
console.log(fs.readFileSync(`${folder}/ostype`, 'utf8'), fs.readFileSync(`${folder}/version`, 'utf8') === `${os.version()}\n`, fs.statSync(`${folder}/hostname`).size);
console.log(fs.readFileSync('/proc/version', 'utf8').startsWith(`${os.type()} version ${os.release()} (`));
console.log(await fs.promises.readFile(`${folder}/ostype`, 'latin1'), fs.statSync(folder).isDirectory(), fs.existsSync('/proc/sys/kernel/none'));
const handle = await fs.promises.open(`${folder}/hostname`);
console.log((await handle.readFile('utf8')).length === os.hostname().length + 1);
await handle.close();
fs.readFile(`${folder}/ostype`, (error, data) => console.log(error, data));
