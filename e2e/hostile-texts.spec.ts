import type { BrowserContext, Page } from 'playwright/test'
import { getThemeCookieName } from '@/components/ui/theme'
import type { Person } from '@/lib/auth/actor'
import { type Grant, pagePolicy } from '@/lib/auth/policy'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { signInWithoutForm, pressKeys } from './actions'
import { expectAccessible } from './expect-accessible'
import { expect, test, testInFullRun } from './fixtures'
import { executeCommand, listFieldsWithHostileText } from './hostile/execute-command'
import {
  type PageFindings,
  inspectPageElements,
  collectPageProblems,
} from './hostile/page-problems'
import { hostilePayloads } from './hostile/payloads'
import { type HostileTestData, makeHostileTestData } from './hostile/test-data'
import { fieldsWithoutHostileText, listTextFields } from './hostile/text-fields'
import { ignoreErrors } from './watch-for-errors'

test.describe.configure({ mode: 'serial' })

/** Views of pages that a query parameter selects. */
const views: Readonly<Record<string, readonly string[]>> = {
  '/projects/[project]/review': ['?show=adjudicated'],
  '/projects/[project]/questions': ['?show=decisions', '?show=dismissed'],
  '/projects/[project]/questions/new': ['?solution={solution}&step=1'],
  '/projects/[project]/guideline/edit': ['?decisions=drafts'],
  '/projects/[project]/answers': [
    '?show=unanswered',
    '?show=decided',
    '?show=search',
    '?show=regrade',
  ],
  '/projects/[project]/gold': ['?show=agreed'],
  '/projects/[project]/people': ['?show=paused'],
}
/** Query parameters that a page could echo. */
const queryParameters = [
  'text',
  'search',
  'show',
  'filter',
  'q',
  'next',
  'error',
  'tag',
  'sort',
  'person',
]

const minPayloads = 150
let hostileData: HostileTestData
const figures = { pages: 0, visits: 0, elements: 0 }

test.afterAll(() => {
  reportTestFigures('Hostile texts', {
    payloads: hostilePayloads.length,
    'text fields of calls filled': listFieldsWithHostileText().length,
    'text fields with a reason why not':
      listTextFields().length - listFieldsWithHostileText().length,
    ...figures,
  })
})

/** Replaces the parameters of an address with ids of the hostile test data. */
function fillAddress(address: string, more: Readonly<Record<string, string>> = {}): string {
  const values = { ...hostileData.parameters, ...more }
  const filledAddress = address.replaceAll(
    /\[(\w+)\]|\{(\w+)\}/g,
    (_, bracketName?: string, braceName?: string) => String(values[(bracketName ?? braceName)!]),
  )
  return filledAddress.replace('/gold/' + values.solution, `/gold/${values.gold}`)
}

async function visit(page: Page, address: string, problems: string[]): Promise<PageFindings> {
  const response = await page.goto(address)
  expect(response!.status(), address).toBeLessThan(500)
  await expect(page.getByRole('main').first()).toBeVisible()
  const findings = await inspectPageElements(page)
  expect([...findings.foreign, ...problems.splice(0)], address).toEqual([])
  figures.visits += 1
  figures.elements += findings.elements
  return findings
}

/** Pages that fit a phone seldom overflow a wide screen. */
const fittedWidths = isFullTestRun ? [390, 1440] : [390]

/** Browsers make wide code and formulas focusable by themselves, and hostile texts are wide. */
const ignoredRules = ['scrollable-region-focusable']

/** Expects that the page doesn't scroll sideways. */
async function expectToFit(page: Page, address: string): Promise<void> {
  for (const width of fittedWidths) {
    await page.setViewportSize({ width, height: 844 })
    // The layout after a resize may take a moment.
    await expect.poll(() => listOverflows(page), { message: `${address} at ${width}` }).toEqual([])
  }
}

/** Texts that overflow the page, with their element. */
const listOverflows = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const overflows = ['too wide']
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text)
      const parent = text.parentElement!
      // MathML is hidden, and scrollable areas may be wide.
      if (parent.closest('.katex-mathml, .scroll-box')) continue
      if (range.getBoundingClientRect().right > width)
        overflows.push(
          `${text.textContent!.slice(0, 60)} in ${parent.localName}.${parent.className}`,
        )
    }
    return overflows.slice(0, 12)
  })

