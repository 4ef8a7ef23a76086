const api = () => 'api'; export { api as 'module.exports' }; export default 'ignored';
