import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(`
  export async function load(url, context, next) {
    const result = await next(url, context);
    if (!url.includes('leaf')) return result;
    return { ...result, source: String(result.source) + '\\nexport const first = true;' };
  }`));
register('data:text/javascript,' + encodeURIComponent(`
  export async function load(url, context, next) {
    const result = await next(url, context);
    if (!url.includes('leaf')) return result;
    return { ...result, source: String(result.source).replace('ORIGINAL', 'CHANGED') + '\\nexport const second = typeof first;' };
  }`));
console.log({ ...await import('./leaf.mjs') });
