#!/usr/bin/env node
/** In the place of TypeScript 7's program, a native one. */
'use strict';
process.stderr.write('tsc: TypeScript 7 is a native program, which does not run in this sandbox: TypeScript ' + require('../package.json').version + ', the last in JavaScript, runs in its place\n');
require('./tsc.js');