async function openAs(
  context: BrowserContext,
  person: Person | null,
): Promise<{ page: Page; problems: string[] }> {
  await context.clearCookies()
  const tab = await openTab(context)
  if (person) await signInWithoutForm(tab.page, person)
  return tab
}

async function openTab(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage()
  return { page, problems: await collectPageProblems(page, process.env.STEPMARK_E2E_URL!) }
}

const listAddresses = () =>
  Object.keys(pagePolicy).flatMap((address) =>
    ['', ...(views[address] ?? [])].map((view) => address + view),
  )

test('the test project has hostile text in every text field of every command, except the excluded fields', async ({
  testData,
}) => {
  hostileData = await makeHostileTestData(testData)
  expect(hostilePayloads.length).toBeGreaterThanOrEqual(minPayloads)
  const excludedPrefixes = Object.keys(fieldsWithoutHostileText)
  const filledFields = listFieldsWithHostileText()
  const missingFields = listTextFields().filter(
    (field) =>
      !filledFields.includes(field) && !excludedPrefixes.some((prefix) => field.startsWith(prefix)),
  )
  expect(missingFields).toEqual([])
  // Every excluded prefix matches an existing field.
  const unusedPrefixes = excludedPrefixes.filter(
    (prefix) => !listTextFields().some((field) => field.startsWith(prefix)),
  )
  expect(unusedPrefixes).toEqual([])
})

const adminAddresses = [...listAddresses(), '/no-such-page', `/<script>alert(1)</script>`]
/** Split, because on a slow machine all pages together exceed the time limit of one test. */
const adminParts = 4

for (let part = 0; part < adminParts; part++)
  test(`every admin page renders hostile texts as plain text, fits a phone screen and is accessible, part ${part + 1} of ${adminParts}`, async ({
    context,
  }) => {
    const { page, problems } = await openAs(context, hostileData.project.admin)
    const addresses = adminAddresses.filter((_, i) => i % adminParts === part)
    figures.pages += addresses.length
    const { name } = await getDatabase().project.findUniqueOrThrow({
      where: { id: hostileData.project.id },
    })
    const visitRemaining = async (tab: typeof page, errors: typeof problems) => {
      for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
        await visit(tab, fillAddress(address), errors)
        await expectToFit(tab, address)
        await expectAccessible(tab, address, ignoredRules)
        // The title names the project, to tell tabs apart.
        if (address.startsWith('/projects/[project]'))
          expect(await tab.title(), address).toContain(`${name} · Stepmark`)
      }
    }
    const secondTab = await openTab(context)
    await Promise.all([
      visitRemaining(page, problems),
      visitRemaining(secondTab.page, secondTab.problems),
    ])
  })

test('the review page shows the hostile text of a solution without omitting any of it', async ({
  context,
}) => {
  const { page, problems } = await openAs(context, hostileData.project.admin)
  await visit(page, fillAddress('/projects/[project]/review/[solution]'), problems)
  const mainText = await page.getByRole('main').innerText()
  for (const part of ['<script>alert(1)</script>', 'onerror=alert(1)', '</script>'])
    expect(mainText).toContain(part)
})

test('the labelling screen, its panels and the annotator’s own work render hostile texts as plain text', async ({
  context,
}) => {
  const { page, problems } = await openAs(context, hostileData.people.annotator)
  const annotatorPages = Object.entries(pagePolicy).filter(([, grants]) =>
    (grants as readonly Grant[]).some((grant) => ['annotator', 'signed_in'].includes(grant)),
  )
  // In every run, the tests above visit the other pages as an admin.
  for (const [address] of annotatorPages.filter(
    ([each]) => isFullTestRun || each.includes('/mine'),
  ))
    await visit(page, fillAddress(address), problems)
  await visit(page, fillAddress('/projects/[project]/label'), problems)
  for (const keys of [['?'], ['l'], ['r'], ['p'], ['1'], ['c'], ['u'], ['x'], ['g']]) {
    await pressKeys(page, ...keys)
    const { foreign } = await inspectPageElements(page)
    expect([...foreign, ...problems.splice(0)], keys.join()).toEqual([])
    await pressKeys(page, 'Escape')
    figures.visits += 1
  }
})

