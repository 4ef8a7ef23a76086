export async function resolve(specifier, context, next) {
  return specifier === 'virtual' ? { url: 'data:text/javascript,export default "hooked"', shortCircuit: true } : next(specifier, context);
}
