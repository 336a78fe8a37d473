import type { BrowserContext, Page } from 'playwright/test'
import { nameThemeCookie } from '@/components/ui/theme'
import type { Person } from '@/lib/auth/actor'
import { type Grant, pagePolicy } from '@/lib/auth/policy'
import { getDatabase } from '@/lib/platform/server/database'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { expect, test } from './fixtures'
import { call, listFilled } from './hostile/call'
import { payloads } from './hostile/payloads'
import { fieldsNotFilled, listTextFields } from './hostile/text-fields'
import { type FoundInPage, searchPage, watchPage } from './hostile/watch-page'
import { type HostileWorld, makeHostileWorld } from './hostile/world'
import { enter, press } from './verbs'

test.describe.configure({ mode: 'serial' })

/** Pages that show something else by a word in their address. */
const views: Readonly<Record<string, readonly string[]>> = {
  '/projects/[project]/review': ['?show=adjudicated'],
  '/projects/[project]/questions': ['?show=decisions', '?show=dismissed'],
  '/projects/[project]/questions/new': ['?solution={solution}&step=1'],
  '/projects/[project]/guideline/edit': ['?decisions=drafts'],
  '/projects/[project]/answers': ['?show=decided', '?show=search', '?show=regrade'],
  '/projects/[project]/people': ['?show=paused'],
}
/** Words that people look for, and everything else that an address may say. */
const reflected = [
  'words',
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

const fewestPayloads = 150
let made: HostileWorld
const figures = { pages: 0, visits: 0, elements: 0 }

test.afterAll(() => {
  reportFigures('Hostile texts', {
    payloads: payloads.length,
    'text fields of calls filled': listFilled().length,
    'text fields with a reason why not': listTextFields().length - listFilled().length,
    ...figures,
  })
})

/** As the file system spells it, with the names of this world in it. */
function fillAddress(address: string, more: Readonly<Record<string, string>> = {}): string {
  const places = { ...made.places, ...more }
  const named = address.replaceAll(/\[(\w+)\]|\{(\w+)\}/g, (_, one?: string, other?: string) =>
    String(places[(one ?? other)!]),
  )
  return named.replace('/gold/' + places.solution, `/gold/${places.gold}`)
}

async function visit(page: Page, address: string, troubles: string[]): Promise<FoundInPage> {
  const response = await page.goto(address)
  expect(response!.status(), address).toBeLessThan(500)
  await expect(page.getByRole('main').first()).toBeVisible()
  const found = await searchPage(page)
  expect([...found.foreign, ...troubles.splice(0)], address).toEqual([])
  figures.visits += 1
  figures.elements += found.elements
  return found
}

/** On a phone and, made larger, on a screen: nothing scrolls sideways but what scrolls in itself. */
async function expectItFits(page: Page, address: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    // What a window that changes sets anew may take a moment.
    await expect.poll(() => listTooWide(page), { message: `${address} at ${width}` }).toEqual([])
  }
}

/** What stands out of the page, if anything does: texts, and what they are in. */
const listTooWide = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const told = ['too wide']
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text)
      const around = text.parentElement!
      // What is there for the ears alone lies under what is shown; what scrolls in itself may be wide.
      if (around.closest('.katex-mathml, .scrolls-in-itself')) continue
      if (range.getBoundingClientRect().right > width)
        told.push(`${text.textContent!.slice(0, 60)} in ${around.localName}.${around.className}`)
    }
    return told.slice(0, 12)
  })

async function openAs(
  context: BrowserContext,
  person: Person | null,
): Promise<{ page: Page; troubles: string[] }> {
  await context.clearCookies()
  const tab = await openTab(context)
  if (person) await enter(tab.page, person)
  return tab
}

async function openTab(context: BrowserContext): Promise<{ page: Page; troubles: string[] }> {
  const page = await context.newPage()
  return { page, troubles: await watchPage(page, process.env.STEPMARK_E2E_URL!) }
}

const listAddresses = () =>
  Object.keys(pagePolicy).flatMap((address) =>
    ['', ...(views[address] ?? [])].map((view) => address + view),
  )

test('every free text of every call is hostile, or there is a reason why not', async ({
  world,
}) => {
  made = await makeHostileWorld(world)
  expect(payloads.length).toBeGreaterThanOrEqual(fewestPayloads)
  const reasons = Object.keys(fieldsNotFilled)
  const filled = listFilled()
  const left = listTextFields().filter(
    (field) => !filled.includes(field) && !reasons.some((reason) => field.startsWith(reason)),
  )
  expect(left).toEqual([])
  // No reason is left over from a field that is gone.
  const idle = reasons.filter(
    (reason) => !listTextFields().some((field) => field.startsWith(reason)),
  )
  expect(idle).toEqual([])
})

const adminAddresses = [...listAddresses(), '/no-such-page', `/<script>alert(1)</script>`]
/** All pages take longer than one test may on a slow machine. */
const adminParts = 4

for (let part = 0; part < adminParts; part++)
  test(`an admin sees them as text on every page, and every page fits a phone, part ${part + 1} of ${adminParts}`, async ({
    context,
  }) => {
    const { page, troubles } = await openAs(context, made.project.admin)
    const addresses = adminAddresses.filter((_, i) => i % adminParts === part)
    figures.pages += addresses.length
    const { name } = await getDatabase().project.findUniqueOrThrow({
      where: { id: made.project.id },
    })
    const visitRemaining = async (tab: typeof page, errors: typeof troubles) => {
      for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
        await visit(tab, fillAddress(address), errors)
        await expectItFits(tab, address)
        // Tabs of several projects stand side by side: each says which one it is of.
        if (address.startsWith('/projects/[project]'))
          expect(await tab.title(), address).toContain(`${name} · Stepmark`)
      }
    }
    const second = await openTab(context)
    await Promise.all([
      visitRemaining(page, troubles),
      visitRemaining(second.page, second.troubles),
    ])
  })

