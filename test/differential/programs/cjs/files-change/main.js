// Files that come, go and change while modules are looked for.
const fs = require('fs'); const attempt = (s) => { try { return require(s); } catch (e) { return e.code; } };
console.log(attempt('./later')); fs.writeFileSync('later.js', 'module.exports = 1'); console.log(attempt('./later'));
delete require.cache[require.resolve('./later')]; fs.writeFileSync('later.js', 'module.exports = 2'); console.log(attempt('./later'));
delete require.cache[require.resolve('./later')]; fs.unlinkSync('later.js'); console.log(attempt('./later')); fs.mkdirSync('later'); fs.writeFileSync('later/index.js', 'module.exports = "dir"'); console.log(attempt('./later'));
require('child_process').execFileSync(process.execPath, ['-e', 'require("fs").writeFileSync("child.js", "module.exports = \'by a child\'")']); console.log(attempt('./child'));
fs.renameSync('later', 'moved'); console.log(attempt('./moved'), attempt('./later'));
