import type { Locator, Page } from 'playwright/test'
import { planRound } from '@/lib/rounds/server/commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  pressKeys,
  openLabellingScreen,
  submitWithEnter,
} from './actions'
import { expect, test, testInFullRun } from './fixtures'

const findQueueTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Queue, in serving order' })

/** Rows of the queue, without expanded details. */
const findRows = (page: Page): Locator =>
  findQueueTable(page)
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Show steps of item/ }) })

const findCurrentRow = (page: Page): Locator =>
  findQueueTable(page).locator('tr[aria-current=true]')

const lines = [
  makeProblemLine('a', [0.9, 0.8]),
  makeProblemLine('b', [0.95]),
  makeProblemLine('c', [0.4]),
]

test('an admin previews a round, sees why each solution is selected and starts it, and solutions are served in its order', async ({
  page,
  testData,
  openBrowser,
}) => {
  const project = await testData.project()
  await testData.solutions(project, lines)
  const annotator = await testData.member(project, 'annotator')
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}`)
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: 'Queue' })
    .click()
  await expect(page.getByText('4 solutions waiting, wrong answers first')).toBeVisible()
  // Imports queue the first solution of every problem before the second of any.
  await expect(findRows(page).nth(2)).toContainText('Problem c')

  await page.getByRole('link', { name: 'Plan round' }).click()
  const randomSampleField = page.getByLabel('Random sample (% of round)')
  await randomSampleField.fill('120')
  await page.getByRole('button', { name: 'Preview round' }).click()
  await expect(randomSampleField).toBeFocused()
  await expect(randomSampleField).toHaveAccessibleDescription(/Enter a percentage from 0 to 100/)
  await randomSampleField.fill('0')
  await page.getByLabel('Max per problem').fill('')
  await page.getByRole('button', { name: 'Preview round' }).click()
  await expect(page.getByRole('heading', { name: 'Planned round' })).toBeVisible()
  await expect(findRows(page)).toHaveCount(4)
  const firstRow = findRows(page).first()
  await expect(firstRow).toContainText('Problem b')
  await expect(firstRow).toContainText(
    'Convincing but wrong · only eligible wrong answer to its problem',
  )
  await expect(firstRow).toContainText('0.95')
  await expect(page.getByText('Replaces 4 waiting solutions in the queue.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Start round' }).click()
  await expect(page.getByRole('heading', { name: 'Round 1', level: 1 })).toBeVisible()
  await expect(page.getByText('0 labelled · 0 solutions in progress')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible()
  // Escape closes the confirmation, not the row.
  await expect(findRows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Close round' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()

  const annotatorPage = await openBrowser()
  await signInWithoutForm(annotatorPage, annotator)
  await openLabellingScreen(annotatorPage, project.slug)
  for (const solution of ['b/0', 'a/0', 'a/1']) {
    await expect(annotatorPage.getByText(`Step 1 of ${solution}.`)).toBeVisible()
    await expectCurrentRow(annotatorPage, /^Step 1 of/)
    await pressKeys(annotatorPage, '1')
    await submitWithEnter(annotatorPage, 'first error at step 1')
  }
  await expect(annotatorPage.getByText('Step 1 of c/0.')).toBeVisible()
  await annotatorPage.close()

  await page.reload()
  await expect(page.getByText('3 labelled · 1 solution in progress')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not enough data for a plot' })).toBeVisible()

  await testData.solutions(project, [makeProblemLine('d', [0.99])])
  await page.reload()
  await expect(page.getByText('No solutions are waiting.')).toBeVisible()

  await page.getByRole('button', { name: 'Close round' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  await page.getByRole('button', { name: 'Close round' }).click()
  await page.getByRole('button', { name: 'Close round 1' }).click()
  await expect(page.getByText('Round 1 closed on')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Past rounds' })).toContainText(
    'convincing wrong answers first',
  )
})

test('an admin moves through the queue, reads steps, excludes and restores a solution by keyboard', async ({
  page,
  testData,
}) => {
  const project = await testData.project()
  await testData.solutions(project, lines)
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/queue`)
  await expect(findCurrentRow(page)).toContainText('Problem b')
  await pressKeys(page, 'j', 'Enter')
  await expect(findCurrentRow(page)).toContainText('Problem a')
  const steps = page.getByRole('list', { name: 'Steps', exact: true })
  await expect(steps).toContainText('Step 1 of a/0.')
  await pressKeys(page, 'j')
  await expect(steps).toContainText('Step 1 of c/0.')
  await pressKeys(page, 'k', 'Escape', 'x')
  await expect(steps).toBeHidden()
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await pressKeys(page, 'Enter')
  await expect(reason).toHaveAccessibleDescription(/Enter a reason/)
  await page.keyboard.type('Its figure is missing.')
  await pressKeys(page, 'Enter')
  await expect(findRows(page)).toHaveCount(3)
  await expect(findCurrentRow(page)).toContainText('Problem c')
  const excludedTable = page.getByRole('table', { name: 'Excluded' })
  await expect(excludedTable).toContainText('Its figure is missing.')
  await expect(page.getByRole('link', { name: 'Excluded' })).toHaveAttribute(
    'href',
    /\/queue#excluded$/,
  )

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(findRows(page)).toHaveCount(4)
  await expect(excludedTable).toBeHidden()

  await page.getByRole('link', { name: 'Show all 4' }).click()
  await expect(page).toHaveURL(/\/queue\/items$/)
  await expect(findRows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'All slices' }).click()
  await page.getByRole('menuitem', { name: 'Other' }).click()
  await expect(page.getByText('No solutions are waiting in “Other”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all waiting items' }).click()
  await expect(findRows(page)).toHaveCount(4)
})

