/** A sandbox whose packages come from a copy on this computer, for the suites of npm. */
import { afterAll, beforeAll } from 'vitest';
import { type RegistryMirror, startRegistryMirror } from './registry-mirror.ts';
import { openSandbox, type OpenSandboxOptions, type SandboxBrowser } from './sandbox-browser.ts';

/** Both are there while the tests of the surrounding `describe` run. */
export function mirroredSandbox(options: Omit<OpenSandboxOptions, 'registry'> = {}): { readonly sandbox: SandboxBrowser; readonly mirror: RegistryMirror } {
  let mirror: RegistryMirror | undefined;
  let sandbox: SandboxBrowser | undefined;
  beforeAll(async () => {
    mirror = await startRegistryMirror();
    sandbox = await openSandbox({ ...options, registry: mirror.url });
  });
  afterAll(async () => {
    await sandbox?.close();
    await mirror?.close();
  });
  return { get sandbox() { return sandbox!; }, get mirror() { return mirror!; } };
}
