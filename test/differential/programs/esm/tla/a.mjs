console.log('a start'); export const a = await new Promise((r) => setTimeout(r, 20, 'A')); console.log('a end'); export default 'default of a';