// Tested in every run by lib/rounds/server/rounds.db.test.ts and components/rounds/describe-round.test.ts.
testInFullRun(
  'the preview of a round warns of an empty slice and shows why solutions are not selected',
  async ({ page, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, lines)
    await signInWithoutForm(page, project.admin)
    const projectInput = { project: project.slug }
    const { round: plan } = await planRound.execute(
      project.admin,
      planRound.contract.input.parse({
        ...projectInput,
        policy: {
          slices: [
            { policy: 'convincing-wrong', share: 0.5 },
            { policy: 'uncertain', share: 0.5 },
          ],
          size: 30,
          exploration: 0,
        },
      }),
    )
    await page.goto(`/projects/${project.slug}/queue/new?plan=${plan}`)
    await expect(page.getByText('3 of 4 solutions · 3 convincing wrong answers')).toBeVisible()
    const warnings = page.getByRole('list', { name: 'Warnings' })
    await expect(warnings).toContainText(
      'Uncertain is empty: no eligible solution has step scores.',
    )
    await expect(warnings).toContainText('Selects 3 of the requested 30 solutions')
    await expect(page.getByRole('table', { name: 'Slices' })).toContainText(/Uncertain.*0%0/)
    await expect(page.getByText('Imported scores: one per solution.')).toBeVisible()

    await page.getByRole('button', { name: 'Show examples: over the limit per problem' }).click()
    await expect(page.getByRole('list', { name: 'Examples' })).toContainText(
      /Answer\s*3,\s*wrong; score 0\.80;/,
    )
    // The page refreshes once the plan is ready.
    await expect(findRows(page)).toHaveCount(3)
    // Keys act on the current row, wherever the focus is.
    await pressKeys(page, 'Escape', 'j', 'j', 'Enter')
    await expect(findCurrentRow(page)).toContainText('Problem c')
    await expect(page.getByRole('list', { name: 'Steps', exact: true })).toContainText(
      'Step 1 of c/0.',
    )
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
  },
)

// Tested in every run by lib/http/server/authorisation.db.test.ts.
testInFullRun('a reviewer can read the queue but not change it', async ({ page, testData }) => {
  const project = await testData.project()
  await testData.solutions(project, lines)
  const reviewer = await testData.member(project, 'reviewer')
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/queue`)
  await expect(findCurrentRow(page)).toContainText('Problem b')
  await pressKeys(page, 'x')
  await expect(page.getByLabel('Reason')).toBeHidden()
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('list', { name: 'Steps', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plan round' })).toBeHidden()
  const response = await page.goto(`/projects/${project.slug}/queue/new`)
  expect(response!.status()).toBe(404)
})
