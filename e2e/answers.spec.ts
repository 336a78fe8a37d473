import type { Page } from 'playwright/test'
import { makeProblemLine, type MadeProject } from '@/prisma/seed/factories'
import { expect, test, type World } from './fixtures'
import { press, signIn } from './verbs'

/** Pairs that the grader leaves to a person, those of most solutions first. */
const unsurePairs = [
  { given: '50\\%', truth: '0.5', solutions: 3 },
  { given: '1.73', truth: '\\sqrt{3}', solutions: 2 },
  { given: '(1, 2)', truth: '1, 2', solutions: 1 },
]

async function makeUnsure(world: World): Promise<MadeProject> {
  const project = await world.project({})
  const lines = unsurePairs.map(({ given, truth, solutions }, index) => {
    const scores = Array.from({ length: solutions }, () => 0.5)
    const line = makeProblemLine(`p${index}`, scores)
    return { ...line, answer: truth, samples: line.samples.map((s) => ({ ...s, answer: given })) }
  })
  await world.solutions(project, lines)
  return project
}

const list = (page: Page) => page.getByRole('table', { name: 'Pairs of answers' })
const rows = (page: Page) => list(page).locator('tbody tr[id^=pair]')
const lit = (page: Page) => list(page).locator('tr[aria-current]')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

async function openAnswers(page: Page, project: MadeProject, show = 'unsure'): Promise<void> {
  await page.goto(`/projects/${project.slug}/answers?show=${show}`)
  await expect(page.getByRole('heading', { name: 'Answers', level: 1 })).toBeVisible()
}

test('pairs are settled by keyboard alone, undone, noted and taken back', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  const person = await world.join(project, 'reviewer', 'Rui Costa')
  await signIn(page, person.email)
  await openAnswers(page, project)
  await expect(page.getByRole('link', { name: 'Grade anew' })).toHaveCount(0)
  await expect(page.getByText('Of 6 solutions, 0 are correct, 0 wrong, 6 unsure')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(lit(page)).toContainText('The same share, once in per cent and once as a number.')
  await expect(page.getByText('Step 3 of p0/0.').filter({ visible: true })).toBeVisible()

  await press(page, 'ArrowDown', 'k', '3')
  await expect(rows(page)).toHaveCount(2)
  await expect(lit(page)).toContainText('1.73')
  await expect(
    page.getByText('Settled as correct. 3 solutions have another verdict now.'),
  ).toBeVisible()
  await press(page, 'u')
  await expect(rows(page)).toHaveCount(3)
  await expect(lit(page)).toContainText('0.5')
  await expect(page.getByText('Graded again: unsure.')).toBeVisible()
  await expect(undo(page)).toBeDisabled()

  // Digits and Enter in the note are words, not verdicts.
  await press(page, 'n')
  await page.keyboard.type('As policy 3 says.')
  await press(page, 'Enter', 'Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(lit(page)).toContainText('As policy 3 says.')
  await press(page, '3', '1', '2')
  await expect(page.getByRole('heading', { name: 'No pair waits for you' })).toBeVisible()
  await expect(
    page.getByText('Of 6 solutions, 3 are correct, 2 wrong, 1 unsure; 6 of them'),
  ).toBeVisible()

  await openAnswers(page, project, 'settled')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('correct, by Rui Costa')
  await expect(rows(page).first()).toContainText('As policy 3 says.')
  await press(page, 'x')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Graded again: unsure.')).toBeVisible()
  await press(page, 'u')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await page.reload()
  await expect(rows(page).first()).toContainText('As policy 3 says.')
})

test('answers in no pair are accounted for, and pages lead to those in one', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  const unknown = { ...makeProblemLine('no-reference', [0.5]), answer: undefined }
  await world.solutions(project, [unknown])
  await signIn(page, project.admin.email)
  await page.goto(`/projects/${project.slug}`)
  await expect(page.getByText('3 pairs of final answers wait for a person')).toBeVisible()
  await page.getByRole('link', { name: 'say what they are' }).click()
  await expect(
    page.getByText('6 of the unsure stand in the pairs below; of the other one no final answer'),
  ).toBeVisible()
})

