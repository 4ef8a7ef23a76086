import { defineConfig } from 'playwright/test';
import { LAUNCH_ARGS } from './support/find-browser.ts';
import { SOAK } from './support/sample.ts';

const port = Number(process.env.TABLOOM_TEST_PORT ?? 5290);

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  // What takes long by its nature is for `npm run soak`, which runs only that of these.
  ...(SOAK ? { grep: /@soak/ } : { grepInvert: /@soak/ }),
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.TABLOOM_REPORT ? [['list'], ['json', { outputFile: process.env.TABLOOM_REPORT }]] : 'list',
  use: {
    baseURL: `http://tabloom.localhost:${port}/`,
    viewport: { width: 1280, height: 720 },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_ARGS },
    // A trace takes as much of two cores as the page itself: `TABLOOM_TRACE=1` keeps those of what failed.
    trace: process.env.TABLOOM_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  // The probe page on plain localhost answers without name resolution of *.localhost, which Node does not have everywhere.
  webServer: { command: 'npx tsx src/build/start.ts', cwd: '..', url: `http://127.0.0.1:${port}/`, env: { PORT: String(port) }, timeout: 300_000, reuseExistingServer: !process.env.CI },
});
