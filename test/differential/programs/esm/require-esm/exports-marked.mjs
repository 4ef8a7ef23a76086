const own = { own: true }; export { own as 'module.exports' }; export default 1;
