export async function resolve(specifier, context, next) {
  return specifier === 'from-hook' ? { url: 'data:text/javascript,export default 42', shortCircuit: true } : next(specifier, context);
}
