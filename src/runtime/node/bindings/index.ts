/** The bindings this sandbox implements, one line each. A binding that is not listed is its bare shape: constants, and functions that throw an error naming themselves. */
import type { Binding } from '../runtime.ts';
import { asyncWrapBinding } from './async-wrap.ts';
import { blobBinding } from './blob.ts';
import { bufferBinding } from './buffer.ts';
import { builtinsBinding } from './builtins.ts';
import { contextify } from './contextify.ts';
import { encodingBinding } from './encoding-binding.ts';
import { errorsBinding } from './errors.ts';
import { factBindings } from './facts.ts';
import { fs } from './fs.ts';
import { fs_dir } from './fs_dir.ts';
import { fs_event_wrap } from './fs_event_wrap.ts';
import { icuBinding } from './icu.ts';
import { messagingBinding } from './messaging.ts';
import { modules } from './modules.ts';
import { optionsBinding } from './options.ts';
import { performanceBinding } from './performance.ts';
import { processMethodsBinding } from './process-methods.ts';
import { stringDecoderBinding } from './string-decoder.ts';
import { taskQueueBinding } from './task-queue.ts';
import { timersBinding } from './timers.ts';
import { typesBinding } from './types.ts';
import { urlPatternBinding } from './url-pattern.ts';
import { urlBinding } from './url.ts';
import { utilBinding } from './util.ts';

const list: Binding[] = [
  asyncWrapBinding,
  blobBinding,
  bufferBinding,
  builtinsBinding,
  contextify,
  encodingBinding,
  errorsBinding,
  ...factBindings,
  fs,
  fs_dir,
  fs_event_wrap,
  icuBinding,
  messagingBinding,
  modules,
  optionsBinding,
  performanceBinding,
  processMethodsBinding,
  stringDecoderBinding,
  taskQueueBinding,
  timersBinding,
  typesBinding,
  urlBinding,
  urlPatternBinding,
  utilBinding,
];

export const bindings = new Map<string, Binding>(list.map((binding) => [binding.name, binding]));
