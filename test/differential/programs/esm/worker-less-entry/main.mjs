import { fileURLToPath, pathToFileURL } from 'node:url';
console.log(process.argv[1] === fileURLToPath(import.meta.url), pathToFileURL(process.argv[1]).href === import.meta.url, process.argv.length);
process.on('exit', (c) => console.log('exit', c, process.exitCode));
process.exitCode = 3;
await new Promise((r) => setImmediate(r));
