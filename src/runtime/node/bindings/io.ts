/** The bindings for streams, sockets, terminals, child processes, HTTP, crypto and what describes the machine. */
import type { Binding } from '../runtime.ts';
import { cares_wrap } from './cares_wrap.ts';
import { crypto } from './crypto.ts';
import { http_parser } from './http_parser.ts';
import { ipc_serdes } from './ipc_serdes.ts';
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

export const ioBindings: Binding[] = [
  cares_wrap, crypto, http_parser, ipc_serdes, os, pipe_wrap, process_wrap, serdes, signal_wrap, spawn_sync, stream_wrap, tcp_wrap, tty_wrap, v8,
];
