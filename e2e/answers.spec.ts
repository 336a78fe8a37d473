import type { Page } from 'playwright/test'
import { makeProblemLine, type MadeProject } from '@/prisma/seed/factories'
import { expect, test, type World } from './fixtures'
import { enter, press } from './verbs'

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
const rows = (page: Page) => list(page).locator('tbody tr[id^=row]')
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
  await enter(page, person)
  await openAnswers(page, project)
  await expect(page.getByRole('link', { name: 'Grade anew' })).toHaveCount(0)
  // Nothing was said on this page yet: there is nothing to undo.
  await expect(undo(page)).toHaveCount(0)
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
  await expect(undo(page)).toHaveCount(0)

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
  // Newest first.
  await expect(rows(page).first()).toContainText('unsure, by Rui Costa')
  await expect(rows(page).last()).toContainText('correct, by Rui Costa')
  await expect(rows(page).last()).toContainText('As policy 3 says.')
  await press(page, 'j', 'j', 'x')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Graded again: unsure.')).toBeVisible()
  await press(page, 'u')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await page.reload()
  await expect(rows(page).first()).toContainText('As policy 3 says.')
  await expect(undo(page)).toHaveCount(0)
})

test('answers in no pair are accounted for, and pages lead to those in one', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  const unknown = { ...makeProblemLine('no-reference', [0.5]), answer: undefined }
  await world.solutions(project, [unknown])
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}`)
  await expect(page.getByText('3 pairs of final answers wait for a person')).toBeVisible()
  await page.getByRole('link', { name: 'say what they are' }).click()
  await expect(
    page.getByText('Of the unsure, 6 in pairs wait for a person. 1 has no reference answer'),
  ).toBeVisible()
})

test('the focus goes with the light, also when an undo brings a row back', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  const focused = () => lit(page).getByRole('button', { name: /^Light pair/ })
  await page.getByRole('button', { name: 'Light pair 2' }).click()
  await press(page, '3')
  await expect(rows(page)).toHaveCount(2)
  await expect(lit(page)).toContainText('(1, 2)')
  await expect(focused()).toBeFocused()
  await press(page, 'u')
  await expect(rows(page)).toHaveCount(3)
  await expect(lit(page)).toContainText('1.73')
  await expect(focused()).toBeFocused()
  await press(page, 'k')
  await expect(focused()).toBeFocused()
})

test('what the server refuses is taken back with words', async ({ page, world }) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  await expect(rows(page)).toHaveCount(3)
  const problem = { status: 409, title: 'conflict', code: 'conflict', detail: 'Somebody has it.' }
  await page.route('**/answers/settle', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
  )
  await press(page, '1')
  await expect(
    page.getByText('Not stored: “50\\%” for “0.5” is shown as the server told last.'),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(undo(page)).toHaveCount(0)
  await page.unroute('**/answers/settle')
  // The light went on: what was said next is not what came back.
  await expect(lit(page)).toContainText('1.73')
  await press(page, '1')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('Settled as wrong.')).toBeVisible()
})

test('without a network the page, the words and what was said before stay', async ({
  page,
  context,
  world,
}) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  await press(page, '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  // A page that is left, for an error of the browser or for a reload, takes its mark with it.
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await context.setOffline(true)
  await press(page, 'n')
  await page.keyboard.type('Rounded to two places.')
  await press(page, 'Enter', '3')
  const refused = page.getByText(
    'Not stored: “1.73” for “\\sqrt{3}” is shown as the server told last.',
  )
  await expect(refused).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await press(page, 'k')
  await expect(lit(page)).toContainText('Rounded to two places.')
  await context.setOffline(false)
  await press(page, '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await openAnswers(page, project, 'settled')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Rounded to two places.')
})

const solutions = (page: Page) =>
  page
    .getByRole('list', { name: 'Solutions of the pair' })
    .filter({ visible: true })
    .getByRole('listitem')

test('one solution of a pair is overruled alone by key, undone, and taken back', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  await expect(lit(page)).toContainText('0.5')
  await press(page, 'o')
  await expect(solutions(page)).toHaveCount(3)
  // Digits are about pairs: here they do nothing.
  await press(page, 'j', '3', 'o')
  const form = page
    .getByRole('form', { name: 'Overrule this solution alone' })
    .filter({ visible: true })
  await form.getByRole('radio', { name: 'Wrong' }).check()
  await form.getByRole('button', { name: 'Overrule' }).click()
  await expect(form.getByText('Write why')).toBeVisible()
  await form.getByLabel('Why').fill('Its last line says 5.')
  await form.getByRole('button', { name: 'Overrule' }).click()
  await expect(page.getByText('alone you say: wrong.')).toBeVisible()
  await expect(solutions(page).nth(1)).toContainText('wrong, by ')
  await expect(solutions(page).nth(1)).toContainText('Its last line says 5.')
  // The pair has fewer that wait, and stands where it stood.
  await expect(page.getByText('1 wrong, 5 unsure; 1 of them settled')).toBeVisible()
  await expect(rows(page).first()).toContainText('0.5')
  await expect(rows(page)).toHaveCount(3)

  await press(page, 'u')
  await expect(solutions(page).nth(1)).not.toContainText('wrong, by ')
  await press(page, 'o')
  await form.getByRole('radio', { name: 'Correct' }).check()
  await form.getByLabel('Why').fill('Its last line says 0.5.')
  await form.getByRole('button', { name: 'Overrule' }).click()
  await expect(page.getByText('alone you say: correct.')).toBeVisible()
  await press(page, 'Escape')
  await openAnswers(page, project, 'search')
  await expect(rows(page).first()).toContainText('Its solutions part: 2 unsure, 1 correct.')
  await press(page, 'o')
  await expect(solutions(page)).toHaveCount(3)
  await press(page, 'j', 'x')
  await expect(page.getByText(/^Taken back: .* is unsure, as the grader says/)).toBeVisible()
  await expect(page.getByText('0 are correct, 0 wrong, 6 unsure')).toBeVisible()
  await expect(rows(page).first()).not.toContainText('Its solutions part')
})

test('a key counts from the moment that what it is about is drawn', async ({ page, world }) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  await expect(lit(page)).toContainText('0.5')
  // Nobody is sooner: what React does once it has drawn is still to come.
  await page.evaluate(() => {
    const watching = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Solutions of the pair"] li')) return
      watching.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    watching.observe(document.body, { childList: true, subtree: true })
  })
  await press(page, 'o')
  await expect(solutions(page)).toHaveCount(3)
  await expect(solutions(page).nth(1)).toHaveAttribute('aria-current', 'true')
})

test('a solution without an answer is read, judged by key, noted and undone', async ({
  page,
  world,
}) => {
  const project = await world.project({})
  const line = { ...makeProblemLine('p', [0.9, 0.5]), answer: '2' }
  await world.solutions(project, [
    {
      ...line,
      samples: line.samples.map(({ answer: _, ...sample }, i) => ({
        ...sample,
        steps: ['First.', i === 0 ? 'So there are 12.' : 'And so it goes on.'],
      })),
    },
  ])
  await enter(page, project.admin)
  await openAnswers(page, project)
  await page.getByRole('link', { name: '2 solutions without an answer' }).click()
  const table = page.getByRole('table', { name: 'Solutions without an answer' })
  const all = table.locator('tbody tr[id^=row]')
  await expect(all).toHaveCount(2)
  await expect(all.first()).toContainText('The grader would say wrong')
  await expect(all.nth(1)).toContainText('No value stands in its last step.')

  await press(page, 'e')
  const field = page.getByLabel('It answers')
  await expect(field).toHaveValue('12')
  await field.fill('2')
  await press(page, 'Enter')
  await expect(all.first()).toContainText('correct, by ')
  await expect(all.first()).toContainText('It answers 2.')
  await press(page, 'u')
  await expect(all.first()).toContainText('The grader would say wrong')
  await expect(page.getByText(/^Taken back: .* is unsure, as the grader says/)).toBeVisible()

  await press(page, 'n')
  await page.keyboard.type('It says 12 at its end.')
  await press(page, 'Enter', '1', '2')
  await expect(all.first()).toContainText('wrong, by ')
  await expect(all.first()).toContainText('It says 12 at its end.')
  await expect(all.nth(1)).toContainText('unsure, by ')
  await expect(page.getByText('0 are correct, 1 wrong, 1 unsure; 2 of them settled')).toBeVisible()
  await page.reload()
  await expect(all).toHaveCount(2)
  await expect(undo(page)).toHaveCount(0)
})

test('two people: neither speaks over the other unseen, and undo removes no newer word', async ({
  page,
  openBrowser,
  world,
}) => {
  const project = await makeUnsure(world)
  const other = await world.join(project, 'reviewer', 'Rui Costa')
  await enter(page, project.admin)
  await openAnswers(page, project)
  await press(page, '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()

  const theirs = await openBrowser()
  await enter(theirs, other)
  await openAnswers(theirs, project, 'settled')
  await press(theirs, '1')
  await expect(theirs.getByText('Settled as wrong.')).toBeVisible()
  await theirs.close()

  await press(page, 'u')
  await expect(page.getByText('Rui Costa spoke of this pair on ')).toBeVisible()
  await expect(rows(page).first()).toContainText('wrong, by Rui Costa')
  await expect(rows(page)).toHaveCount(3)
  // It has been seen now: to say otherwise is meant.
  await press(page, 'k', 'k', '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await openAnswers(page, project, 'settled')
  await expect(rows(page).first()).toContainText('correct, by ')
  await expect(rows(page).first()).not.toContainText('Rui Costa')
})

test('what cannot be looked for is refused at the field', async ({ page, world }) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  for (const text of ['a%00b', 'x'.repeat(300)]) {
    await page.goto(`/projects/${project.slug}/answers?show=search&text=${text}`)
    await expect(page.getByLabel('Text in either answer')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('button', { name: 'Wrong' })).toHaveCount(0)
  }
  await page.getByLabel('Text in either answer').fill('1.73')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
})

test('all answers are graded anew: looked at, left, looked at again, applied', async ({
  page,
  world,
}) => {
  const project = await makeUnsure(world)
  await enter(page, project.admin)
  await openAnswers(page, project)
  await press(page, '3')
  await expect(page.getByText('Settled as correct.')).toBeVisible()
  await page.getByRole('link', { name: 'Grade anew' }).click()
  await page.getByRole('radio', { name: /As they are written/ }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const heading = page.getByRole('heading', { name: 'What would change' })
  await expect(heading).toBeVisible()
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
  await page.getByRole('button', { name: 'Change 3 verdicts' }).click()
  await expect(page.getByText(/^Applied .*: 3 solutions have another verdict now/)).toBeVisible()
  await expect(page.getByText('3 are correct, 3 wrong, 0 unsure')).toBeVisible()
  await expect(page.getByText('applied, 3 verdicts changed')).toBeVisible()
})
