// Rejections of fs.promises: the same properties as the thrown ones, with a stack of their own.
import fs from 'node:fs/promises';
await fs.writeFile('file', '');
for (const [name, ...args] of [['readFile', 'gone'], ['readdir', 'file'], ['mkdir', 'file'], ['rmdir', 'gone'], ['unlink', 'gone'], ['rename', 'gone', 'x'], ['copyFile', 'gone', 'x'], ['stat', 'file/x'], ['lstat', 'gone'], ['readlink', 'file'], ['symlink', 'a', 'file'], ['link', 'gone', 'y'], ['access', 'gone'], ['chmod', 'gone', 0o600], ['utimes', 'gone', 1, 1], ['realpath', 'gone'], ['truncate', 'gone'], ['open', 'gone'], ['mkdtemp', 'gone/x'], ['rm', 'gone'], ['opendir', 'gone'], ['statfs', 'gone']]) {
  const e = await fs[name](...args).then(() => undefined, (e) => e);
  console.log(name, e?.code, e?.errno, e?.syscall, e?.path?.replace(/[A-Za-z0-9]{6}$/, ''), e?.dest);
}
console.log(await fs.stat('gone').catch((e) => e.message), await fs.rm('gone', { force: true }));
for (const bad of [() => fs.readFile(5.5), () => fs.writeFile('f', 5), () => fs.open('f', 'zz'), () => fs.mkdir(null)]) await bad().catch((e) => console.log(e.name, e.code, e.message));
