/** Messages between the relay page, the inner frame and the kernel worker. The client's own calls do not pass here: they go through the instance port. */
import type { ForwardErrors, KeptCookie, PortCookies } from '../preview/messages.ts';

/** What the page of the relay carries in `<script id="config">`. */
export interface RelayConfig {
  /** Compared with the app's before booting (decisions 7). */
  buildId: string;
  /** Names below `runtime/` that the kernel gets. */
  assets: string[];
  /** Address that stands in for the public package registry, relative to the page or whole; null: packages come from the registry itself. */
  registry: string | null;
}

/** Settings of one sandbox, chosen by the relay. */
export interface SandboxConfig {
  buildId: string;
  /** Address of the page a port of the sandbox is shown under, with `{port}` and the sandbox's `{id}` in it. */
  previewUrl: string;
  /** Whole address, with a slash at its end, that stands in for the public package registry; null: there is none. */
  registry: string | null;
}

/** A response that is kept: the body and those of its headers that matter. */
export interface CachedPackage { bytes: ArrayBuffer; headers: [name: string, value: string][]; storedMs: number }

/** What the cache gives back. `sha512`: of these bytes, in base64, computed by the relay when it read them. */
export interface KeptPackage extends CachedPackage { sha512: string }

/** Kernel to relay, over the port of the package cache. `fresh`: what is kept was found to be current. */
export type FromPackages = { t: 'get'; id: number; address: string } | { t: 'put'; address: string; found: CachedPackage } | { t: 'fresh'; address: string; storedMs: number };

/** The relay's answer to `get`. */
export interface ToPackages { t: 'package'; id: number; found: KeptPackage | null }

/** Inner frame to relay: its script runs. */
export interface InnerReady { t: 'inner-ready' }

/** Inner frame to relay: the kernel worker could not be started, or failed outside of any call. */
export interface InnerError { t: 'inner-error'; message: string }

/** Inner frame to relay: the answer to `ping`. */
export interface InnerPong { t: 'pong' }

export type FromInner = InnerReady | InnerError | InnerPong;

/** Relay to inner frame, now and then: whoever does not answer is not alive. */
export interface InnerPing { t: 'ping' }

/** Relay to the page around it: the sandbox stopped answering, or answers again; `program` computed most at last, empty: none did. The client passes over messages of this type. */
export interface LifeNews { type: 'tabloom-life'; answers: boolean; program: string }

/**
 * Relay to inner frame, with the kernel's control port and the port of the package cache transferred beside it. Blobs cross the border of origins; addresses of blobs do not.
 * `assets` are those of `FIRST_ASSETS`; the others follow in `KernelAsset`.
 */
export interface InnerBoot { t: 'boot'; assets: { [name: string]: Blob }; config: SandboxConfig }

/** Inner frame to kernel worker, with both ports. `assets` are now addresses fit for the opaque origin. */
export interface KernelBoot { t: 'boot'; assets: { [name: string]: string }; config: SandboxConfig }

/** What the client passes to `build`; other members are for StackBlitz's server and are ignored. */
export interface BuildOptions { workdirName?: string; forwardPreviewErrors?: ForwardErrors }

/** What a shell in a terminal needs. It must not wait for Node's library, which is twenty times as large. */
export const FIRST_ASSETS: readonly string[] = ['kernel.js', 'shell.js'];

/** The program that is sent next, unasked. */
export const NODE_ASSET = 'node.js';

/** Parts of Node that its processes ask for. Those that many programs need are sent unasked, as soon as the program itself is there. */
export const LATER_ASSETS: readonly string[] = ['llhttp.wasm', 'node-rest.js', 'node-rare.js', 'preview.js', 'shell-more.js', 'globs.js'];
/** The rarer commands of the shell. */
export const SHELL_MORE_ASSET = 'shell-more.js';
/** The script that matches glob patterns, which the kernel brings for an export that has some. */
export const GLOBS_ASSET = 'globs.js';
/** The files of the npm command line, in one. */
export const NPM_ASSET = 'npm.pack';
export const RARE_ASSETS: readonly string[] = ['node-amaro.js', NPM_ASSET, 'brotli.wasm', 'zstd-stream.wasm', 'zstd-whole.wasm', 'sqlite3.wasm'];

/** Relay to kernel over the control port: one more asset. With `failed` it will not come, and this is why. */
export type KernelAsset = { t: 'asset'; name: string; blob: Blob } | { t: 'asset'; name: string; failed: string };

/** Relay to kernel over the control port, with the port that the kernel serves the instance on. */
export interface KernelBuild { t: 'build'; options: BuildOptions }

/** Relay to kernel: the sandbox's previews have this address, with `{port}` in it, and kept these cookies; servers are announced from now on. */
export interface PreviewAddress { t: 'previews'; url: string; cookies: PortCookies }

/** Relay to kernel: with the port of a preview's service worker beside it; or pages of a port are served now, or cannot be here. */
export type PreviewNews = { t: 'preview-link' } | { t: 'preview-ready'; port: number };

export type ToKernel = KernelBuild | KernelAsset | PreviewAddress | PreviewNews;

/** Kernel to relay. `down`: torn down, this kernel will not be used again. `port`: a server listens, or does no more. `cookies`: all with an age of one port's previews. `want`: one of `LATER_ASSETS` or `RARE_ASSETS`, or `NODE_ASSET` that failed before, to be answered with a `KernelAsset`. `busiest`: the program that computes most; empty: none does. */
export type FromKernel = { t: 'busiest'; command: string } | { t: 'built' } | { t: 'want'; name: string } | { t: 'failed'; message: string } | { t: 'down' } | { t: 'port'; port: number; open: boolean } | { t: 'cookies'; port: number; cookies: KeptCookie[] };

/** To the broker (`broker.ts`): this relay has the sandbox of that id; or a port for it, beside the message. */
export interface BrokerMessage { t: 'serve' | 'connect'; id: string }

/** From the broker: to the relay, with the port beside it; to who asked, whether there is such a sandbox. */
export interface BrokerReply { t: 'link' | 'connected' | 'unknown' }

/** A preview in a tab of its own to the connect page, through the page of the embedding site, which passes on what it gets. The port lies in the message, where that page looks for it. */
export interface ToConnect { t: 'tabloom-connect'; link: MessagePort }

/** Its answers. */
export interface FromConnect { t: 'tabloom-connect'; state: 'ready' | 'connected' | 'unknown' }
