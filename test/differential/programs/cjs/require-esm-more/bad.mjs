export {
