import { claimAndLabelSolution } from '@/lib/adjudication/testing/adjudication-project'
import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm, expectCurrentRow, pressKeys } from './actions'
import { expect, test, type TestDataFactory } from './fixtures'

/** A solution of three steps on which two people disagree. */
async function makeDisputedProject(testData: TestDataFactory, settings = {}) {
  const project = await testData.project({ overlap: 2, ...settings })
  await testData.solutions(project, [makeProblemLine('a', [0.9], 3)])
  const ann = await testData.member(project, 'annotator', 'Ann Hart')
  const ben = await testData.member(project, 'annotator', 'Ben Ito')
  const reviewer = await testData.member(project, 'reviewer', 'Rae Vance')
  await claimAndLabelSolution(project, ann, [1, -1])
  await claimAndLabelSolution(project, ben, [1, 1, 1])
  return { project, reviewer }
}

test('an unfinished adjudication survives opening the decision form and a reload, and can be undone', async ({
  page,
  testData,
}) => {
  const { project, reviewer } = await makeDisputedProject(testData)
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/review`)
  await pressKeys(page, 'Enter')
  await expectCurrentRow(page, /^Step 2 of 3, not rated/)
  await pressKeys(page, '1', 'c')
  await page.keyboard.type('It divides by zero.')
  await pressKeys(page, 'Enter', 'q')

  // The unfinished decision is stored too.
  await expect(page.getByRole('heading', { name: 'Add question or decision' })).toBeVisible()
  await expect(page.getByLabel('Heading')).toBeFocused()
  await page.keyboard.type('Zero')
  await page.reload()
  await expect(page.getByLabel('Heading')).toHaveValue('Zero')

  const storedNote = page.getByText('It divides by zero.')
  const adjudicateButton = page.getByRole('button', { name: 'Adjudicate', exact: true })
  await page.goBack()
  await expect(storedNote).toBeVisible()
  await page.reload()
  await expect(storedNote).toBeVisible()
  await expect(adjudicateButton).toBeEnabled()
  await pressKeys(page, 'z')
  await expectCurrentRow(page, /^Step 2 of 3, not rated/)
  await pressKeys(page, '1', 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 2.')).toBeVisible()

  // A key also opens an adjudicated solution.
  await page.goto(`/projects/${project.slug}/review?show=adjudicated`)
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Rae Vance adjudicated this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adjudicated' })).toBeVisible()
})

test('a reviewer moves through annotations by keyboard in the order of the filtered list', async ({
  page,
  testData,
}) => {
  // With names hidden, the order of annotations of one week is random.
  const { project, reviewer } = await makeDisputedProject(testData, { hidesAnnotatorNames: false })
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/review/annotations?state=submitted`)
  await pressKeys(page, 'Enter')
  await expect(page.getByText(/^No error · /)).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Accepted.', { exact: true })).toBeVisible()
  await pressKeys(page, 'n')
  await expect(page.getByText(/^First error at step 2 · /)).toBeVisible()

  // The list of keys opens, and keys lead to gold and back.
  const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await pressKeys(page, '?')
  await expect(keys.getByRole('button', { name: 'gold page' })).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(keys).toBeHidden()
  // While the comment field is open, shortcuts are off.
  await pressKeys(page, 'e')
  const commentField = page.getByLabel('Comment for the annotator')
  await expect(commentField).toBeFocused()
  await commentField.evaluate((field) => (field as HTMLElement).blur())
  await pressKeys(page, 'Enter', 'o', 'n')
  await expect(commentField).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  await pressKeys(page, '?')
  await expect(commentField).toBeHidden()
  await expect(keys).toBeVisible()
  await pressKeys(page, '?')
  await expect(keys).toBeHidden()
  await pressKeys(page, 'o')
  await expect(page).toHaveURL(/\/gold\//)
  await page.goBack()
  await expect(page.getByText(/^First error at step 2 · /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Accepted.', { exact: true })).toBeVisible()
  await pressKeys(page, 'n')
  await expect(page).toHaveURL(/annotations\?state=submitted$/)
  await expect(page.getByText('No matching annotations.')).toBeVisible()
})

test('on the bad splits page, Enter merges steps even if another button still has the focus', async ({
  page,
  testData,
}) => {
  const { project, reviewer } = await makeDisputedProject(testData)
  await signInWithoutForm(page, reviewer)
  const solution = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  await page.goto(`/projects/${project.slug}/splits/${solution.id}`)
  await page.getByRole('button', { name: 'Go to step 2' }).click()
  await pressKeys(page, 'm', 'Enter')
  await expect(page.getByText(/^Steps 2 and 3 were merged/)).toBeVisible()
})

test('on the bad splits page, each press of an arrow key moves the mark of a split', async ({
  page,
  testData,
}) => {
  const { project, reviewer } = await makeDisputedProject(testData)
  await signInWithoutForm(page, reviewer)
  const solution = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  await page.goto(`/projects/${project.slug}/splits/${solution.id}`)
  await pressKeys(page, 'c')
  const mark = page.getByRole('slider', { name: 'Cut position' })
  await expect(mark).toBeFocused()
  await pressKeys(page, 'Home')
  await expect(mark).toHaveAttribute('aria-valuenow', '1')
  await pressKeys(page, 'ArrowRight')
  await expect(mark).toHaveAttribute('aria-valuenow', '2')
  await pressKeys(page, 'ArrowLeft')
  await expect(mark).toHaveAttribute('aria-valuenow', '1')
})