test('public and admin pages render hostile query parameters as plain text', async ({
  context,
}) => {
  const visitor = await openAs(context, null)
  const query = (text: string) =>
    queryParameters.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')
  const texts = [
    '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    'javascript:globalThis.hacked=true',
    '//x.example/%2f..',
  ]
  for (const [turn, address] of ['/sign-in', '/forgot', '/reset', '/invite'].entries()) {
    for (const text of isFullTestRun ? texts : [texts[turn % texts.length]!])
      await visit(visitor.page, `${address}?${query(text)}`, visitor.problems)
    await expectAccessible(visitor.page, address)
  }
  const { page, problems } = await openAs(context, hostileData.project.admin)
  const searchedAddresses = isFullTestRun
    ? Object.keys(pagePolicy)
    : ['answers', 'gold', 'audit'].map((name) => `/projects/[project]/${name}`)
  for (const address of searchedAddresses)
    for (const text of isFullTestRun ? texts : texts.slice(0, 1))
      await visit(page, `${fillAddress(address)}?${query(text)}`, problems)
})

test('the error page does not repeat the text that caused the error', async ({
  browser,
  testData,
}) => {
  const project = await testData.project({ name: '<img src=x onerror=alert(1)>' })
  const settings = { connector: 'custom-http', url: 'https://192.0.78.9/' }
  const scorer = { name: '<script>alert(1)</script>', settings }
  await executeCommand(project.admin, 'createScorer', { project: project.slug, ...scorer })
  await getDatabase().$executeRaw`
    update scorer set settings = '{"connector": "<script>alert(1)</script>"}'
    where project_id = ${project.id}::uuid`
  // The page logs an error.
  const context = ignoreErrors(await browser.newContext({ baseURL: process.env.STEPMARK_E2E_URL! }))
  const { page, problems } = await openAs(context, project.admin)
  const response = await page.goto(`/projects/${project.slug}/scorers`)
  expect(response!.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  const { foreign } = await inspectPageElements(page)
  expect([...foreign, ...problems]).toEqual([])
  expect(await page.getByRole('main').innerText()).not.toContain('script')
  await context.close()
})

test('a formula cannot draw or receive clicks outside its box', async ({ page, testData }) => {
  const project = await testData.project()
  // It has no size, but paints 20 em to the right and 20 em down.
  const overflowingFormula = String.raw`$\rlap{\smash{\rule[-20em]{20em}{20em}}}$`
  const samples = [
    { steps: [overflowingFormula, `So ${overflowingFormula}`], answer: '3', score: 0.9 },
  ]
  await testData.solutions(project, [
    { id: 'f', problem: `Big ${overflowingFormula}`, answer: '2', samples },
  ])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await page.goto(`/projects/${project.slug}/label`)
  await expect(page.locator('.katex .katex-rule').first()).toBeAttached()
  const coveredPoints = await page.evaluate(() => {
    const count = 10
    return [...document.querySelectorAll('.katex .katex-base')].flatMap((base) => {
      const { left, bottom } = base.getBoundingClientRect()
      const em = parseFloat(getComputedStyle(base).fontSize)
      // No formula paints 4 em or more below its line.
      return Array.from({ length: count - 4 }, (_, n) => {
        const topElement = document.elementFromPoint(left + em, bottom + (n + 4) * em)
        return base.contains(topElement) ? `${n + 4} em under its line` : ''
      }).filter((problem) => problem !== '')
    })
  })
  expect(coveredPoints).toEqual([])
})

// In every run, the tests above in e2e/hostile-texts.spec.ts visit each page as the admin.
testInFullRun(
  'pages render hostile texts as plain text for every role, in the light and the dark theme',
  async ({ context }) => {
    // Takes minutes.
    test.setTimeout(3_600_000)
    for (const [role, person] of Object.entries(hostileData.people))
      for (const theme of ['light', 'dark']) {
        const { page, problems } = await openAs(context, person)
        await context.addCookies([
          { name: getThemeCookieName(false), value: theme, url: process.env.STEPMARK_E2E_URL! },
        ])
        for (const address of listAddresses()) {
          const grants: readonly Grant[] =
            pagePolicy[address.split('?')[0] as keyof typeof pagePolicy]
          if (grants.some((grant) => [role, 'signed_in', 'anyone'].includes(grant)))
            await visit(page, fillAddress(address), problems)
        }
        await page.close()
      }
  },
)
