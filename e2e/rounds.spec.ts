import type { Locator, Page } from 'playwright/test'
import { makeProblemLine } from '@/prisma/seed/factories'
import { planRound } from '@/lib/rounds/server/commands'
import { expect, test } from './fixtures'
import { enter, expectLit, press, startAnnotation, submit } from './verbs'

const listItems = (page: Page): Locator =>
  page.getByRole('table', { name: 'Solutions as they are served' })

/** Rows of the queue, without what is opened below one. */
const listRows = (page: Page): Locator =>
  listItems(page)
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Steps of number/ }) })

const litRow = (page: Page): Locator => listItems(page).locator('tr[aria-current=true]')

const lines = [
  makeProblemLine('a', [0.9, 0.8]),
  makeProblemLine('b', [0.95]),
  makeProblemLine('c', [0.4]),
]

test('an admin previews a round, reads why this one is first, opens it, and claims follow it', async ({
  page,
  world,
  openBrowser,
}) => {
  const project = await world.project()
  await world.solutions(project, lines)
  const annotator = await world.join(project, 'annotator')
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}`)
  await page
    .getByRole('navigation', { name: 'Project' })
    .getByRole('link', { name: 'Queue' })
    .click()
  await expect(page.getByText('No round was opened yet. 4 solutions wait')).toBeVisible()
  // As imports put them, no problem has its second before every problem had its first.
  await expect(listRows(page).nth(2)).toContainText('Problem c')

  await page.getByRole('link', { name: 'Plan a round' }).click()
  const exploration = page.getByLabel('Drawn at random, per cent of the round')
  await exploration.fill('120')
  await page.getByRole('button', { name: 'Plan the round' }).click()
  await expect(exploration).toBeFocused()
  await expect(exploration).toHaveAccessibleDescription(/A number from 0 to 100/)
  await exploration.fill('0')
  await page.getByLabel('Of one problem, at most').fill('')
  await page.getByRole('button', { name: 'Plan the round' }).click()
  await expect(page.getByRole('heading', { name: 'What the round would be' })).toBeVisible()
  await expect(listRows(page)).toHaveCount(4)
  const first = listRows(page).first()
  await expect(first).toContainText('Problem b')
  await expect(first).toContainText('Convincing wrong, the only wrong one of this problem')
  await expect(first).toContainText('0.95')
  await expect(page.getByText('4 solutions that wait now and are not begun go out')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Open the round' }).click()
  await expect(page.getByRole('heading', { name: 'Round 1', level: 1 })).toBeVisible()
  await expect(page.getByText('0 are labelled and none is with somebody now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing is found yet' })).toBeVisible()
  // A row is lit; Escape is the question's.
  await expect(listRows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Close the round' }).click()
  await expect(page.getByRole('button', { name: 'Keep it open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Keep it open' })).toBeHidden()

  const own = await openBrowser()
  await enter(own, annotator)
  await startAnnotation(own, project.slug)
  for (const solution of ['b/0', 'a/0', 'a/1']) {
    await expect(own.getByText(`Step 1 of ${solution}.`)).toBeVisible()
    await expectLit(own, /^Step 1 of/)
    await press(own, '1')
    await submit(own, 'first error at step 1')
  }
  await expect(own.getByText('Step 1 of c/0.')).toBeVisible()
  await own.close()

  await page.reload()
  await expect(page.getByText('3 are labelled, and 1 is with somebody now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Too little for a line yet' })).toBeVisible()

  await world.solutions(project, [makeProblemLine('d', [0.99])])
  await page.reload()
  await expect(page.getByText('Nothing waits to be served.')).toBeVisible()

  await page.getByRole('button', { name: 'Close the round' }).click()
  await expect(page.getByRole('button', { name: 'Keep it open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Keep it open' })).toBeHidden()
  await page.getByRole('button', { name: 'Close the round' }).click()
  await page.getByRole('button', { name: 'Close round 1' }).click()
  await expect(page.getByText('Round 1 was closed on')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rounds before' })).toContainText(
    'convincing wrong answers first',
  )
})

test('the head of the queue is walked, read and mended by keys', async ({ page, world }) => {
  const project = await world.project()
  await world.solutions(project, lines)
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}/queue`)
  await expect(litRow(page)).toContainText('Problem b')
  await press(page, 'j', 'Enter')
  await expect(litRow(page)).toContainText('Problem a')
  const steps = page.getByRole('list', { name: 'Its steps' })
  await expect(steps).toContainText('Step 1 of a/0.')
  await press(page, 'j')
  await expect(steps).toContainText('Step 1 of c/0.')
  await press(page, 'k', 'Escape', 'x')
  await expect(steps).toBeHidden()
  const reason = page.getByLabel('Why it is taken out')
  await expect(reason).toBeFocused()
  await press(page, 'Enter')
  await expect(reason).toHaveAccessibleDescription(/Say why/)
  await page.keyboard.type('Its figure is missing.')
  await press(page, 'Enter')
  await expect(listRows(page)).toHaveCount(3)
  await expect(litRow(page)).toContainText('Problem c')
  const takenOut = page.getByRole('table', { name: 'Taken out' })
  await expect(takenOut).toContainText('Its figure is missing.')
  await expect(page.getByRole('link', { name: 'Taken out' })).toHaveAttribute(
    'href',
    /\/queue#taken-out$/,
  )

  await page.getByRole('button', { name: 'Put back' }).click()
  await expect(listRows(page)).toHaveCount(4)
  await expect(takenOut).toBeHidden()

  await page.getByRole('link', { name: 'All 4 open items' }).click()
  await expect(page).toHaveURL(/\/queue\/items$/)
  await expect(listRows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'every slice' }).click()
  await page.getByRole('menuitem', { name: 'The rest' }).click()
  await expect(page.getByText('Nothing is open in the slice “The rest”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show every open item' }).click()
  await expect(listRows(page)).toHaveCount(4)
})

