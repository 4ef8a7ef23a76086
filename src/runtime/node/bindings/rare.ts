/** Bindings that most programs do without, in a script of their own that is loaded at the first `internalBinding` of one of them. `rare-names.ts` lists the same names; a test keeps them in step. */
import type { Binding } from '../runtime.ts';
import { coverage } from './coverage.ts';
import { crypto } from './crypto.ts';
import { http2 } from './http2.ts';
import { locks } from './locks.ts';
import { permission_model } from './permission_model.ts';
import { seldom } from './seldom.ts';
import { serdes } from './serdes.ts';
import { sqlite } from './sqlite.ts';
import { tls_wrap } from './tls_wrap.ts';
import { wasi } from './wasi.ts';
import { webstorage } from './webstorage.ts';

const list: Binding[] = [coverage, crypto, http2, locks, permission_model, seldom, serdes, sqlite, tls_wrap, wasi, webstorage];

export const rareBindings: ReadonlyMap<string, Binding> = new Map(list.map((binding) => [binding.name, binding]));
