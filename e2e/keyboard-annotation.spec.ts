import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectAnnounced,
  expectCurrentRow,
  expectSaved,
  pressKeys,
  openLabellingScreen,
} from './actions'
import { expect, test, testInFullRun } from './fixtures'

/** Twelve problems in serving order. The solution of the third has two alternatives at its second step. */
const lines = Array.from({ length: 12 }, (_, i) => {
  const line = makeProblemLine(`p${String(i).padStart(2, '0')}`, [0.9 - i / 100])
  return i === 2
    ? {
        ...line,
        samples: line.samples.map((s) => ({
          ...s,
          alternatives: { '1': ['One way.', 'Another way.'] },
        })),
      }
    : line
})

interface StoredAnnotation {
  externalId: string
  ratings: number[]
  finishReason: string
  finishNote: string | null
  options: number[] | null
  events: number
  inputMethods: string[]
}

const readAnnotations = (projectId: string) => getDatabase().$queryRaw<StoredAnnotation[]>`
  select s.external_id as "externalId", l.ratings, l.finish_reason::text as "finishReason", l.finish_note as "finishNote",
    (select array_agg(r.rating order by r.position) from option_rating r where r.annotation_id = l.id) as options,
    (select count(*)::int from annotation_event e where e.annotation_id = l.id) as events,
    (select array_agg(distinct e.input_method::text) from annotation_event e where e.annotation_id = l.id) as "inputMethods"
  from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.project_id = ${projectId}::uuid and l.state = 'submitted' order by s.external_id`

// Tested in every run by e2e/annotation-flow.spec.ts and lib/annotations/server/key-presses.db.test.ts.
testInFullRun('an annotator annotates ten solutions by keyboard', async ({ page, testData }) => {
  const project = await testData.project({ name: 'By keyboard' })
  await testData.solutions(project, lines)
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const expectSolution = (i: number) =>
    expect(page.getByRole('main')).toContainText(`Step 1 of p${String(i).padStart(2, '0')}/0.`)

  // Every step is correct.
  await expectSolution(0)
  await pressKeys(page, '3', '2', '3')
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await pressKeys(page, 'Enter')

  // Undo a rating, then stop at the first error.
  await expectSolution(1)
  await pressKeys(page, '3', '1')
  await expect(page.getByRole('listitem', { name: 'Step 3 of 3, not reached' })).toBeVisible()
  await pressKeys(page, 'z')
  await expectCurrentRow(page, /^Step 2 of 3/)
  await pressKeys(page, '3', '1', 'Enter')

  // An error with alternatives, which must be rated before the submit.
  await expectSolution(2)
  await pressKeys(page, '3', '1')
  await expectCurrentRow(page, /^Option 2a/)
  await pressKeys(page, 'Enter')
  await expectSolution(2)
  await pressKeys(page, '3')
  await expectCurrentRow(page, /^Option 2b/)
  await pressKeys(page, '1', 'Enter')

  // After the error is rated positive, the remaining steps must be rated too.
  await expectSolution(3)
  await pressKeys(page, '1', 'k', '3', '3', '3', 'Enter')

  // Give up once with a reason, mark a bad problem, and skip one.
  await expectSolution(4)
  await pressKeys(page, '3', 'g', '1', 'Enter')
  await expectSolution(5)
  await pressKeys(page, 'b', '4')
  await page.keyboard.type('The figure is 3, not 2.')
  await pressKeys(page, 'Enter')
  await expectSolution(6)
  await pressKeys(page, 's', '1', 'Enter')

  for (const i of [7, 8, 9, 10]) {
    await expectSolution(i)
    await pressKeys(page, '3', '3', '1', 'Enter')
  }
  await expectSolution(11)
  await expect(page.getByRole('banner')).toContainText('10 done today')

  await expect.poll(async () => (await readAnnotations(project.id)).length).toBe(10)
  const storedAnnotations = await readAnnotations(project.id)
  expect(storedAnnotations.map((row) => [row.externalId, row.ratings, row.finishReason])).toEqual([
    ['p00/0', [1, 0, 1], 'solution'],
    ['p01/0', [1, 1, -1], 'found_error'],
    ['p02/0', [1, -1], 'found_error'],
    ['p03/0', [1, 1, 1], 'solution'],
    ['p04/0', [1], 'give_up'],
    ['p05/0', [], 'bad_problem'],
    ...['p07/0', 'p08/0', 'p09/0', 'p10/0'].map((id) => [id, [1, 1, -1], 'found_error']),
  ])
  expect(storedAnnotations[2]!.options).toEqual([1, -1])
  expect(storedAnnotations[4]!.finishNote).toContain('I don’t know the subject well enough')
  expect(storedAnnotations[5]!.finishNote).toContain('The figure is 3, not 2.')
  expect(storedAnnotations.every((row) => row.events >= 1)).toBe(true)
  expect(storedAnnotations[0]!.inputMethods).toEqual(['key'])
})

