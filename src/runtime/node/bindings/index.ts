/** The bindings this sandbox implements, one line each. A binding that is not listed is its bare shape: constants, and functions that throw an error naming themselves. */
import type { Binding } from '../runtime.ts';
import { asyncWrapBinding } from './async-wrap.ts';
import { block_list } from './block_list.ts';
import { blobBinding } from './blob.ts';
import { bufferBinding } from './buffer.ts';
import { builtinsBinding } from './builtins.ts';
import { cares_wrap } from './cares_wrap.ts';
import { cjs_lexer } from './cjs_lexer.ts';
import { contextify } from './contextify.ts';
import { encodingBinding } from './encoding-binding.ts';
import { errorsBinding } from './errors.ts';
import { factBindings } from './facts.ts';
import { fs } from './fs.ts';
import { fs_dir } from './fs_dir.ts';
import { fs_event_wrap } from './fs_event_wrap.ts';
import { http_parser } from './http_parser.ts';
import { icuBinding } from './icu.ts';
import { inspector } from './inspector.ts';
import { internal_only_v8 } from './internal_only_v8.ts';
import { ipc_serdes } from './ipc_serdes.ts';
import { js_stream } from './js_stream.ts';
import { messagingBinding } from './messaging.ts';
import { module_wrap } from './module_wrap.ts';
import { modules } from './modules.ts';
import { optionsBinding } from './options.ts';
import { os } from './os.ts';
import { performanceBinding } from './performance.ts';
import { pipe_wrap } from './pipe_wrap.ts';
import { processMethodsBinding } from './process-methods.ts';
import { process_wrap } from './process_wrap.ts';
import { profiler } from './profiler.ts';
import { reportBinding } from './report.ts';
import { signal_wrap } from './signal_wrap.ts';
import { spawn_sync } from './spawn_sync.ts';
import { stream_pipe } from './stream_pipe.ts';
import { stream_wrap } from './stream_wrap.ts';
import { stringDecoderBinding } from './string-decoder.ts';
import { taskQueueBinding } from './task-queue.ts';
import { tcp_wrap } from './tcp_wrap.ts';
import { timersBinding } from './timers.ts';
import { tty_wrap } from './tty_wrap.ts';
import { typesBinding } from './types.ts';
import { udp_wrap } from './udp_wrap.ts';
import { urlPatternBinding } from './url-pattern.ts';
import { urlBinding } from './url.ts';
import { utilBinding } from './util.ts';
import { v8 } from './v8.ts';
import { workerBinding } from './worker.ts';
import { zlib } from './zlib.ts';

const list: Binding[] = [
  asyncWrapBinding,
  blobBinding,
  block_list,
  bufferBinding,
  builtinsBinding,
  cares_wrap,
  cjs_lexer,
  contextify,
  encodingBinding,
  errorsBinding,
  ...factBindings,
  fs,
  fs_dir,
  fs_event_wrap,
  http_parser,
  icuBinding,
  inspector,
  internal_only_v8,
  ipc_serdes,
  js_stream,
  messagingBinding,
  module_wrap,
  modules,
  optionsBinding,
  os,
  performanceBinding,
  pipe_wrap,
  processMethodsBinding,
  process_wrap,
  profiler,
  reportBinding,
  signal_wrap,
  spawn_sync,
  stream_pipe,
  stream_wrap,
  stringDecoderBinding,
  taskQueueBinding,
  tcp_wrap,
  timersBinding,
  tty_wrap,
  typesBinding,
  urlPatternBinding,
  udp_wrap,
  urlBinding,
  utilBinding,
  v8,
  workerBinding,
  zlib,
];

export const bindings = new Map<string, Binding>(list.map((binding) => [binding.name, binding]));
