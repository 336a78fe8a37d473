import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { makeProblemLine, testPassword } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  expectSaved,
  waitUntilPathChanges,
  pressKeys,
  signIn,
  openLabellingScreen,
} from './actions'
import { expect, test, testInFullRun } from './fixtures'
import { openKillableBrowser } from './killable-browser'
import { watchForErrors } from './watch-for-errors'

const stepCount = 12
/** Rating keys for all steps of the first solution, and for most steps of the next one. */
const firstKeys = ['3', '2', '3', '3', '2', '3', '3', '3', '2', '2', '3', '1']
const nextKeys = ['3', '3', '2', '2', '3', '2', '3', '3', '3']
const ratingByKey: Readonly<Record<string, number>> = { '1': -1, '2': 0, '3': 1 }

/** The ratings of the next solution as stored in the outbox. */
const nextRatingsJson = `"steps":${JSON.stringify(nextKeys.map((key) => ratingByKey[key]))}`

interface StoredAnnotation {
  state: string
  ratings: number[]
  /** In chronological order. */
  events: { kind: string; step: number | null; rating: number | null }[]
}

const readAnnotations = (projectId: string) => getDatabase().$queryRaw<StoredAnnotation[]>`
  select l.state::text, to_jsonb(l.ratings) as ratings,
    (select jsonb_agg(jsonb_build_object('kind', e.kind, 'step', e.step, 'rating', e.rating) order by e.sequence)
      from annotation_event e where e.project_id = l.project_id and e.annotation_id = l.id) as events
  from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.project_id = ${projectId}::uuid order by s.external_id`

const countLeases = (projectId: string) => getDatabase().lease.count({ where: { projectId } })

/** Everything that this browser stores for the origin. */
const readBrowserStorage = (page: Page) =>
  page.evaluate(async () => {
    const openRequest = indexedDB.open('stepmark')
    await new Promise((resolve) => (openRequest.onsuccess = resolve))
    const database = openRequest.result
    const recordLists = [...database.objectStoreNames].map((name) => {
      const request = database.transaction(name).objectStore(name).getAll()
      return new Promise<unknown[]>(
        (resolve) => (request.onsuccess = () => resolve(request.result)),
      )
    })
    const records = (await Promise.all(recordLists)).flat()
    database.close()
    const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    return [...records, ...keys.filter((key) => key.startsWith('stepmark'))]
  })

/** Whether a request saves or submits an annotation. */
const isWrite = (url: URL) => /\/leases\/[^/]+\/(annotation|submission)$/.test(url.pathname)
const blockWrites = (page: Page) =>
  page.route(isWrite, (route) => route.abort('internetdisconnected'))

function listRatingEvents(keys: readonly string[]) {
  return keys.map((key, step) => ({ kind: 'rate', step, rating: ratingByKey[key] }))
}

