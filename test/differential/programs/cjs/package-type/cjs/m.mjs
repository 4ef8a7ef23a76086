export default typeof require;
