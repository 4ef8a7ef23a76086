/** A run of its own in Vitest's browser mode: the fixtures of `@webcontainer/test` live in the page that Vitest serves. Started by `webcontainer-test.test.ts`. */
import dns from 'node:dns';
import { playwright } from '@vitest/browser-playwright';
import { vitestWebContainers } from '@webcontainer/test/plugin';
import { defineConfig } from 'vitest/config';
import { LAUNCH_ARGS } from '../support/find-browser.ts';

// Browsers resolve names below `localhost` by themselves; Node asks the system, which may not. The page has to be of the same site as the sandbox, as an app's is.
const { lookup } = dns;
dns.lookup = ((host: string, ...rest: unknown[]) => (lookup as (...args: unknown[]) => void)(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as typeof dns.lookup;

export default defineConfig({
  plugins: [vitestWebContainers()],
  define: { __SANDBOX__: JSON.stringify(process.env.TABLOOM_SANDBOX) },
  optimizeDeps: { include: ['@webcontainer/api', '@webcontainer/test'] },
  cacheDir: 'node_modules/.cache/tabloom/webcontainer-test',
  test: {
    include: ['test/packages/*.browser.ts'],
    setupFiles: ['test/packages/webcontainer.setup.ts'],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_ARGS } }),
      instances: [{ browser: 'chromium' }],
      api: { allowWrite: false, allowExec: false, host: 'tabloom.localhost', port: Number(process.env.TABLOOM_TEST_PORT) },
    },
  },
});