test('ratings survive a reload, and keys pressed with a modifier do not rate', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Reload' })
  await testData.solutions(project, lines.slice(0, 2))
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '3', '2', 'Control+1', 'Alt+1')
  await expectCurrentRow(page, /^Step 3 of 3/)
  // For screen readers; sighted users see the marks.
  await expectAnnounced(page, 'Step 2 neutral. Step 3 of 3, not rated.')
  await expectSaved(page)
  await page.reload()
  await expectCurrentRow(page, /^Step 3 of 3/)
  await expect(page.getByRole('listitem', { name: 'Step 2 of 3, neutral' })).toBeVisible()
})

test('ratings that were not yet stored or sent survive a reload', async ({ page, testData }) => {
  const project = await testData.project({ name: 'Reload at once' })
  await testData.solutions(project, lines.slice(0, 1))
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await openLabellingScreen(page, project.slug)
  await page.route('**/leases/*/annotation', () => {})
  const blockerPage = await page.context().newPage()
  await blockerPage.goto('/healthz')
  await blockerPage.evaluate(blockOutboxWrites)
  await pressKeys(page, '3', '2')
  await expectCurrentRow(page, /^Step 3 of 3/)
  const reloadPromise = page.reload()
  // The new page reads the outbox once writes are possible again.
  await page.waitForEvent('domcontentloaded')
  await blockerPage.close()
  await page.unroute('**/leases/*/annotation')
  await reloadPromise
  await expectCurrentRow(page, /^Step 3 of 3/)
  await expectSaved(page)
})

// Tested in every run by lib/client/page-presence.test.ts and lib/client/delete-user-data.test.ts.
testInFullRun(
  'signing out in another tab deletes unsent ratings from this device',
  async ({ page, testData }) => {
    const project = await testData.project({ name: 'Signed out elsewhere' })
    await testData.solutions(project, lines.slice(0, 1))
    await signInWithoutForm(page, await testData.member(project, 'annotator'))
    await openLabellingScreen(page, project.slug)
    await page.route('**/leases/*/annotation', () => {})
    const otherPage = await page.context().newPage()
    await otherPage.goto('/healthz')
    await otherPage.evaluate(blockOutboxWrites)
    await pressKeys(page, '3', '2')
    await expectCurrentRow(page, /^Step 3 of 3/)
    const reloadPromise = page.waitForEvent('domcontentloaded')
    await otherPage.evaluate(() => {
      // The message that sign-out sends to other pages.
      const channel = new BroadcastChannel('stepmark/person')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
      channel.postMessage({ user: null, page: 0 })
    })
    await reloadPromise
    const storageKeys = await otherPage.evaluate(() => Object.keys(localStorage))
    expect(storageKeys.filter((item) => item.startsWith('stepmark:unwritten:'))).toEqual([])
    await otherPage.close()
  },
)

/** Runs in a page: a transaction that never ends blocks writes of other pages to the outbox. */
function blockOutboxWrites(): Promise<void> {
  return new Promise((resolve) => {
    const openRequest = indexedDB.open('stepmark')
    openRequest.onsuccess = () => {
      const workStore = openRequest.result
        .transaction(['work', 'finish'], 'readwrite')
        .objectStore('work')
      const repeat = () => {
        workStore.count().onsuccess = repeat
        resolve()
      }
      repeat()
    }
  })
}