test('what the server refuses is taken back with words', async ({ page, world }) => {
  const project = await makeUnsure(world)
  await signIn(page, project.admin.email)
  await openAnswers(page, project)
  await expect(rows(page)).toHaveCount(3)
  const problem = { status: 409, title: 'conflict', code: 'conflict', detail: 'Somebody has it.' }
  await page.route('**/answers/settle', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
  )
  await press(page, '1')
  await expect(page.getByText('Not settled: “50\\%” for “0.5” stands as before.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(undo(page)).toBeDisabled()
  await page.unroute('**/answers/settle')
  // The light went on: what was said next is not what came back.
  await expect(lit(page)).toContainText('1.73')
  await press(page, '1')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Settled as wrong.')).toBeVisible()
})

test('any verdict can be overruled, for a pair or for one solution with its reason', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  await world.solutions(project, [makeProblemLine('q', [0.9, 0.8])])
  await signIn(page, project.admin.email)
  await openAnswers(page, project, 'search')
  await expect(rows(page)).toHaveCount(4)
  await page.getByLabel('Text in either answer').fill('3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/text=3/)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Light pair 2' }).click()
  await expect(lit(page)).toContainText('wrong. ')

  await page.getByRole('button', { name: 'Overrule this solution alone' }).click()
  const form = page.getByRole('form', { name: 'Overrule this solution alone' })
  // The form has the keys: a digit does not settle the pair behind it.
  await press(page, '3')
  await form.getByRole('radio', { name: 'Correct' }).check()
  await form.getByRole('button', { name: 'Overrule' }).click()
  await expect(form.getByText('Write why')).toBeVisible()
  await form.getByLabel('Why').fill('The last line says 2.')
  await form.getByRole('button', { name: 'Overrule' }).click()
  await expect(page.getByText('This solution alone is correct now.')).toBeVisible()
  await expect(page.getByText('1 are correct, 1 wrong, 6 unsure; 1 of them settled')).toBeVisible()

  await press(page, '3')
  await expect(rows(page).nth(1)).toContainText('correct, by Ada Okoro')
  await expect(page.getByText('2 are correct, 0 wrong, 6 unsure; 2 of them settled')).toBeVisible()
  await openAnswers(page, project, 'settled')
  await expect(rows(page)).toHaveCount(1)
})

test('all answers are graded anew: looked at, left, looked at again, applied', async ({
  page,
  world,
}) => {
  test.slow()
  const project = await makeUnsure(world)
  await signIn(page, project.admin.email)
  await openAnswers(page, project)
  await press(page, '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await page.getByRole('link', { name: 'Grade anew' }).click()
  await page.getByRole('radio', { name: /As they are written/ }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const heading = page.getByRole('heading', { name: 'What would change' })
  await expect(heading).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('3 solutions get another verdict')).toBeVisible()
  await expect(page.getByText('3 verdicts that a person or the file gave stay')).toBeVisible()

  await page.reload()
  await expect(heading).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Pairs that change' }).locator('tbody tr'),
  ).toHaveCount(2)
  await page.getByRole('button', { name: 'Leave all as it is' }).click()
  await expect(page.getByText('Nothing was changed.').first()).toBeVisible()
  await expect(page.getByText('3 are correct, 0 wrong, 3 unsure')).toBeVisible()

  await page.getByRole('radio', { name: /As they are written/ }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Change 3 verdicts' }).click({ timeout: 60_000 })
  await expect(page.getByText(/^Applied .*: 3 solutions have another verdict now/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('3 are correct, 3 wrong, 0 unsure')).toBeVisible()
  await expect(page.getByText('applied, 3 verdicts changed')).toBeVisible()
})
