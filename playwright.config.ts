import { defineConfig } from 'playwright/test'
import { findBrowser } from '@/scripts/find-browser'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Emptied before every run, and by itself: what other stages and the server say stands beside it.
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // A machine under load is slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // e2e/global-setup.ts starts the server and says where
    baseURL: process.env.STEPMARK_E2E_URL,
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
      ],
    },
  },
})