// Tested in every run by lib/client/annotation-controller.test.ts.
testInFullRun(
  'an annotator whose lease has expired sees a message, and further ratings are not saved',
  async ({ page, testData }) => {
    const project = await testData.project({ name: 'Lost lease' })
    await testData.solutions(project, lines.slice(0, 1))
    const person = await testData.member(project, 'annotator')
    await signInWithoutForm(page, person)
    await openLabellingScreen(page, project.slug)
    const readDrafts = () =>
      getDatabase().annotation.findMany({
        where: { projectId: project.id },
        select: { ratings: true, state: true },
      })
    await pressKeys(page, '3')
    await expect.poll(readDrafts).toEqual([{ ratings: [1], state: 'draft' }])
    await getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
    where project_id = ${project.id}::uuid`
    await pressKeys(page, '3')
    await expect(page.getByText(/You lost the lease on this solution/)).toBeVisible()
    await pressKeys(page, '1')
    await expectCurrentRow(page, /^Step 3 of 3, not rated/)
    expect(await readDrafts()).toEqual([{ ratings: [1], state: 'draft' }])
  },
)

// Tested in every run by the next test, and e2e/review-walk.spec.ts.
testInFullRun(
  'a key opens and closes the list of shortcuts, and a digit selects a reason for giving up',
  async ({ page, testData }) => {
    const project = await testData.project({ name: 'Keyboard shortcuts' })
    await testData.solutions(project, lines.slice(0, 1))
    const person = await testData.member(project, 'annotator')
    await signInWithoutForm(page, person)
    await openLabellingScreen(page, project.slug)
    const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
    await pressKeys(page, '?')
    await expect(keys).toContainText('negative: wrong')
    await pressKeys(page, 'Escape')
    await expect(keys).toBeHidden()
    await pressKeys(page, 'g', '2')
    await expect(page.getByRole('radio', { name: 'Text doesn’t display correctly' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Negative', exact: true })).toBeDisabled()
    await expectCurrentRow(page, /^Step 1 of 3, not rated/)
  },
)

test('while the give-up form is open, keys do not rate, and the typed reason is submitted', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Reasons' })
  await testData.solutions(project, lines.slice(0, 1))
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const panel = page.getByRole('region', { name: 'Give up: reason' })
  const field = panel.getByRole('textbox')

  // The panel has the focus and not its field: keys of the labelling screen, and digits without a reason, do nothing.
  await pressKeys(page, 'g', 'u', 's', 'c', 'b', '9')
  await expect(panel).toBeVisible()
  await expect(panel).toContainText('Choose a reason, or write one in Details.')
  await pressKeys(page, 'w')
  await page.keyboard.type('Step 1 is unreadable.')

  // Escape closes the panel. The text remains.
  await pressKeys(page, 'Escape')
  await expect(panel).toBeHidden()
  await expectCurrentRow(page, /^Step 1 of 3, not rated/)
  await pressKeys(page, 'g')
  await expect(field).toHaveValue('Step 1 is unreadable.')
  await expect(field).not.toBeFocused()
  await pressKeys(page, '2', '1', 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is labelled')
  expect(await readAnnotations(project.id)).toMatchObject([
    {
      ratings: [],
      finishReason: 'give_up',
      finishNote: 'I don’t know the subject well enough. Step 1 is unreadable.',
    },
  ])
})

test('an annotator can label a solution with the pointer alone', async ({ page, testData }) => {
  const project = await testData.project({ name: 'By pointer' })
  await testData.solutions(project, lines.slice(0, 1))
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const rate = (step: number, rating: string) =>
    page
      .getByRole('radiogroup', { name: `Rating of step ${step} of 3` })
      .getByRole('radio', { name: rating })
      .click()
  await rate(1, 'positive')
  await rate(2, 'negative')
  await page.getByRole('button', { name: 'Submit', exact: false }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is labelled')
  expect(await readAnnotations(project.id)).toMatchObject([
    { ratings: [1, -1], finishReason: 'found_error', inputMethods: ['pointer'] },
  ])
})
