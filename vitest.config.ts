import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Tests use their own server and never someone's database.
delete process.env.DATABASE_URL
// A log line per request would only hide the results.
process.env.STEPMARK_LOG_LEVEL ??= 'warn'

const root = fileURLToPath(new URL('.', import.meta.url))
const folders = '{app,bench,cli,components,lib,prisma,scripts}'
const databaseTests = `${folders}/**/*.db.test.ts`
/** Tests that mock a module, which must not have been loaded before, and must not stay mocked for other files. */
const mockingTests = [
  'cli/serve-start.db.test.ts',
  'lib/auth/server/check-credentials-timing.db.test.ts',
  'lib/http/server/outbound-destinations.db.test.ts',
  'lib/projects/server/slow-password-lists.db.test.ts',
  'lib/webhooks/server/webhook-limits.db.test.ts',
]
const isFull = Boolean(process.env.STEPMARK_FULL)
/** A machine under load is slow, not wrong. Tests of full size take up to 20 s on two idle cores. */
const timeoutMs = isFull ? 120_000 : 30_000
const systemTimeoutMs = (isFull ? 90 : 10) * 60_000

export default defineConfig({
  resolve: {
    alias: [{ find: /^@\//, replacement: root }],
  },
  // Threads run from the bundles that globalSetup writes (lib/platform/server/programs.ts).
  define: { STEPMARK_IS_BUNDLED: 'true' },
  test: {
    globalSetup: 'scripts/bundle-for-tests.ts',
    pool: 'forks',
    setupFiles: [
      'lib/platform/testing/seed-properties.ts',
      'lib/platform/testing/restore-environment.ts',
    ],
    maxWorkers: 2,
    // Small heaps for new objects made the garbage collector take an eighth of all CPU.
    execArgv: ['--max-semi-space-size=64'],
    // Tests of the rate limit set it.
    env: { STEPMARK_RATE_LIMIT_PER_MINUTE: 'off' },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          // docs/decisions/036-test-files-share-processes.md
          isolate: false,
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [databaseTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          // docs/decisions/036-test-files-share-processes.md
          isolate: false,
          include: [databaseTests],
          exclude: mockingTests,
          globalSetup: 'lib/maintenance/testing/global-database.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'database-mocking',
          include: mockingTests,
          globalSetup: 'lib/maintenance/testing/global-database.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          // docs/decisions/036-test-files-share-processes.md
          isolate: false,
          include: ['system/**/*.test.ts'],
          // Full-size tests measure memory and load, which a second file would change.
          fileParallelism: !isFull,
          globalSetup: 'system/testing/global-setup.ts',
          testTimeout: systemTimeoutMs,
          hookTimeout: systemTimeoutMs,
        },
      },
    ],
  },
})