test('twenty offline ratings are sent once and in order after the browser was killed and reopened', async ({
  testData,
  baseURL,
  launchOptions,
  pageErrors,
}) => {
  const project = await testData.project({ name: 'Killed' })
  await testData.solutions(
    project,
    ['p1', 'p2'].map((id, i) => makeProblemLine(id, [0.9 - i / 10], stepCount)),
  )
  const person = await testData.member(project, 'annotator')
  const profile = await mkdtemp(join(tmpdir(), 'stepmark-profile-'))
  const address = `${baseURL}/projects/${project.slug}/label`
  const firstBrowser = await openKillableBrowser(launchOptions, profile)
  watchForErrors(firstBrowser.context, pageErrors)
  try {
    const page = firstBrowser.context.pages()[0]!
    await signInAt(page, baseURL!, person.email)
    await page.goto(address)
    await expectCurrentRow(page, /^Step 1 of 12/)
    const prefetch = page.waitForResponse((response) => response.url().endsWith('/claims'))
    await pressKeys(page, firstKeys[0]!)
    await expectCurrentRow(page, /^Step 2 of 12/)
    await (await prefetch).finished()
    await expect.poll(() => countLeases(project.id)).toBe(2)
    await expectSaved(page)
    const cookies = await firstBrowser.context.cookies()
    await page.waitForLoadState('networkidle')

    await firstBrowser.context.setOffline(true)
    await pressKeys(page, ...firstKeys.slice(1), 'Enter')
    await expect(page.getByRole('main')).toContainText('Step 1 of p2/0.')
    await pressKeys(page, ...nextKeys)
    await expectCurrentRow(page, /^Step 10 of 12/)
    // The outbox is written some milliseconds later, or more on a busy machine.
    await expect
      .poll(async () => JSON.stringify(await readBrowserStorage(page)))
      .toContain(nextRatingsJson)
    await firstBrowser.kill()
    expect((await readAnnotations(project.id)).map(({ ratings }) => ratings)).toEqual([[1]])

    const secondBrowser = await openKillableBrowser(launchOptions, profile)
    watchForErrors(secondBrowser.context, pageErrors)
    try {
      // Chromium writes cookies to the profile with a delay.
      await secondBrowser.context.addCookies(cookies)
      const secondPage = secondBrowser.context.pages()[0]!
      await secondPage.goto(address)
      await expectCurrentRow(secondPage, /^Step 10 of 12, not rated/)
      await expectSaved(secondPage)
      await expect(secondPage.getByRole('banner')).toContainText('1 done today')
      // The outbox is cleared a moment after the page shows "Saved".
      await expect.poll(() => readBrowserStorage(secondPage)).toEqual([])
    } finally {
      await secondBrowser.kill()
    }
  } finally {
    await firstBrowser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const storedAnnotations = await readAnnotations(project.id)
  expect(storedAnnotations.map(({ state, ratings }) => [state, ratings])).toEqual([
    ['submitted', firstKeys.map((key) => ratingByKey[key])],
    ['draft', nextKeys.map((key) => ratingByKey[key])],
  ])
  expect(storedAnnotations[0]!.events).toEqual([
    ...listRatingEvents(firstKeys),
    { kind: 'finish', step: null, rating: null },
  ])
  expect(storedAnnotations[1]!.events).toEqual(listRatingEvents(nextKeys))
})

// Another device only in full runs. In every run, lib/client/annotation-controller.test.ts tests it.
const otherClients = ['another tab', ...(isFullTestRun ? ['another device'] : [])]
for (const otherClient of otherClients)
  test(`an annotation changed in ${otherClient} is not overwritten, and a message says that it changed`, async ({
    testData,
    context,
    openBrowser,
  }) => {
    const project = await testData.project({ name: `Twice, in ${otherClient}` })
    await testData.solutions(project, [makeProblemLine('p', [0.9])])
    const person = await testData.member(project, 'annotator')
    const firstPage = await context.newPage()
    const secondPage = otherClient === 'another tab' ? await context.newPage() : await openBrowser()
    await signInWithoutForm(firstPage, person)
    if (otherClient === 'another device') await signInWithoutForm(secondPage, person)
    await openLabellingScreen(firstPage, project.slug)
    await openLabellingScreen(secondPage, project.slug)

    await pressKeys(firstPage, '3', '2')
    await expectSaved(firstPage)
    await expect.poll(async () => (await readAnnotations(project.id))[0]?.ratings).toEqual([1, 0])
    await pressKeys(secondPage, '1')
    await expect(secondPage.getByText(/^This annotation was changed in another tab/)).toBeVisible()
    // The outdated annotation on screen must not overwrite the stored one.
    await pressKeys(secondPage, 'Enter')
    expect(await readAnnotations(project.id)).toMatchObject([{ state: 'draft', ratings: [1, 0] }])

    await secondPage.getByRole('button', { name: 'Load saved version' }).click()
    await expectCurrentRow(secondPage, /^Step 3 of 3, not rated/)
    await pressKeys(secondPage, '1')
    await expectSaved(secondPage)
    await expect
      .poll(async () => (await readAnnotations(project.id))[0]?.ratings)
      .toEqual([1, 0, -1])
  })

test('the pages Label and Your work show a solution finished offline as not sent until it is submitted', async ({
  testData,
  context,
}) => {
  const project = await testData.project({ name: 'Waiting' })
  await testData.solutions(project, [makeProblemLine('p', [0.9])])
  const page = await context.newPage()
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '1')
  await expectSaved(page)
  await page.route(/\/api\/v1\//, (route) => route.abort('internetdisconnected'))
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('banner')).toContainText('Last solution: not sent yet')
  const strip = page.getByRole('status').filter({ hasText: 'No connection since' })
  await expect(strip).toContainText(
    '1 finished solution is saved on this device and sent when you are back online.',
  )
  await expect(strip).toContainText(
    'If the step you rated negative has other options, you get the solution again to rate them.',
  )
  const { y, height } = (await strip.boundingBox())!
  expect(y + height).toBe(page.viewportSize()!.height)
  await pressKeys(page, 'z')
  await expect(page.getByText('You can reopen it after it is submitted.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  const ownWork = await context.newPage()
  await ownWork.goto(`/projects/${project.slug}/mine`)
  const notice = ownWork.getByText('1 finished solution is not sent yet.')
  await expect(notice).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry now' }).click()
  await expect(page.getByRole('banner')).toContainText(
    'Last solution: submitted, first error at step 1',
  )
  await expect(notice).toBeHidden()
  await expect(ownWork.getByRole('link', { name: /^First error at step 1/ })).toBeVisible()

  // A narrow window has space for the receipt.
  const receipt = page.getByRole('banner').getByText('submitted, first error at step 1')
  await page.setViewportSize({ width: 650, height: 800 })
  expect(await receipt.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  await expect(receipt).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Everything is labelled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await pressKeys(page, 'z')
  await expect(page.getByRole('listitem', { name: 'Step 1 of 3, negative' })).toBeVisible()
})

// Tested in every run by lib/client/delete-user-data.test.ts.
testInFullRun(
  'when another user signs in, the previous user’s data is deleted from the browser',
  async ({ testData, context }) => {
    const project = await testData.project({ name: 'Shared machine' })
    await testData.solutions(project, [makeProblemLine('p', [0.9, 0.8, 0.7])])
    const firstPerson = await testData.member(project, 'annotator')
    const secondPerson = await testData.member(project, 'annotator')
    const page = await context.newPage()
    await signIn(page, firstPerson.email)
    await openLabellingScreen(page, project.slug)
    await blockWrites(page)
    await pressKeys(page, '3', '2')
    await expect.poll(() => readBrowserStorage(page)).toHaveLength(1)
    await page.evaluate((id) => {
      localStorage.setItem(`stepmark:unwritten:${id}:of-a-former-version:x`, '{}')
      localStorage.setItem(`stepmark:guideline:shared:${id}`, '{}')
    }, firstPerson.userId)
    await context.clearCookies()

    await signIn(page, secondPerson.email)
    await expect.poll(() => readBrowserStorage(page)).not.toContainEqual(expect.anything())
    await openLabellingScreen(page, project.slug)
    expect(await readBrowserStorage(page)).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(
      firstPerson.userId,
    )
  },
)

test('without a connection, a menu or list that is not loaded says so and opens later, and the solution stays', async ({
  testData,
  context,
}) => {
  const project = await testData.project({ name: 'Menus' })
  await testData.solutions(project, [makeProblemLine('p', [0.9])])
  const page = await context.newPage()
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await openLabellingScreen(page, project.slug)
  const more = page.getByRole('button', { name: 'More' })

  await context.setOffline(true)
  await more.click()
  await expect(page.getByText('Can’t load the menu. Check your connection.')).toBeVisible()
  await pressKeys(page, '?')
  await expect(page.getByText('The list of shortcuts could not be loaded.')).toBeVisible()
  await pressKeys(page, '?', '3')
  await context.setOffline(false)
  await expectSaved(page)
  await pressKeys(page, '?')
  const shortcuts = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('negative: wrong')
  await pressKeys(page, '?')
  await expect(shortcuts).toBeHidden()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Report bad split' })).toBeVisible()
})

test('if the view of an empty queue can’t be loaded, the page says so and tries again', async ({
  testData,
  context,
}) => {
  const project = await testData.project({ name: 'Empty' })
  await testData.solutions(project, [makeProblemLine('p', [0.9])])
  const page = await context.newPage()
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await openLabellingScreen(page, project.slug)
  const scripts = '**/_next/static/**'
  await page.route(scripts, (route) => route.abort('internetdisconnected'))
  await pressKeys(page, '1', 'Enter')
  await expect(page.getByText('The reason could not be loaded.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('first error at step 1')
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Everything is labelled' })).toBeVisible()
})

test('signing out warns about unsaved work', async ({ testData, context }) => {
  const project = await testData.project({ name: 'Leaving' })
  await testData.solutions(project, [makeProblemLine('p', [0.9])])
  const person = await testData.member(project, 'annotator')
  const page = await context.newPage()
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await blockWrites(page)
  await pressKeys(page, '3')
  const signOut = async () => {
    await page.getByRole('button', { name: /account/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const warning = page.getByText('Not sent yet: 1 annotation in progress.')

  await signOut()
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(warning).toBeHidden()
  await page.unrouteAll()
  await pressKeys(page, '2')
  await expectSaved(page)

  await blockWrites(page)
  await pressKeys(page, '3')
  await page.evaluate((id) => {
    localStorage.setItem(`stepmark:guideline:leaving:${id}`, '{}')
    localStorage.setItem('stepmark.upload.x', '{}')
    sessionStorage.setItem('stepmark:link:reset', 'x')
  }, person.userId)
  await signOut()
  await expect(page.getByText('1 annotation in progress and 1 guideline draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/sign-in/)
  expect(await readBrowserStorage(page)).toEqual([])
  expect(await readAnnotations(project.id)).toMatchObject([{ state: 'draft', ratings: [1, 0] }])
})

/** Signs in, in a browser without a base URL. */
async function signInAt(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(testPassword)
  await page.keyboard.press('Enter')
  await waitUntilPathChanges(page, '/sign-in')
}
