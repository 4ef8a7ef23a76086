import type { CoreRuntime } from '../core.ts';
import { PackageJsonReader } from '../esm/package-json.ts';
import type { Binding } from '../runtime.ts';
import { reasonMissing, standsIn, substituteFor } from '../substitutes.ts';

/** Index of `DISABLED` in `compileCacheStatus`. */
const CACHE_DISABLED = 3;

export const modules: Binding = {
  name: 'modules',
  create(rt: CoreRuntime, shape) {
    const reader = new PackageJsonReader(rt);
    const pathOf = (url: string): string => rt.requireBuiltin('internal/url').fileURLToPath(url);

    return Object.assign(shape, {
      readPackageJSON(path: string, isESM: boolean, base: string | undefined, specifier: string | undefined) {
        const importing = isESM && base !== undefined && specifier !== undefined ? ` while importing "${specifier}" from ${pathOf(base)}` : '';
        rt.permission?.demand('FileSystemRead', path);
        return reader.read(path, importing);
      },
      getNearestParentPackageJSON: (path: string) => reader.nearest(path),
      getNearestParentPackageJSONType: (path: string) => reader.nearest(path)?.[2],
      getPackageScopeConfig: (url: string) => reader.scope(url),
      getPackageType(url: string) {
        const found = reader.scope(url);
        return typeof found === 'string' ? undefined : found[2];
      },
      // Engine code caches cannot be read back in a browser: the cache is reported as disabled, which programs have to expect anyway.
      enableCompileCache(folder: unknown) {
        if (typeof folder !== 'string') throw Object.assign(new TypeError('cacheDir should be a string'), { code: 'ERR_INVALID_ARG_TYPE' });
        return [CACHE_DISABLED, 'Compile cache is not available in this sandbox'];
      },
      getCompileCacheDir: () => '',
      flushCompileCache() {},
      getCompileCacheEntry: () => undefined,
      saveCompileCacheEntry() {},
      /** Not Node's: the last look for a module that was not found (`src/build/node-patches.ts`). */
      substituteFor: (request: string, parent: string | undefined) => substituteFor(rt, request, parent),
      reasonMissing: (request: string, parent: string | undefined) => reasonMissing(rt, request, parent),
      /** Not Node's either: asked before a library warns that it is experimental. */
      standsIn: function here(): boolean {
        return standsIn(rt, here);
      },
      /** Two plain properties for `import.meta`, in this order. */
      setLazyPathHelpers(meta: object, url: string) {
        const filename = pathOf(url);
        const define = (name: string, value: string) => Object.defineProperty(meta, name, { value, writable: true, enumerable: true, configurable: true });
        define('dirname', filename.slice(0, filename.lastIndexOf('/')) || '/');
        define('filename', filename);
      },
    });
  },
};