test('a slice that gets nothing is named before a round is opened, and what was left out shows why', async ({
  page,
  world,
}) => {
  const project = await world.project()
  await world.solutions(project, lines)
  await enter(page, project.admin)
  const round = { project: project.slug }
  const { round: plan } = await planRound.execute(
    project.admin,
    planRound.contract.input.parse({
      ...round,
      policy: {
        slices: [
          { policy: 'convincing-wrong', share: 0.5 },
          { policy: 'uncertain', share: 0.5 },
        ],
        ...{ size: 30, exploration: 0 },
      },
    }),
  )
  await page.goto(`/projects/${project.slug}/queue/new?plan=${plan}`)
  await expect(page.getByText('3 of 4 solutions: 3 with a convincing wrong answer.')).toBeVisible()
  const warnings = page.getByRole('list', { name: 'Before you open it' })
  await expect(warnings).toContainText('Uncertain gets nothing: no open solution has scores of its')
  await expect(warnings).toContainText('30 solutions were asked for')
  await expect(page.getByRole('table', { name: 'Slices' })).toContainText(/Uncertain.*0\s%0/)
  await expect(page.getByText('one number for each solution, taken as it is.')).toBeVisible()

  const see = page.getByRole('button', { name: 'See examples: more of the same problem' })
  await see.click()
  await expect(page.getByRole('list', { name: 'Examples' })).toContainText(
    /answered\s*3,\s*wrong; score 0\.80;/,
  )
  // The rows come with the page, which is asked for anew once the plan is there.
  await expect(listRows(page)).toHaveCount(3)
  // What a key lights, the next key means, wherever the focus was.
  await press(page, 'Escape', 'j', 'j', 'Enter')
  await expect(litRow(page)).toContainText('Problem c')
  await expect(page.getByRole('list', { name: 'Its steps' })).toContainText('Step 1 of c/0.')
  await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
})

test('a reviewer reads the queue and changes nothing in it', async ({ page, world }) => {
  const project = await world.project()
  await world.solutions(project, lines)
  const reviewer = await world.join(project, 'reviewer')
  await enter(page, reviewer)
  await page.goto(`/projects/${project.slug}/queue`)
  await expect(litRow(page)).toContainText('Problem b')
  await press(page, 'x')
  await expect(page.getByLabel('Why it is taken out')).toBeHidden()
  await press(page, 'Enter')
  await expect(page.getByRole('list', { name: 'Its steps' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plan a round' })).toBeHidden()
  const refused = await page.goto(`/projects/${project.slug}/queue/new`)
  expect(refused!.status()).toBe(404)
})
