#!/usr/bin/env node
const fs = require('fs'); fs.writeFileSync('s.js', '#!/usr/bin/env node\nmodule.exports = new Error("x").stack.split("\\n")[1].match(/:\\d+:\\d+/)[0]'); console.log(require('./s.js'));
fs.writeFileSync('bom.js', '\ufeff#!/bin/sh\nmodule.exports = "bom and shebang"'); try { console.log(require('./bom.js')); } catch (e) { console.log(e.name, e.message); }
fs.writeFileSync('b2.js', '\ufeffmodule.exports = "bom"'); console.log(require('./b2.js'));
