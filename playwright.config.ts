import { defineConfig } from 'playwright/test'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { findBrowser } from '@/scripts/find-browser'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Emptied before every run, and by itself: what other stages and the server say stands beside it.
  outputDir: 'test-results/e2e',
  // Tests often wait for jobs and pages: two workers leave half of two cores idle.
  workers: 3,
  // Files whose tests share servers, a port, a world or counts say so by `mode`.
  fullyParallel: true,
  retries: 0,
  // Generous, for slow and busy machines: a green run doesn't wait for them. Full sizes take longer.
  timeout: isFullTestRun ? 720_000 : 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // e2e/global-setup.ts starts the server and says where
    baseURL: process.env.STEPMARK_E2E_URL,
    // A new context starts a renderer and compiles every script again, which is half of a short test.
    // Between tests Playwright clears cookies, storage, routes and everything else that a test sets.
    reuseContext: true,
    navigationTimeout: 30_000,
    // A trace takes part of a core all the time: `--trace on` where a failure is not understood without one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        ...['--disable-quic', '--no-first-run'],
        // Pages of a test are short-lived: code is seldom used often enough to pay for its optimisation.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
