/** Messages between the relay page, the inner frame and the kernel worker. The client's own calls do not pass here: they go through the instance port. */

/** What the page of the relay carries in `<script id="config">`. */
export interface RelayConfig {
  /** Compared with the app's before booting (decisions 7). */
  buildId: string;
  /** Names below `runtime/` that the kernel gets. */
  assets: string[];
}

/** Settings of one sandbox, chosen by the relay. */
export interface SandboxConfig {
  buildId: string;
  /** Address of the page a port of the sandbox is shown under, with `{port}` in it. */
  previewUrl: string;
}

/** Inner frame to relay: its script runs. */
export interface InnerReady { t: 'inner-ready' }

/** Inner frame to relay: the kernel worker could not be started, or failed outside of any call. */
export interface InnerError { t: 'inner-error'; message: string }

export type FromInner = InnerReady | InnerError;

/**
 * Relay to inner frame, with the kernel's control port transferred beside it. Blobs cross the border of origins; addresses of blobs do not.
 * `assets` are those of `FIRST_ASSETS`; the others follow in `KernelAssets`.
 */
export interface InnerBoot { t: 'boot'; assets: { [name: string]: Blob }; config: SandboxConfig }

/** Inner frame to kernel worker, with the control port. `assets` are now addresses fit for the opaque origin. */
export interface KernelBoot { t: 'boot'; assets: { [name: string]: string }; config: SandboxConfig }

/** What the client passes to `build`; other members are for StackBlitz's server and are ignored. */
export interface BuildOptions { workdirName?: string }

/** What a shell in a terminal needs. It must not wait for Node's library, which is twenty times as large. */
export const FIRST_ASSETS: readonly string[] = ['kernel.js', 'shell.js'];

/** Relay to kernel over the control port: the remaining assets, all at once. With `failed` there are none, and this is why. */
export interface KernelAssets { t: 'assets'; assets: { [name: string]: Blob }; failed?: string }

/** Relay to kernel over the control port, with the port that the kernel serves the instance on. */
export interface KernelBuild { t: 'build'; options: BuildOptions }

export type ToKernel = KernelBuild | KernelAssets;

/** Kernel to relay. `down`: torn down, this kernel will not be used again. */
export type FromKernel = { t: 'built' } | { t: 'failed'; message: string } | { t: 'down' };
