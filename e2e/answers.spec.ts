import type { Page, Route } from 'playwright/test'
import { makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import { signInWithoutForm, pressKeys } from './actions'
import { expect, test, testInFullRun, type TestDataFactory } from './fixtures'

/** Pairs that the grader is unsure about, most solutions first. */
const unsurePairs = [
  { answer: 'P(X=2)=0.5', referenceAnswer: '0.5', solutions: 3 },
  { answer: '1.73', referenceAnswer: '\\sqrt{3}', solutions: 2 },
  { answer: '(1, 2)', referenceAnswer: '1, 2', solutions: 1 },
]

async function makeProjectWithUnsureAnswers(testData: TestDataFactory): Promise<TestProject> {
  const project = await testData.project({})
  const lines = unsurePairs.map(({ answer, referenceAnswer, solutions }, index) => {
    const scores = Array.from({ length: solutions }, () => 0.5)
    const line = makeProblemLine(`p${index}`, scores)
    return {
      ...line,
      answer: referenceAnswer,
      samples: line.samples.map((s) => ({ ...s, answer })),
    }
  })
  await testData.solutions(project, lines)
  return project
}

const findPairTable = (page: Page) => page.getByRole('table', { name: 'Answer pairs' })
const findRows = (page: Page) => findPairTable(page).locator('tbody tr[id^=row]')
const findCurrentRow = (page: Page) => findPairTable(page).locator('tr[aria-current]')
const findUndoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })

async function openAnswers(page: Page, project: TestProject, show = 'unsure'): Promise<void> {
  await page.goto(`/projects/${project.slug}/answers?show=${show}`)
  await expect(page.getByRole('heading', { name: 'Answers', level: 1 })).toBeVisible()
}

test('a reviewer gives verdicts on answer pairs by keyboard, with notes, and undoes and withdraws them', async ({
  page,
  testData,
}) => {
  const project = await makeProjectWithUnsureAnswers(testData)
  const person = await testData.member(project, 'reviewer', 'Rui Costa')
  await signInWithoutForm(page, person)
  await openAnswers(page, project)
  await expect(page.getByRole('link', { name: 'Regrade' })).toHaveCount(0)
  await expect(findUndoButton(page)).toHaveCount(0)
  await expect(page.getByText('6 solutions · 0 correct · 0 wrong · 6 unsure')).toBeVisible()
  await expect(findRows(page)).toHaveCount(3)
  await expect(findCurrentRow(page)).toContainText(
    'One is an equation, the other one of its sides.',
  )
  await expect(page.getByText('Step 3 of p0/0.').filter({ visible: true })).toBeVisible()

  await pressKeys(page, 'ArrowDown', 'k', '3')
  await expect(findRows(page)).toHaveCount(2)
  await expect(findCurrentRow(page)).toContainText('1.73')
  await expect(page.getByText('Marked as correct. 3 verdicts changed.')).toBeVisible()
  await pressKeys(page, 'z')
  await expect(findRows(page)).toHaveCount(3)
  await expect(findCurrentRow(page)).toContainText('0.5')
  await expect(
    page.getByText('Withdrawn. It has the grader’s verdict again: unsure.'),
  ).toBeVisible()
  await expect(findUndoButton(page)).toHaveCount(0)

  // Digits and Enter in the note field are text, not verdicts.
  await pressKeys(page, 'n')
  await page.keyboard.type('As policy 3 says.')
  await pressKeys(page, 'Enter', 'Enter')
  await expect(findRows(page)).toHaveCount(3)
  await expect(findCurrentRow(page)).toContainText('As policy 3 says.')
  // The note is lost if the page is left before the verdict is given.
  const leaveDialog = page.waitForEvent('dialog')
  const linkClick = page.getByRole('link', { name: 'Queue', exact: true }).click()
  await (await leaveDialog).dismiss()
  await linkClick
  await pressKeys(page, '3', '1', '2')
  await expect(page.getByRole('heading', { name: 'No answer pairs to decide' })).toBeVisible()
  await expect(
    page.getByText('6 solutions · 3 correct · 2 wrong · 1 unsure · 6 decided by people'),
  ).toBeVisible()

  await openAnswers(page, project, 'decided')
  await expect(findRows(page)).toHaveCount(3)
  // Newest first.
  await expect(findRows(page).first()).toContainText('unsure, by Rui Costa')
  await expect(findRows(page).last()).toContainText('correct, by Rui Costa')
  await expect(findRows(page).last()).toContainText('As policy 3 says.')
  await pressKeys(page, 'j', 'j', 'x')
  await expect(findRows(page)).toHaveCount(2)
  await expect(
    page.getByText('Withdrawn. It has the grader’s verdict again: unsure.'),
  ).toBeVisible()
  await pressKeys(page, 'z')
  await expect(findRows(page)).toHaveCount(3)
  await expect(page.getByText('Marked as correct.')).toBeVisible()
  await page.reload()
  await expect(findRows(page).first()).toContainText('As policy 3 says.')
  await expect(findUndoButton(page)).toHaveCount(0)
})

