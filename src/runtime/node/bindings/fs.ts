import { cpMethods } from '../fs/cp.ts';
import { descriptorMethods } from '../fs/descriptor-methods.ts';
import { descriptors } from '../fs/descriptors.ts';
import { fileHandleClass } from '../fs/file-handle.ts';
import { NEEDS } from '../fs/needs.ts';
import { type NodePath, textOf } from '../fs/path.ts';
import { pathMethods } from '../fs/path-methods.ts';
import { native, requestClasses } from '../fs/request.ts';
import { statWatcherClass } from '../fs/stat-watcher.ts';
import { wholeFiles } from '../fs/whole-files.ts';
import type { Binding } from '../runtime.ts';

export const fs: Binding = {
  name: 'fs',
  create(rt, shape) {
    const kUsePromises: symbol = rt.internalBinding('symbols').fs_use_promises_symbol;
    shape.kUsePromises = kUsePromises;
    const methods = { ...pathMethods(rt, shape), ...descriptorMethods(rt, shape) };
    for (const name in methods) shape[name] = native(rt, kUsePromises, methods[name]!, NEEDS[name]);

    const FileHandle = fileHandleClass(rt, shape.FileHandle, kUsePromises);
    shape.openFileHandle = native(rt, kUsePromises, {
      request: 3,
      syscall: 'open',
      paths: 1,
      run: (path: NodePath, flags: number, mode: number) => new FileHandle(descriptors(rt).open(textOf(path), flags, mode)),
    }, NEEDS.open);
    const { FSReqCallback } = requestClasses(rt);
    return Object.assign(shape, wholeFiles(rt), cpMethods(rt), { FSReqCallback, FileHandle, StatWatcher: statWatcherClass(rt) });
  },
};
