export async function resolve(specifier, context, next) {
  if (specifier === 'virtual:missing') return next('./not-there.mjs', context);
  if (specifier.startsWith('virtual:')) return { url: specifier, shortCircuit: true, format: 'module' };
  return next(specifier, context);
}
export async function load(url, context, next) {
  if (url.startsWith('virtual:')) return { format: 'module', source: `export default ${JSON.stringify(url.slice(8))}`, shortCircuit: true };
  return next(url, context);
}
