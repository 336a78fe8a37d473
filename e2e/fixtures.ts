import { type BrowserContext, expect, test as base, type Page } from 'playwright/test'
import { startAgreement } from '@/lib/agreement/server/commands'
import { getAgreement } from '@/lib/agreement/server/queries'
import type { Person, Role } from '@/lib/auth/actor'
import { startEvaluation } from '@/lib/evaluation/server/commands'
import { getEvaluation } from '@/lib/evaluation/server/queries'
import { createReleaseContract } from '@/lib/exports/contract'
import { createRelease } from '@/lib/exports/server/commands'
import { getRelease } from '@/lib/exports/server/release-queries'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import {
  importLines,
  makeMember,
  makePerson,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { waitForHydrationOnNavigation } from './wait-for-hydration-on-navigation'
import { watchForErrors } from './watch-for-errors'

process.env.DATABASE_URL = process.env.STEPMARK_E2E_DATABASE_URL

/** Creates test data through the app's commands. */
export interface TestDataFactory {
  person: typeof makePerson
  project: typeof makeProject
  /** Creates a person who is a member of the project. */
  member(project: TestProject, role: Role, name?: string): Promise<Person>
  /** Imports problems with solutions. */
  solutions: typeof importLines
  /** A finished release in the Stepmark format. */
  release: typeof makeRelease
  /** A finished evaluation of the imported scores. */
  evaluation: typeof makeEvaluation
  /** A finished agreement computation without filters. */
  agreement: typeof makeAgreement
}

const testData: TestDataFactory = {
  person: makePerson,
  project: makeProject,
  member: (project, role, name) => makeMember(project, role, name ? { name } : {}),
  solutions: importLines,
  release: makeRelease,
  evaluation: makeEvaluation,
  agreement: makeAgreement,
}

async function makeRelease({ admin, slug }: TestProject, { name }: { name: string }) {
  const input = { project: slug, name, formats: ['stepmark'] }
  const release = await createRelease.execute(admin, createReleaseContract.input.parse(input))
  const key = { project: slug, release: release.number }
  await expect.poll(async () => (await getRelease.execute(admin, key)).state).toBe('done')
  return release
}

async function makeEvaluation({ admin, slug }: TestProject) {
  const input = startEvaluation.contract.input.parse({ project: slug })
  const { evaluation } = await startEvaluation.execute(admin, input)
  const key = { project: slug, evaluation }
  await expect.poll(async () => (await getEvaluation.execute(admin, key)).state).toBe('done')
}

async function makeAgreement({ admin, slug }: TestProject) {
  const input = startAgreement.contract.input.parse({ project: slug })
  const { agreement } = await startAgreement.execute(admin, input)
  const key = { project: slug, agreement }
  await expect.poll(async () => (await getAgreement.execute(admin, key)).state).toBe('done')
}

/** Resets a context for the next test. Returns false if it can't be reused. */
async function resetContext(context: BrowserContext): Promise<boolean> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.setExtraHTTPHeaders({})
  const [page = await context.newPage(), ...extraPages] = context.pages()
  // Open pages could store something again.
  await Promise.all(extraPages.map((extraPage) => extraPage.close()))
  await page.goto('about:blank')
  const session = await context.newCDPSession(page)
  const origin = process.env.STEPMARK_E2E_URL!
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await context.clearCookies()
  // Playwright installs its fake clock by this name, and can't uninstall it.
  const hasFakeClock = await page.evaluate(() => '__pwClock' in globalThis)
  await page.close()
  return !hasFakeClock
}

interface TestFixtures {
  /** Opens a page in a separate browser context. */
  openBrowser: () => Promise<Page>
  failOnErrors: void
}

interface WorkerFixtures {
  testData: TestDataFactory
  database: void
  /** Errors on the consoles of the running test's pages. */
  pageErrors: string[]
  /** A new context costs about a second of CPU time, so each worker reuses its contexts. */
  idleContexts: BrowserContext[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  testData: [async ({}, use) => use(testData), { scope: 'worker' }],
  idleContexts: [async ({}, use) => use([]), { scope: 'worker' }],
  openBrowser: async ({ browser, idleContexts, baseURL }, use) => {
    const openedContexts: BrowserContext[] = []
    await use(async () => {
      const context = idleContexts.pop() ?? (await browser.newContext({ baseURL: baseURL! }))
      openedContexts.push(context)
      return context.newPage()
    })
    await Promise.all(
      openedContexts.map(async (context) => {
        if (await resetContext(context)) idleContexts.push(context)
        else await context.close()
      }),
    )
  },
  pageErrors: [async ({}, use) => use([]), { scope: 'worker' }],
  browser: [
    async ({ browser, pageErrors }, use) => {
      browser.on('context', (context) => {
        waitForHydrationOnNavigation(context)
        watchForErrors(context, pageErrors)
      })
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // An error on the console of any page fails the test.
  failOnErrors: [
    async ({ pageErrors }, use) => {
      await use()
      expect(pageErrors.splice(0)).toEqual([])
    },
    { auto: true },
  ],
  database: [
    async ({}, use) => {
      // Prisma waits 2 s for a transaction to start. On a busy machine the first connection may take longer.
      await getDatabase().$queryRaw`select 1`
      await use()
      await closeDatabase()
    },
    { auto: true, scope: 'worker' },
  ],
})

/** For expensive variants of journeys. A comment above each names the tests that check its rules in every run. */
export const testInFullRun = isFullTestRun ? test : test.skip

export { expect }
