/**
 * A first run of what nearly every process does once: find a script, read and compile it, print a line to a terminal. The engine compiles a function
 * at its first call, so without this each process would pay for it; here the waiting worker does. The filesystem is a pretended one and everything that
 * leaves a trace a program could see (ids, handles, ticks) is put back.
 */
import { DT, S } from '../abi/constants.ts';
import { ERRNO, SysError } from '../abi/errno.ts';
import type { StatFields, Sys } from '../abi/syscalls.ts';
import type { CoreRuntime } from './core.ts';

/** No project has a folder of this name, and only the filesystem below knows it: what caches remember of it is never asked again. */
const FOLDER = '/.tabloom-rehearsal';
const SCRIPT = `${FOLDER}/main.js`;
const SOURCE = "'use strict';\nconst fs = require('fs');\nmodule.exports = { fs };\n";

/** Runs it; before the worker has become a process. @throws Error naming a call that the library makes here and should not */
export function rehearse(rt: CoreRuntime): void {
  const restore = pretend(rt);
  const ids: Float64Array = rt.internalBinding('async_wrap').async_id_fields;
  const before = ids.slice();
  try {
    loadScript(rt);
    printLine(rt);
    rt.process._tickCallback();
  } finally {
    ids.set(before);
    rt.active.handles.clear();
    restore();
  }
}

function loadScript(rt: CoreRuntime): void {
  const { Module, wrapSafe } = rt.requireBuiltin('internal/modules/cjs/loader');
  const { makeRequireFunction } = rt.requireBuiltin('internal/modules/helpers');
  const { getNearestParentPackageJSON } = rt.requireBuiltin('internal/modules/package_json_reader');
  const fs = rt.requireBuiltin('fs');
  const found = Module._findPath(SCRIPT, null, true);
  delete Module._pathCache[`${SCRIPT}\x00`];
  const module = new Module(found);
  module.paths = Module._nodeModulePaths(FOLDER);
  getNearestParentPackageJSON(found);
  wrapSafe(found, fs.readFileSync(found, 'utf8'), module, 'commonjs');
  makeRequireFunction(module);
}

function printLine(rt: CoreRuntime): void {
  const { WriteStream } = rt.requireBuiltin('tty');
  const { Console } = rt.requireBuiltin('internal/console/constructor');
  const stream = new WriteStream(1);
  // Without a mode of its own it would ask `process.stderr` for one, and so make it.
  new Console({ stdout: stream, ignoreErrors: true, colorMode: false }).log('%s', 'a line', { a: 1 });
}

/** Puts calls in place that answer from memory; one that is not among them fails at once, where the kernel would not answer a worker that waits. */
function pretend(rt: CoreRuntime): () => void {
  const sys = rt.sys as unknown as { [name: string]: unknown };
  const real = { ...sys };
  const encoder = new rt.native.TextEncoder();
  const stat = (type: number, size: number): StatFields => [1, type | 0o755, 1, 0, 0, 0, 4096, 1, size, 0, 0, 0, 0, 0];
  const files: Partial<Sys> = {
    stat(path) {
      if (path === SCRIPT) return stat(S.IFREG, SOURCE.length);
      if (FOLDER.startsWith(path)) return stat(S.IFDIR, 4096);
      throw new SysError(ERRNO.ENOENT);
    },
    readFile(path) {
      if (path === SCRIPT) return encoder.encode(SOURCE);
      if (path === `${FOLDER}/package.json`) return encoder.encode('{}');
      throw new SysError(ERRNO.ENOENT);
    },
    readdir(path) {
      if (path === '/') return [[FOLDER.slice(1), DT.DIR]];
      if (path === FOLDER) return [['main.js', DT.FILE], ['package.json', DT.FILE]];
      throw new SysError(ERRNO.ENOENT);
    },
    realpath: (path) => path,
    // No count of the kernel's: nothing of this is remembered.
    changes: () => -2,
    isatty: () => true,
    fstat: () => stat(S.IFCHR, 0),
    winsize: () => ({ cols: 80, rows: 24 }),
    setNonblock() {},
    poll() {},
    write: (_fd, data) => data.length,
    getcwd: () => '/',
    tcgetattr: () => 0,
  };
  for (const name of Object.keys(sys)) {
    sys[name] = (files as { [name: string]: unknown })[name] ?? (() => {
      throw new Error(`${name} is called before the process has started`);
    });
  }
  return () => void Object.assign(sys, real);
}
