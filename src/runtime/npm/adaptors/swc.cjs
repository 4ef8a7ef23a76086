/** In the place of the native part of @swc/core, which gets programs and options as JSON, in strings and buffers: its WebAssembly build takes other arguments. */
'use strict';
const { readFileSync } = require('node:fs');
const swc = require('./wasm.js');
const given = (bytes) => JSON.parse(bytes.toString());
const later = (run) => (...args) => new Promise((done) => done(run(...args)));
const missing = (name) => () => {
  throw Object.assign(new Error('@swc/core: ' + name + '() is not in its WebAssembly build'), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
};
const transformSync = (source, isModule, options) => swc.transformSync(isModule ? JSON.parse(source) : source, given(options));
const transformFileSync = (path, isModule, options) => swc.transformSync(readFileSync(path, 'utf8'), { filename: path, ...given(options) });
const parseSync = (source, options) => JSON.stringify(swc.parseSync(source, given(options)));
const parseFileSync = (path, options) => parseSync(readFileSync(path, 'utf8'), options);
const printSync = (program, options) => swc.printSync(JSON.parse(program), given(options));
const minifySync = (source, options) => swc.minifySync(given(source), given(options));
module.exports = {
  transformSync, transformFileSync, parseSync, parseFileSync, printSync, minifySync,
  transform: later(transformSync), transformFile: later(transformFileSync), parse: later(parseSync), parseFile: later(parseFileSync), print: later(printSync), minify: later(minifySync),
  getTargetTriple: () => 'wasm32-unknown-unknown', initCustomTraceSubscriber() {},
  bundle: missing('bundle'), analyze: missing('analyze'), newMangleNameCache: missing('experimental_newMangleNameCache'),
};
