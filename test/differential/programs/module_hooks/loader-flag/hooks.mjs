import { readFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (!url.endsWith('.yaml')) return next(url, context);
  const entries = readFileSync(new URL(url), 'utf8').trim().split('\n').map((line) => line.split(': '));
  return { format: 'json', source: JSON.stringify(Object.fromEntries(entries)), shortCircuit: true };
}
export async function resolve(specifier, context, next) {
  const result = await next(specifier, context);
  return specifier.endsWith('.yaml') ? { ...result, importAttributes: { type: 'json' } } : result;
}
