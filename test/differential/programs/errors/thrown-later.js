// An error that one function makes and another place throws: the place that is shown above the stack.
function make() {
  return new Error('made elsewhere');
}
const error = make();
console.log('before');
throw error;
