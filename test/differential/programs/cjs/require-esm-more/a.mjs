export const x = 1; export default { d: 1 };
