import { readFile } from 'node:fs/promises';
export async function load(url, context, next) {
  if (!url.endsWith('lib.cjs')) return next(url, context);
  const source = await readFile(new URL(url), 'utf8');
  return { format: 'commonjs', source: source.replace('plain', 'transformed'), shortCircuit: true };
}
