import { defineConfig } from 'playwright/test'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { findBrowser } from '@/scripts/find-browser'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Playwright empties this folder before every run, so the logs of the server and of other stages are next to it.
  outputDir: 'test-results/e2e',
  // Tests often wait for jobs and pages: alone, two workers leave half of two cores idle. In `npm test` another stage uses
  // that half, and each worker costs some 8 s of CPU for its modules and its browser.
  workers: isFullTestRun ? 3 : 2,
  // Files whose tests share servers, a port, data or counts set `mode`.
  fullyParallel: true,
  retries: 0,
  // Generous, for slow and busy machines: a passing run doesn't wait for them. Full-size tests take longer.
  timeout: isFullTestRun ? 720_000 : 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Set by e2e/global-setup.ts, which starts the server.
    baseURL: process.env.STEPMARK_E2E_URL,
    // A new context starts a renderer and compiles every script again, which is half of a short test.
    // Between tests Playwright clears cookies, storage, routes and everything else that a test sets.
    reuseContext: true,
    // Transitions draw frames that no test looks at. Full runs have them, as users do.
    ...(isFullTestRun ? {} : { contextOptions: { reducedMotion: 'reduce' } }),
    navigationTimeout: 30_000,
    // Tracing uses part of a core all the time. Use `--trace on` to understand a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        ...['--disable-quic', '--no-first-run'],
        // Pages of a test are short-lived: code seldom runs often enough to pay for its optimisation.
        '--js-flags=--no-opt --no-maglev',
        // Keeps the compiled code of a script from its first use, so that the next page need not compile it.
        '--blink-settings=v8CacheOptions=3',
        // Tests do not look at the pages: fewer threads draw them, without coloured edges of letters.
        ...['--num-raster-threads=1', '--disable-threaded-animation', '--disable-lcd-text'],
      ],
    },
  },
})