// Tested in every run by lib/progress/server/dashboard.db.test.ts and lib/answers/server/answers.db.test.ts.
testInFullRun(
  'the home page links to the answers page, which also counts solutions without a reference answer',
  async ({ page, testData }) => {
    const project = await makeProjectWithUnsureAnswers(testData)
    const unknown = { ...makeProblemLine('no-reference', [0.5]), answer: undefined }
    await testData.solutions(project, [unknown])
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}`)
    await expect(page.getByText('3 answers to decide')).toBeVisible()
    await page.getByRole('link', { name: 'Review answers' }).click()
    await expect(
      page.getByText('Unsure solutions: 6 with an answer to decide · 1 without a reference answer'),
    ).toBeVisible()
  },
)

test('keyboard focus follows the current row of the answers page, even when undo restores a row', async ({
  page,
  testData,
}) => {
  const project = await makeProjectWithUnsureAnswers(testData)
  await signInWithoutForm(page, project.admin)
  await openAnswers(page, project)
  const findSelectButton = () => findCurrentRow(page).getByRole('button', { name: /^Select pair/ })
  await page.getByRole('button', { name: 'Select pair 2' }).click()
  await pressKeys(page, '3')
  await expect(findRows(page)).toHaveCount(2)
  await expect(findCurrentRow(page)).toContainText('(1, 2)')
  await expect(findSelectButton()).toBeFocused()
  await pressKeys(page, 'z')
  await expect(findRows(page)).toHaveCount(3)
  await expect(findCurrentRow(page)).toContainText('1.73')
  await expect(findSelectButton()).toBeFocused()
  await pressKeys(page, 'k')
  await expect(findSelectButton()).toBeFocused()
})

test('if the server rejects a verdict or a withdrawal, the row shows the previous verdict, an error message and the note, which the next verdict saves', async ({
  page,
  testData,
}) => {
  const project = await makeProjectWithUnsureAnswers(testData)
  await signInWithoutForm(page, project.admin)
  await openAnswers(page, project)
  await expect(findRows(page)).toHaveCount(3)
  const problem = {
    status: 409,
    title: 'conflict',
    code: 'conflict',
    detail: 'Someone else has it.',
  }
  const reject = (route: Route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem })
  await page.route('**/answers/decide', reject)
  await pressKeys(page, 'n')
  await page.keyboard.type('As policy 3 says.')
  await pressKeys(page, 'Enter', '1')
  await expect(page.getByText('Not saved: answer “P(X=2)=0.5”, reference “0.5”.')).toBeVisible()
  await expect(findRows(page)).toHaveCount(3)
  await expect(findUndoButton(page)).toHaveCount(0)
  await page.unroute('**/answers/decide')
  // The next row is current, so the key decides that row.
  await expect(findCurrentRow(page)).toContainText('1.73')
  await pressKeys(page, '1')
  await expect(findRows(page)).toHaveCount(2)
  await expect(page.getByText('Marked as wrong.')).toBeVisible()
  await pressKeys(page, 'k')
  await expect(findCurrentRow(page)).toContainText('As policy 3 says.')
  const leaveDialog = page.waitForEvent('dialog')
  const linkClick = page.getByRole('link', { name: 'Queue', exact: true }).click()
  await (await leaveDialog).dismiss()
  await linkClick
  await pressKeys(page, '1')
  await expect(page.getByText('Marked as wrong. 3 verdicts changed.')).toBeVisible()

  await openAnswers(page, project, 'decided')
  await expect(findCurrentRow(page)).toContainText('As policy 3 says.')
  await page.route('**/answers/withdraw', reject)
  await pressKeys(page, 'x')
  await expect(page.getByText('Not saved: answer “P(X=2)=0.5”, reference “0.5”.')).toBeVisible()
  await pressKeys(page, 'k', '3')
  await expect(page.getByText('Marked as correct. 3 verdicts changed.')).toBeVisible()
  await page.reload()
  await expect(findRows(page).first()).toContainText('correct, by Ada Okoro')
  await expect(findRows(page).first()).toContainText('As policy 3 says.')

  // A note that was typed on this page stays too, and is discarded by a withdrawal that is saved.
  await pressKeys(page, 'n')
  await page.keyboard.type(' Checked.')
  await pressKeys(page, 'Enter', '1')
  await expect(page.getByText('Marked as wrong. 3 verdicts changed.')).toBeVisible()
  await pressKeys(page, 'k', 'x')
  await expect(page.getByText('Not saved: answer “P(X=2)=0.5”, reference “0.5”.')).toBeVisible()
  await expect(findRows(page).first()).toContainText('As policy 3 says. Checked.')
  await page.unroute('**/answers/withdraw')
  await pressKeys(page, 'k', 'x')
  await expect(findRows(page).first()).not.toContainText('As policy 3 says.')
})

// Tested in every run by components/answers/verdict-details.test.ts, and the test before this one.
testInFullRun(
  'a verdict given offline is reported as not saved, and its note and saved verdicts stay on the page',
  async ({ page, context, testData }) => {
    const project = await makeProjectWithUnsureAnswers(testData)
    await signInWithoutForm(page, project.admin)
    await openAnswers(page, project)
    await pressKeys(page, '3')
    await expect(page.getByText('Marked as correct.')).toBeVisible()
    await expect(findRows(page)).toHaveCount(2)
    // A reload or an error page would remove this marker.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await context.setOffline(true)
    await pressKeys(page, 'n')
    await page.keyboard.type('Rounded to two places.')
    await pressKeys(page, 'Enter', '3')
    const errorMessage = page.getByText('Not saved: answer “1.73”, reference “\\sqrt{3}”.')
    await expect(errorMessage).toBeVisible()
    await expect(findRows(page)).toHaveCount(2)
    await pressKeys(page, 'k')
    await expect(findCurrentRow(page)).toContainText('Rounded to two places.')
    await context.setOffline(false)
    await pressKeys(page, '3')
    await expect(page.getByText('Marked as correct.')).toBeVisible()
    await expect(findRows(page)).toHaveCount(1)
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await openAnswers(page, project, 'decided')
    await expect(findRows(page)).toHaveCount(2)
    await expect(findRows(page).first()).toContainText('Rounded to two places.')
  },
)

const findSolutions = (page: Page) =>
  page
    .getByRole('list', { name: 'Solutions of the pair' })
    .filter({ visible: true })
    .getByRole('listitem')

test('keys work as soon as the solutions of a pair are rendered, and a reviewer overrides the verdict of one, undoes this, and withdraws a later override', async ({
  page,
  testData,
}) => {
  const project = await makeProjectWithUnsureAnswers(testData)
  await signInWithoutForm(page, project.admin)
  await openAnswers(page, project)
  await expect(findCurrentRow(page)).toContainText('0.5')
  // Press the key before React has run its effects.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Solutions of the pair"] li')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await pressKeys(page, 'o')
  await expect(findSolutions(page)).toHaveCount(3)
  await expect(findSolutions(page).nth(1)).toHaveAttribute('aria-current', 'true')
  // Digits decide pairs, so they do nothing here.
  await pressKeys(page, '3', 'o')
  const form = page
    .getByRole('form', { name: 'Override verdict for this solution' })
    .filter({ visible: true })
  await form.getByRole('radio', { name: 'Wrong' }).check()
  await form.getByRole('button', { name: 'Override' }).click()
  await expect(form.getByText('Enter a reason')).toBeVisible()
  await form.getByLabel('Reason').fill('Its last line says 5.')
  await form.getByRole('button', { name: 'Override' }).click()
  await expect(page.getByText(/^Saved: .* is wrong\.$/)).toBeVisible()
  await expect(findSolutions(page).nth(1)).toContainText('wrong, by ')
  await expect(findSolutions(page).nth(1)).toContainText('Its last line says 5.')
  // The pair keeps its position with fewer unsure solutions.
  await expect(page.getByText('1 wrong · 5 unsure · 1 decided')).toBeVisible()
  await expect(findRows(page).first()).toContainText('0.5')
  await expect(findRows(page)).toHaveCount(3)

  await pressKeys(page, 'z')
  await expect(findSolutions(page).nth(1)).not.toContainText('wrong, by ')
  await pressKeys(page, 'o')
  await form.getByRole('radio', { name: 'Correct' }).check()
  await form.getByLabel('Reason').fill('Its last line says 0.5.')
  await form.getByRole('button', { name: 'Override' }).click()
  await expect(page.getByText(/^Saved: .* is correct\.$/)).toBeVisible()
  await pressKeys(page, 'Escape')
  await openAnswers(page, project, 'search')
  await expect(findRows(page).first()).toContainText('Mixed verdicts: 2 unsure, 1 correct.')
  await pressKeys(page, '?')
  const keyList = page.getByRole('region', { name: 'All keys' })
  await expect(keyList).toBeVisible()
  await pressKeys(page, 'o')
  await expect(findSolutions(page)).toHaveCount(3)
  // The keys of the list act on the solutions now.
  await expect(keyList).toBeHidden()
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden()
  await pressKeys(page, 'j', 'x')
  await expect(
    page.getByText(/^Withdrawn\. Solution .* has the grader’s verdict again: unsure\./),
  ).toBeVisible()
  await expect(page.getByText('0 correct · 0 wrong · 6 unsure')).toBeVisible()
  await expect(findRows(page).first()).not.toContainText('Mixed verdicts')
})

test('a reviewer gives a verdict on a solution without a final answer by keyboard, with a note and undo', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  const line = { ...makeProblemLine('p', [0.9, 0.5]), answer: '2' }
  await testData.solutions(project, [
    {
      ...line,
      samples: line.samples.map(({ answer: _, ...sample }, i) => ({
        ...sample,
        steps: ['First.', i === 0 ? 'So there are 12.' : 'And so it goes on.'],
      })),
    },
  ])
  await signInWithoutForm(page, project.admin)
  await openAnswers(page, project)
  await page.getByRole('link', { name: '2 solutions without a final answer' }).click()
  const table = page.getByRole('table', { name: 'Solutions without a final answer' })
  const rows = table.locator('tbody tr[id^=row]')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Suggested verdict: wrong.')
  await expect(rows.nth(1)).toContainText('No value found in the last step.')

  await pressKeys(page, 'e')
  const field = page.getByRole('textbox', { name: 'Final answer' })
  await expect(field).toHaveValue('12')
  // Typing replaces the suggested answer, because it is selected.
  await page.keyboard.type('2')
  await expect(field).toHaveValue('2')
  await pressKeys(page, 'Enter')
  await expect(rows.first()).toContainText('correct, by ')
  await expect(rows.first()).toContainText('Entered answer: 2.')
  await pressKeys(page, 'z')
  await expect(rows.first()).toContainText('Suggested verdict: wrong.')
  await expect(
    page.getByText(/^Withdrawn\. Solution .* has the grader’s verdict again: unsure\./),
  ).toBeVisible()

  await pressKeys(page, 'n')
  await page.keyboard.type('It says 12 at its end.')
  await pressKeys(page, 'Enter', '1', '2')
  await expect(rows.first()).toContainText('wrong, by ')
  await expect(rows.first()).toContainText('It says 12 at its end.')
  await expect(rows.nth(1)).toContainText('unsure, by ')
  await expect(page.getByText('0 correct · 1 wrong · 1 unsure · 2 decided')).toBeVisible()
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(findUndoButton(page)).toHaveCount(0)
})

// Tested in every run by lib/answers/server/answers.db.test.ts.
testInFullRun(
  'a reviewer cannot overwrite or undo another reviewer’s newer verdict',
  async ({ page, openBrowser, testData }) => {
    const project = await makeProjectWithUnsureAnswers(testData)
    const secondReviewer = await testData.member(project, 'reviewer', 'Rui Costa')
    await signInWithoutForm(page, project.admin)
    await openAnswers(page, project)
    await pressKeys(page, '3')
    await expect(page.getByText('Marked as correct.')).toBeVisible()

    const otherPage = await openBrowser()
    await signInWithoutForm(otherPage, secondReviewer)
    await openAnswers(otherPage, project, 'decided')
    await pressKeys(otherPage, '1')
    await expect(otherPage.getByText('Marked as wrong.')).toBeVisible()
    await otherPage.close()

    await pressKeys(page, 'z')
    await expect(page.getByText('Rui Costa decided on this pair on ')).toBeVisible()
    await expect(findRows(page).first()).toContainText('wrong, by Rui Costa')
    await expect(findRows(page)).toHaveCount(3)
    // The page shows that verdict now, so a new one replaces it.
    await pressKeys(page, 'k', 'k', '3')
    await expect(page.getByText('Marked as correct.')).toBeVisible()
    await openAnswers(page, project, 'decided')
    await expect(findRows(page).first()).toContainText('correct, by ')
    await expect(findRows(page).first()).not.toContainText('Rui Costa')
  },
)

// Tested in every run by components/answers/read-answer-search.test.ts.
testInFullRun(
  'the answers page explains why a search text is invalid',
  async ({ page, testData }) => {
    const project = await makeProjectWithUnsureAnswers(testData)
    await signInWithoutForm(page, project.admin)
    for (const text of ['a%00b', 'x'.repeat(300)]) {
      await page.goto(`/projects/${project.slug}/answers?show=search&text=${text}`)
      await expect(page.getByLabel('Search in answer or reference answer')).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await expect(page.getByRole('button', { name: 'Wrong' })).toHaveCount(0)
    }
    await page.getByLabel('Search in answer or reference answer').fill('1.73')
    await page.keyboard.press('Enter')
    await expect(findRows(page)).toHaveCount(1)
  },
)

// Tested in every run by lib/answers/server/regrade.db.test.ts and components/answers/regrade.test.ts.
testInFullRun(
  'an admin previews a regrade, discards it, and applies another',
  async ({ page, testData }) => {
    const project = await makeProjectWithUnsureAnswers(testData)
    await signInWithoutForm(page, project.admin)
    await openAnswers(page, project)
    await pressKeys(page, '3')
    await expect(page.getByText('Marked as correct.')).toBeVisible()
    await page.getByRole('link', { name: 'Regrade' }).click()
    await page.getByRole('radio', { name: /Exact text/ }).check()
    await page.getByRole('button', { name: 'Preview regrade' }).click()
    const heading = page.getByRole('heading', { name: 'Preview', exact: true })
    await expect(heading).toBeVisible()
    await expect(page.getByText('3 verdicts would change')).toBeVisible()
    await expect(page.getByText('3 verdicts from people or files stay')).toBeVisible()

    await page.reload()
    await expect(heading).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Changed pairs' }).locator('tbody tr'),
    ).toHaveCount(2)
    await page.getByRole('button', { name: 'Discard preview' }).click()
    await expect(page.getByText('Nothing changed.').first()).toBeVisible()
    await expect(page.getByText('3 correct · 0 wrong · 3 unsure')).toBeVisible()

    await page.getByRole('radio', { name: /Exact text/ }).check()
    await page.getByRole('button', { name: 'Preview regrade' }).click()
    await page.getByRole('button', { name: 'Apply 3 changes' }).click()
    await expect(page.getByText(/^Applied .*: 3 verdicts changed/)).toBeVisible()
    await expect(page.getByText('3 correct · 3 wrong · 0 unsure')).toBeVisible()
    await expect(page.getByText('applied · 3 verdicts changed')).toBeVisible()
  },
)

test('a tab that is cut off scrolls into view when it gets the focus', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  await signInWithoutForm(page, project.admin)
  await page.setViewportSize({ width: 320, height: 844 })
  await openAnswers(page, project)
  const tabs = page.getByRole('navigation', { name: 'Answers', exact: true }).getByRole('link')
  await expect(tabs.last()).not.toBeInViewport({ ratio: 1 })
  await tabs.last().focus()
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
})
