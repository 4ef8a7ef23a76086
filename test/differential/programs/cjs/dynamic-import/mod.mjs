export default 'default'; export const named = 'named';