test('shows all of a text, not a part of it', async ({ context }) => {
  const { page, troubles } = await openAs(context, made.project.admin)
  await visit(page, fillAddress('/projects/[project]/review/[solution]'), troubles)
  const shown = await page.getByRole('main').innerText()
  for (const part of ['<script>alert(1)</script>', 'onerror=alert(1)', '</script>'])
    expect(shown).toContain(part)
})

test('as an annotator the labelling screen shows them as text, in each of its states', async ({
  context,
}) => {
  const { page, troubles } = await openAs(context, made.people.annotator)
  const own = Object.entries(pagePolicy).filter(([, grants]) =>
    (grants as readonly Grant[]).some((grant) => ['annotator', 'signed_in'].includes(grant)),
  )
  for (const [address] of own) await visit(page, fillAddress(address), troubles)
  await visit(page, fillAddress('/projects/[project]/label'), troubles)
  for (const keys of [['?'], ['l'], ['r'], ['p'], ['1'], ['c'], ['u'], ['x'], ['g']]) {
    await press(page, ...keys)
    const { foreign } = await searchPage(page)
    expect([...foreign, ...troubles.splice(0)], keys.join()).toEqual([])
    await press(page, 'Escape')
    figures.visits += 1
  }
})

test('as no one, and by what an address says, they are text too', async ({ context }) => {
  const visitor = await openAs(context, null)
  const query = (text: string) =>
    reflected.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')
  const texts = [
    '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    'javascript:globalThis.hacked=true',
    '//x.example/%2f..',
  ]
  for (const address of ['/sign-in', '/forgot', '/reset', '/invite'])
    for (const text of texts)
      await visit(visitor.page, `${address}?${query(text)}`, visitor.troubles)
  const { page, troubles } = await openAs(context, made.project.admin)
  const searched = isFull
    ? Object.keys(pagePolicy)
    : ['answers', 'gold', 'people', 'audit', 'review'].map((name) => `/projects/[project]/${name}`)
  for (const address of searched)
    for (const text of isFull ? texts : texts.slice(0, 1))
      await visit(page, `${fillAddress(address)}?${query(text)}`, troubles)
})

test('a page that cannot be shown says nothing of what it could not show', async ({
  browser,
  world,
}) => {
  const project = await world.project({ name: '<img src=x onerror=alert(1)>' })
  const settings = { connector: 'custom-http', url: 'https://192.0.78.9/' }
  const scorer = { name: '<script>alert(1)</script>', settings }
  await call(project.admin, 'createScorer', { project: project.slug, ...scorer })
  await getDatabase().$executeRaw`
    update scorer set settings = '{"connector": "<script>alert(1)</script>"}'
    where project_id = ${project.id}::uuid`
  // Its error is told on the console, as it should be.
  const context = await browser.newContext({ baseURL: process.env.STEPMARK_E2E_URL })
  const { page, troubles } = await openAs(context, project.admin)
  const response = await page.goto(`/projects/${project.slug}/scorers`)
  expect(response!.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  const { foreign } = await searchPage(page)
  expect([...foreign, ...troubles]).toEqual([])
  expect(await page.getByRole('main').innerText()).not.toContain('script')
  await context.close()
})

test('a formula paints nothing outside of its place, and takes no click there', async ({
  page,
  world,
}) => {
  const project = await world.project()
  // Takes no room, and would paint 20 em to the right and 20 em down.
  const cover = String.raw`$\rlap{\smash{\rule[-20em]{20em}{20em}}}$`
  const samples = [{ steps: [cover, `So ${cover}`], answer: '3', score: 0.9 }]
  await world.solutions(project, [{ id: 'f', problem: `Big ${cover}`, answer: '2', samples }])
  const person = await world.join(project, 'annotator')
  await enter(page, person)
  await page.goto(`/projects/${project.slug}/label`)
  await expect(page.locator('.katex .katex-rule').first()).toBeAttached()
  const covered = await page.evaluate(() => {
    const belowMost = 10
    return [...document.querySelectorAll('.katex .katex-base')].flatMap((base) => {
      const { left, bottom } = base.getBoundingClientRect()
      const em = parseFloat(getComputedStyle(base).fontSize)
      // From 4 em under its line on: no formula of ours has anything to paint there.
      return Array.from({ length: belowMost - 4 }, (_, n) => {
        const at = document.elementFromPoint(left + em, bottom + (n + 4) * em)
        return base.contains(at) ? `${n + 4} em under its line` : ''
      }).filter((place) => place !== '')
    })
  })
  expect(covered).toEqual([])
})

test('every role sees them as text, in both themes', async ({ context }) => {
  // Every page six times over: minutes. The admin's pass above meets each page once in every run.
  test.skip(!isFull, 'npm run test:full')
  test.setTimeout(3_600_000)
  for (const [role, person] of Object.entries(made.people))
    for (const theme of ['light', 'dark']) {
      const { page, troubles } = await openAs(context, person)
      await context.addCookies([
        { name: nameThemeCookie(false), value: theme, url: process.env.STEPMARK_E2E_URL! },
      ])
      for (const address of listAddresses()) {
        const grants: readonly Grant[] =
          pagePolicy[address.split('?')[0] as keyof typeof pagePolicy]
        if (grants.some((grant) => [role, 'signed_in', 'anyone'].includes(grant)))
          await visit(page, fillAddress(address), troubles)
      }
      await page.close()
    }
})
