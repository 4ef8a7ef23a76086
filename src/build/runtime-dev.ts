/** Builds the runtime alone, in memory, and prints the size of each file: a quick check while working on it. */
import { gzipSync } from 'node:zlib';
import { buildRuntime } from './runtime.ts';

const files = await buildRuntime({ minify: process.argv.includes('--minify'), buildId: 'dev' });
for (const [name, bytes] of files) console.log(`${name.padEnd(28)} ${String(bytes.length).padStart(9)}  ${String(gzipSync(bytes).length).padStart(8)} gz`);
