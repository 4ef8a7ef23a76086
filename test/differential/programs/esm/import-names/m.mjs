const x = 'i', y = 'c'; export const from = 1, as = 2, of = 3, get = 4; export { x as if, y as class }; export default 5;
