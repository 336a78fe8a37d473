import { acknowledgeGuideline } from '@/lib/annotations/server/guideline-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { labelNextSolutionWithNotes } from '@/lib/questions/testing/questions-project'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm, expectCurrentRow, pressKeys, openLabellingScreen } from './actions'
import { expect, test, testInFullRun } from './fixtures'

const guideline = '# Rules\n\nRate **every** step by itself.'

/** Flags the current step with this text. */
async function flag(page: Parameters<typeof pressKeys>[0], text: string) {
  await pressKeys(page, 'u')
  await page.keyboard.type(text)
  await pressKeys(page, 'Enter')
}

test('a flag becomes a question, a reviewer’s decision on it is published in a new guideline, and affected annotations are returned for rework', async ({
  page,
  openBrowser,
  testData,
}) => {
  const project = await testData.project({ guideline })
  await testData.solutions(project, [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])])
  const annotator = await testData.member(project, 'annotator', 'Ada Lind')
  const reviewer = await testData.member(project, 'reviewer', 'Rui Costa')
  await acknowledgeGuideline.execute(annotator, { project: project.slug, version: 1 })

  // The annotator flags a step with a reason.
  await signInWithoutForm(page, annotator)
  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '3')
  await expectCurrentRow(page, /^Step 2 of 3/)
  await flag(page, 'Is a missing unit an error?')
  await pressKeys(page, '3', '3', 'Enter')
  await expectCurrentRow(page, /^Step 1 of 3, not rated/)
  await pressKeys(page, '3', '3', '3', 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is labelled')

  // The reviewer answers the question by keyboard alone.
  const reviewerPage = await openBrowser()
  await signInWithoutForm(reviewerPage, reviewer)
  await reviewerPage.goto(`/projects/${project.slug}/questions`)
  const questions = reviewerPage.getByRole('list', { name: 'Open questions' })
  await expect(questions.getByRole('listitem').first()).toContainText('Is a missing unit an error?')
  await expect(questions).toContainText('1 annotation: 1 positive.')
  // Dismiss it with a reason, and undo.
  await pressKeys(reviewerPage, 'x')
  await reviewerPage.keyboard.type('Says the manual.')
  await pressKeys(reviewerPage, 'Enter')
  await expect(reviewerPage.getByText('1 question or comment dismissed.')).toBeVisible()
  await expect(reviewerPage.getByText('No open questions.')).toBeVisible()
  await pressKeys(reviewerPage, 'z')
  await expect(questions).toContainText('Is a missing unit an error?')
  await pressKeys(reviewerPage, 'Enter')
  await expect(reviewerPage.getByLabel('Heading')).toBeFocused()
  await reviewerPage.keyboard.type('Units')
  await pressKeys(reviewerPage, 'Tab')
  await reviewerPage.keyboard.type('A missing unit is **no error**: $3$ stands for $3$ m.')
  await expect(reviewerPage.getByRole('region', { name: 'Preview' })).toContainText('no error')
  // No rating is preselected, and one is required.
  await pressKeys(reviewerPage, 'Tab')
  await expect(reviewerPage.getByRole('radio', { checked: true })).toHaveCount(0)
  await pressKeys(reviewerPage, 'ArrowRight', 'ArrowRight')
  await expect(reviewerPage.getByRole('radio', { name: 'Positive' })).toBeChecked()
  await pressKeys(reviewerPage, 'ArrowLeft', 'Tab')
  await reviewerPage.keyboard.type('The number is right.')
  await pressKeys(reviewerPage, 'Control+Enter')
  await expect(reviewerPage.getByText('Decision 1 answers 1 question')).toBeVisible()

  // Publish it in version 2, after a preview.
  await reviewerPage.getByRole('link', { name: 'Publish with guideline' }).press('Enter')
  await expect(reviewerPage.getByLabel('Text', { exact: true })).toHaveValue(/## Decision 1: Units/)
  await expect(reviewerPage.getByLabel('Summary of changes')).toHaveValue('Decision 1: Units.')
  await reviewerPage.getByRole('button', { name: 'Changes' }).press('Enter')
  const preview = reviewerPage.getByRole('region', { name: 'Preview content' })
  await expect(preview).toContainText('Rating: neutral (0). The number is right.')
  await reviewerPage.getByRole('button', { name: 'Publish version 2' }).press('Enter')
  await expect(reviewerPage).toHaveURL(/\/decisions\/1$/)
  await expect(reviewerPage.getByText('Published in version 2.')).toBeVisible()

  // At first, only the annotation with the question is affected, then also those whose step contains a text.
  await expect(reviewerPage.getByText('1 annotation by 1 annotator.')).toBeVisible()
  await reviewerPage.getByRole('textbox', { name: 'Step contains' }).focus()
  await reviewerPage.keyboard.type('step 2 of')
  await expect(reviewerPage.getByText('2 annotations by 1 annotator.')).toBeVisible()
  await reviewerPage.getByRole('button', { name: 'Return 2 annotations' }).press('Enter')
  await expect(
    reviewerPage.getByText('2 annotations returned.', { exact: false }).first(),
  ).toBeVisible()
  await expect(reviewerPage.getByRole('button', { name: 'Nothing to return' })).toBeVisible()
  await reviewerPage.close()

  // The annotator's page is still open. It serves the first one with the note, but accepts nothing yet.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('decision 1 (“Units”, guideline version 2)')).toBeVisible()
  const notice = page.getByRole('status').filter({
    hasText:
      'A decision in guideline version 2 returned this solution. Read the new version first.',
  })
  await expect(notice).toBeVisible()
  // It stays visible above the rows of a phone.
  const desktopSize = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 500 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(notice.getByRole('link')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(desktopSize)
  const submitButton = page.getByRole('button', { name: /^Submit/ })
  await expect(submitButton).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'You can’t submit yet.' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Unsure' }).first()).toBeDisabled()
  await expect(page.getByRole('radiogroup').first()).toBeDisabled()
  await pressKeys(page, 'Enter', 'c')
  await expect(page.getByRole('region', { name: 'Comment' })).toBeHidden()

  // The annotator reads the changes on another tab, and gets both annotations again with the note and the old ratings.
  const readingPage = await page.context().newPage()
  await readingPage.goto((await notice.getByRole('link').getAttribute('href'))!)
  const changes = readingPage.getByRole('region', { name: 'Changes since version 1' })
  await expect(changes).toContainText('Decision 1: Units')
  await readingPage.getByRole('button', { name: /^I have read it/ }).press('Enter')
  await expect(readingPage).toHaveURL(/\/(label|practice)$/)
  await readingPage.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(submitButton).toBeEnabled()
  await expect(page.getByText(/guideline version 2 (returned|is published)/i)).toHaveCount(0)
  // The list of returned work has no solution ids, because they contain the date of the import.
  await page.goto(`/projects/${project.slug}/mine`)
  await expect(page.getByRole('table', { name: 'Returned to you' })).toBeVisible()
  const pageHtml = await page.content()
  const solutions = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true },
  })
  expect(solutions.filter(({ id }) => pageHtml.includes(id))).toEqual([])
  await page.goto(`/projects/${project.slug}/label`)
  await expect(page.getByText('decision 1 (“Units”, guideline version 2)')).toBeVisible()
  const steps = page.getByRole('list', { name: 'Solution, 3 steps' })
  await expect(steps.getByRole('listitem', { name: /^Step 2 of 3, positive/ })).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('decision 1 (“Units”, guideline version 2)')).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is labelled')
})

