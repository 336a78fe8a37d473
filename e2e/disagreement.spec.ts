import type { Page } from 'playwright/test'
import type { Person } from '@/lib/auth/actor'
import { makeTwiceLabelled } from '@/lib/review/testing/twice-labelled'
import { makeProblemLine, type MadeProject } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'
import { enter, expectLit, press, startAnnotation, submit } from './verbs'

/** Somebody's own browser, with the next solution rated. */
async function rate(page: Page, project: MadeProject, person: Person, ...keys: string[]) {
  await enter(page, person)
  await startAnnotation(page, project.slug)
  await expectLit(page, /^Step 1 of 5/)
  await press(page, ...keys)
  return page
}

test('two people disagree: from the number it is two clicks to the step, and what is ruled on and corrected shows in it', async ({
  openBrowser,
  page,
  world,
}) => {
  const project = await world.project({ overlap: 2 })
  // They have agreed so far, often enough for a number.
  const [mei, jonas] = await makeTwiceLabelled(project, { count: 20, apart: 0 })
  await world.solutions(project, [makeProblemLine('a', [0.9], 5)])
  const reviewer = await world.join(project, 'reviewer', 'Rae Vance')
  const ofMei = await rate(await openBrowser(), project, mei, '3', '3', '1')
  await submit(ofMei, 'first error at step 3')
  const ofJonas = await rate(await openBrowser(), project, jonas, '3', '3', '3', '3', '3')
  await submit(ofJonas, 'no error found')

  // The reviewer sees it in the numbers.
  await enter(page, reviewer)
  await page.goto(`/projects/${project.slug}/agreement`)
  const headline = page.getByRole('link', { name: /to the disagreements$/ }).first()
  await expect(headline).toHaveText(/^95\.2 %/)
  // It stands below them, and a key would open it.
  const parted = page.getByRole('table', { name: 'Disagreements, most worth adjudicating first' })
  await expect(parted.getByRole('link', { name: 'Step 3 of 5' })).toBeVisible()
  await expect(parted).toContainText('one found an error, the other none')
  await expect(page.getByText('disagreements are not listed by pair')).toBeVisible()

  // From the number to the two annotations, at the step where they part: two clicks.
  await headline.click()
  const list = page.getByRole('table', { name: 'Disagreements', exact: true })
  await list.getByRole('link', { name: 'Step 3 of 5' }).click()
  await expectLit(page, /^Step 3 of 5, not rated/)
  await expect(page.getByText(/Mei Lin|Jonas Brandt/)).toHaveCount(0)

  // It is ruled on, and who overlooked the error has it back.
  await press(page, '1')
  await expect(page.getByRole('button', { name: 'Adjudicate', exact: true })).toBeEnabled()
  await press(page, 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 3.')).toBeVisible()
  await press(page, 'e')
  await page.getByRole('radio', { name: /Jonas Brandt/ }).click()
  await page.getByLabel('What its annotator is told').fill('Look at step 3 again.')
  await page.getByLabel('What its annotator is told').press('Enter')
  await expect(
    page.getByText('Sent back. Its annotator gets it before anything else.'),
  ).toBeVisible()

  // What is with its annotator again is counted by the number no more, and the number says so.
  await page.goto(`/projects/${project.slug}/agreement`)
  await expect(
    page.getByText('1 annotation that it counts was sent back or opened again since.'),
  ).toBeVisible()

  await ofJonas.goto(`/projects/${project.slug}/label`)
  await expect(ofJonas.getByRole('complementary', { name: 'Returned to you' })).toContainText(
    'Look at step 3 again.',
  )
  await press(ofJonas, 'k', 'k', 'k')
  await expectLit(ofJonas, /^Step 3 of 5, positive/)
  await press(ofJonas, '1')
  await submit(ofJonas, 'first error at step 3')

  // The number says so too, and nothing waits for a ruling.
  await page.goto(`/projects/${project.slug}/agreement`)
  await expect(page.getByText('1 annotation has come since.')).toBeVisible()
  await page.getByRole('button', { name: 'Compute again' }).click()
  await expect(headline).toHaveText(/^100\.0 %/)
  await expect(page.getByText('No two annotations part, or all are ruled on.')).toBeVisible()
})
