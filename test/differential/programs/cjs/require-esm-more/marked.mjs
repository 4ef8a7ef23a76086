export const __esModule = true; export default 'd';
