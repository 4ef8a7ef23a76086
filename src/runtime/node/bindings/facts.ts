/** Bindings that hardly do anything in a sandbox: facts about the process, and switches of things that are off. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';

const configBinding: Binding = {
  name: 'config',
  // No inspector protocol reaches a worker here, and no trace files are written.
  create: (rt, shape) => Object.assign(shape, { hasInspector: false, hasTracing: false, getDefaultLocale: () => rt.native.navigator.language }),
};

const uvBinding: Binding = {
  name: 'uv',
  create(rt: CoreRuntime, shape) {
    let warned = false;
    return Object.assign(shape, {
      errname(errno: number) {
        if (!warned && rt.start !== undefined && rt.requireBuiltin('internal/options').getOptionValue('--pending-deprecation')) {
          warned = true;
          rt.process.emitWarning("Directly calling process.binding('uv').errname(<val>) is being deprecated. Please make sure to use util.getSystemErrorName() instead.", 'DeprecationWarning', 'DEP0119');
        }
        return rt.errorMap.get(errno)?.[0] ?? `Unknown system error ${errno}`;
      },
      getErrorMap: () => new Map(rt.errorMap),
      getErrorMessage: (errno: number) => rt.errorMap.get(errno)?.[1] ?? `Unknown system error ${errno}`,
    });
  },
};

const credentialsBinding: Binding = {
  name: 'credentials',
  create(rt: CoreRuntime, shape) {
    const { EPERM } = { EPERM: 1 };
    const variable = (name: string): string | undefined => (rt.start === undefined ? undefined : (rt.process.env ?? rt.start.env)[name]);
    /** The names of /etc/passwd, which are those of /etc/group too. */
    const NAMES: ReadonlyMap<unknown, number> = new Map([['root', 0], ['user', 1000]]);
    const UNKNOWN_NAME = 1;
    const refuse = (syscall: string) => (id: unknown) => {
      const number = typeof id === 'string' ? NAMES.get(id) : Number(id);
      return number === undefined ? UNKNOWN_NAME : number === 1000 ? 0 : rt.throwErrno(EPERM, syscall);
    };
    return Object.assign(shape, {
      // Waiting in the pool there is no environment yet; afterwards `process.env` is the real one.
      safeGetenv: variable,
      getTempDir: () => (variable('TMPDIR') || variable('TMP') || variable('TEMP') || '/tmp').replace(/(.)\/$/, '$1'),
      implementsPosixCredentials: true,
      getuid: () => 1000,
      geteuid: () => 1000,
      getgid: () => 1000,
      getegid: () => 1000,
      getgroups: () => [1000],
      setuid: refuse('setuid'),
      seteuid: refuse('seteuid'),
      setgid: refuse('setgid'),
      setegid: refuse('setegid'),
      // The number of the one that is unknown, for the library to name it.
      setgroups(groups: unknown[]) {
        const unknown = groups.findIndex((group) => typeof group === 'string' && !NAMES.has(group));
        return unknown === -1 ? rt.throwErrno(EPERM, 'setgroups') : unknown + 1;
      },
      initgroups(user: unknown, group: unknown) {
        // A number stands for a name; a name itself is not looked up.
        if (typeof user === 'number' && ![...NAMES.values()].includes(user)) return 1;
        return typeof group === 'string' && !NAMES.has(group) ? 2 : rt.throwErrno(EPERM, 'initgroups');
      },
    });
  },
};

const asyncContextFrameBinding: Binding = {
  name: 'async_context_frame',
  create: (rt: CoreRuntime, shape) => Object.assign(shape, {
    getContinuationPreservedEmbedderData: () => rt.async.frame,
    setContinuationPreservedEmbedderData(frame: unknown) {
      rt.async.frame = frame;
    },
  }),
};

const traceEventsBinding: Binding = {
  name: 'trace_events',
  create: (_rt, shape) => Object.assign(shape, {
    isTraceCategoryEnabled: () => false,
    getCategoryEnabledBuffer: () => new Uint8Array(1),
    getEnabledCategories: () => undefined,
    setTraceCategoryStateUpdateHandler() {},
    trace() {},
    CategorySet: class CategorySet {
      enable(): void {
        throw new NotAvailableError('trace_events', 'a browser writes no traces for a program');
      }
      disable(): void {}
    },
  }),
};

const mksnapshotBinding: Binding = {
  name: 'mksnapshot',
  // Snapshots of user programs are not made: the callbacks are never asked for.
  create: (_rt, shape) => Object.assign(shape, { setSerializeCallback() {}, setDeserializeCallback() {}, setDeserializeMainFunction() {} }),
};

/** Numbers and texts cannot be changed (NODE_DEFINE_CONSTANT). */
function fix(constants: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(constants)) {
    if (typeof value === 'object' && value !== null) fix(value as typeof constants);
    else Object.defineProperty(constants, name, { writable: false, configurable: false });
  }
}

const constantsBinding: Binding = {
  name: 'constants',
  create(_rt, shape) {
    fix(shape);
    return shape;
  },
};

const permissionBinding: Binding = {
  name: 'permission',
  create: (rt, shape) => Object.assign(shape, {
    has: (label: string, resource: unknown) => rt.permission?.has(label, resource) ?? true,
    drop: (label: string, resource: unknown) => rt.permission?.drop(label, resource),
  }),
};

const seaBinding: Binding = {
  name: 'sea',
  create: (_rt, shape) => Object.assign(shape, { isSea: () => false, isExperimentalSeaWarningNeeded: () => false }),
};

const wasmWebApiBinding: Binding = {
  name: 'wasm_web_api',
  // `web-assembly.ts` calls it by itself.
  create: (_rt, shape) => Object.assign(shape, { setImplementation() {} }),
};

const diagnosticsChannelBinding: Binding = {
  name: 'diagnostics_channel',
  // Channels published to from C++ (none here publishes).
  create: (_rt, shape) => Object.assign(shape, { linkNativeChannel() {} }),
};

export const factBindings: Binding[] = [
  configBinding, uvBinding, credentialsBinding, asyncContextFrameBinding, traceEventsBinding, mksnapshotBinding, constantsBinding, permissionBinding, seaBinding, wasmWebApiBinding,
  diagnosticsChannelBinding,
];
