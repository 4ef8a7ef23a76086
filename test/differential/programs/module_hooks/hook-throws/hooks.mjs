export async function resolve(specifier, context, next) {
  if (specifier === 'case:throw') throw Object.assign(new RangeError('from resolve'), { code: 'E_HOOK' });
  if (specifier === 'case:reject') return Promise.reject(new TypeError('rejected'));
  if (specifier === 'case:bad-url') return { url: 5, shortCircuit: true };
  if (specifier === 'case:null') return null;
  if (specifier.startsWith('case:')) return { url: specifier, shortCircuit: true };
  return next(specifier, context);
}
export async function load(url, context, next) {
  if (url === 'case:no-source') return { format: 'module', shortCircuit: true };
  return next(url, context);
}
