/** The bindings this sandbox implements, one line each. A binding that is not listed is its bare shape: constants, and functions that throw an error naming themselves. */
import type { Binding } from '../runtime.ts';
import { blobBinding } from './blob.ts';
import { messagingBinding } from './messaging.ts';
import { urlPatternBinding } from './url-pattern.ts';
import { cares_wrap } from './cares_wrap.ts';
import { contextify } from './contextify.ts';
import { crypto } from './crypto.ts';
import { fs } from './fs.ts';
import { fs_dir } from './fs_dir.ts';
import { fs_event_wrap } from './fs_event_wrap.ts';
import { http_parser } from './http_parser.ts';
import { ipc_serdes } from './ipc_serdes.ts';
import { modules } from './modules.ts';
import { os } from './os.ts';
import { pipe_wrap } from './pipe_wrap.ts';
import { process_wrap } from './process_wrap.ts';
import { serdes } from './serdes.ts';
import { signal_wrap } from './signal_wrap.ts';
import { spawn_sync } from './spawn_sync.ts';
import { stream_wrap } from './stream_wrap.ts';
import { tcp_wrap } from './tcp_wrap.ts';
import { tty_wrap } from './tty_wrap.ts';
import { v8 } from './v8.ts';
import { asyncWrapBinding } from './async-wrap.ts';
import { bufferBinding } from './buffer.ts';
import { builtinsBinding } from './builtins.ts';
import { encodingBinding } from './encoding-binding.ts';
import { errorsBinding } from './errors.ts';
import { factBindings } from './facts.ts';
import { icuBinding } from './icu.ts';
import { ioBindings } from './io.ts';
import { optionsBinding } from './options.ts';
import { performanceBinding } from './performance.ts';
import { processMethodsBinding } from './process-methods.ts';
import { stringDecoderBinding } from './string-decoder.ts';
import { taskQueueBinding } from './task-queue.ts';
import { timersBinding } from './timers.ts';
import { typesBinding } from './types.ts';
import { urlBinding } from './url.ts';
import { utilBinding } from './util.ts';

const list: Binding[] = [
  asyncWrapBinding,
  bufferBinding,
  builtinsBinding,
  encodingBinding,
  errorsBinding,
  ...factBindings,
  icuBinding,
  ...ioBindings,
  optionsBinding,
  performanceBinding,
  processMethodsBinding,
  stringDecoderBinding,
  taskQueueBinding,
  timersBinding,
  typesBinding,
  urlBinding,
  utilBinding,
  blobBinding,
  messagingBinding,
  urlPatternBinding,
  cares_wrap,
  contextify,
  crypto,
  fs,
  fs_dir,
  fs_event_wrap,
  http_parser,
  ipc_serdes,
  modules,
  os,
  pipe_wrap,
  process_wrap,
  serdes,
  signal_wrap,
  spawn_sync,
  stream_wrap,
  tcp_wrap,
  tty_wrap,
  v8,
];

export const bindings = new Map<string, Binding>(list.map((binding) => [binding.name, binding]));