test('a late reply does not close the form that a reviewer has opened since, or deselect a step', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ guideline })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  const annotator = await testData.member(project, 'annotator')
  const reviewer = await testData.member(project, 'reviewer')
  await acknowledgeGuideline.execute(annotator, { project: project.slug, version: 1 })
  await labelNextSolutionWithNotes(project, annotator, [
    [0, 'Is the unit missing?'],
    [1, 'Is this a step?'],
    [2, 'Is it rounded?'],
  ])
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/questions`)
  const questions = page.getByRole('list', { name: 'Open questions' }).getByRole('listitem')
  await expect(questions.first()).toContainText('Is the unit missing?')
  const reply = Promise.withResolvers<void>()
  await page.route('**/questions/dismissed', async (route) => {
    await reply.promise
    await route.continue()
  })
  await pressKeys(page, 'x')
  await page.keyboard.type('Says the manual.')
  await pressKeys(page, 'Enter', 'Escape', 'j', 't', 'j', 'Enter')
  const heading = page.getByLabel('Heading')
  await expect(heading).toBeFocused()
  await page.keyboard.type('Roun')
  reply.resolve()
  await expect(page.getByText('1 question or comment dismissed.')).toBeVisible()
  await page.keyboard.type('ding')
  await expect(heading).toHaveValue('Rounding')
  await expect(page.getByText('Also answers 1 other selected step.')).toBeVisible()
  await expect(questions.filter({ hasText: 'Is the unit missing?' })).toHaveCount(0)
})

// Tested in every run by lib/questions/server/decisions.db.test.ts and lib/questions/server/questions.db.test.ts.
testInFullRun(
  'a reviewer creates a decision about a step that no annotator flagged, and asks other reviewers about another step',
  async ({ page, testData }) => {
    const project = await testData.project({ guideline })
    await testData.solutions(project, [makeProblemLine('a', [0.9])])
    const reviewer = await testData.member(project, 'reviewer', 'Rui Costa')
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id },
      select: { id: true },
    })
    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/questions/new?solution=${id}&step=2`)
    await expect(page.getByText('Step 2 of a/0.')).toBeVisible()
    await page.getByRole('button', { name: 'Create decision', exact: true }).click()
    await expect(page.getByText('Enter a heading.')).toBeVisible()
    await expect(page.getByLabel('Heading')).toBeFocused()
    await page.getByLabel('Question for other reviewers').fill('Is this one step or two?')
    await page.getByRole('button', { name: 'Ask reviewers', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Open questions' })).toContainText(
      'one step or two?',
    )
    await page.goto(`/projects/${project.slug}/questions/new?solution=${id}&step=1`)
    await page.getByLabel('Heading').fill('Restating')
    await page
      .getByRole('textbox', { name: 'Decision', exact: true })
      .fill('To restate the problem is neutral.')
    await page.getByRole('radio', { name: 'No example' }).check()
    await page.getByRole('button', { name: 'Create decision', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Decision 1: Restating' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit decision' }).click()
    await page.getByLabel('Heading').fill('Restating the problem')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      page.getByRole('heading', { name: 'Decision 1: Restating the problem' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Discard decision' }).click()
    await expect(page).toHaveURL(/\/questions$/)
    await expect(page.getByText('Your decisions appear here')).toBeVisible()
  },
)
