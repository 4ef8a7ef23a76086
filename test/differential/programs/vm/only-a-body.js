// What ends the function around it is no body; nor has a revoked proxy's function a name.
const vm = require('vm');
for (const [code, ...params] of [['});\n(function() {\nconsole.log(1);\n'], ['return { a }', 'a'], ['// }'], ['return'], ['#!/usr/bin/env node\nreturn `}`']]) {
  try {
    console.log(typeof vm.compileFunction(code, params), vm.compileFunction(code, params)(1, 2));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(require('util').inspect(Proxy.revocable({}, {})));
