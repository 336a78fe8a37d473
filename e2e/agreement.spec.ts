import type { Person } from '@/lib/auth/actor'
import { joinProject } from '@/prisma/seed/factories'
import { makeTwiceLabelled, serveAll, tell } from '@/lib/review/testing/twice-labelled'
import { expect, test } from './fixtures'
import { enter, press } from './verbs'

test('how well people agree, in numbers that are right; a filter changes them and the address', async ({
  page,
  world,
}) => {
  const project = await world.project({})
  const people = await makeTwiceLabelled(project, { count: 20, apart: 5 })
  await serveAll(project, 'random')
  // What was chosen for a reason is agreed on, and does not count as long as there is enough at random.
  await makeTwiceLabelled(project, { count: 20, apart: 0, name: 'q' }, people)
  const reviewer = await world.join(project, 'reviewer')
  await enter(page, reviewer)
  await page.goto(`/projects/${project.slug}`)
  const area = page.getByRole('navigation', { name: 'Project' })
  await area.getByRole('link', { name: 'Review' }).click()
  const pages = page.getByRole('navigation', { name: 'Review' })
  await pages.getByRole('link', { name: 'Agreement' }).click()

  // It begins by itself.
  const headline = page.getByRole('link', { name: /to the disagreements$/ })
  await expect(headline.first()).toHaveText(/^75\.0 %\[\d\d\.\d, \d\d\.\d\]/)
  await expect(page.getByText(/in 75\.0 % \[.*\] of cases\. Where they part/)).toBeVisible()
  await expect(page.getByText('20 solutions labelled twice, of 20 problems')).toBeVisible()
  await expect(page.getByText(/that rounds drew at random/)).toBeVisible()
  const matrix = page.getByRole('table', { name: 'Which ratings are mistaken for which' })
  await expect(matrix.getByRole('row', { name: /^negative 7/ })).toContainText('70 %7')
  await expect(matrix.getByRole('link', { name: '30 % 3' })).toHaveAttribute(
    'href',
    `/projects/${project.slug}/review?kind=negative`,
  )
  await expect(page.getByRole('table', { name: 'Pair by pair' })).toContainText('75n 20')
  await expect(
    page.getByRole('table', { name: /^Same first error or both none, by week/ }),
  ).toContainText('75.0 % [')
  await expect(headline.first()).toHaveAttribute('href', `/projects/${project.slug}/review`)

  // The menus work by keyboard, and what they choose stands in the address.
  await page.getByRole('button', { name: 'solutions drawn at random' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'solutions drawn at random' })).toBeFocused()
  await press(page, 'ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\?sample=all$/)
  await expect(headline.first()).toHaveText(/^87\.5 %/)
  await expect(page.getByText('40 solutions labelled twice')).toBeVisible()

  // Under 20 there is no number, but what is missing.
  await page.getByText('Choose days').click()
  await page.getByLabel('Before this day').fill('2026-03-05')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/sample=all&from=&until=2026-03-05$/)
  await expect(page.getByText('No solution of this choice has two annotations')).toBeVisible()
  await page.getByRole('link', { name: 'Show every label' }).click()
  await expect(headline.first()).toHaveText(/^75\.0 %/)
})

test('people are ticked in a menu; what came since is counted, and taken at a press', async ({
  page,
  world,
}) => {
  const project = await world.project({ hidesLabelers: false })
  const [one, other] = await makeTwiceLabelled(project, { count: 20, apart: 0 })
  const third = await joinProject(project, 'annotator', { name: 'Priya Nair' })
  for (const i of [0, 1]) await tell(project, `p${i}/0`, third, [1, 1, 1])
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}/agreement`)
  const headline = page.getByRole('link', { name: /to the disagreements$/ })
  await expect(headline.first()).toHaveText(/^9\d\.\d %/)

  // Where names are shown, two people lead to what they part over, and to nothing else.
  const pairs = page.getByRole('table', { name: 'Pair by pair' })
  await expect(page.getByRole('table', { name: /^Disagreements, most/ })).toContainText('Mei Lin')
  const cell = pairs.getByRole('link', { name: '100 n 20' })
  await expect(cell).toHaveAttribute('href', addressPair(project.slug, one, other))
  await cell.click()
  await expect(page.getByText('No annotations part like this.')).toBeVisible()
  await page.goBack()
  await expect(headline.first()).toBeVisible()

  await page.getByRole('button', { name: 'everybody' }).click()
  for (const name of ['Mei Lin', 'Priya Nair'])
    await page.getByRole('menuitemcheckbox', { name }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/person=.*&person=/)
  await expect(
    page.getByRole('button', { name: /Mei Lin and Priya Nair|Priya Nair and Mei Lin/ }),
  ).toBeVisible()
  await expect(
    page.getByText(
      /^2 solutions are labelled by two people; 20 are needed\. 18 solutions have one/,
    ),
  ).toBeVisible()
  await expect(headline).toHaveCount(0)

  const submittedAt = new Date(Date.now() + 1_000).toISOString()
  for (const i of [2, 3, 4]) await tell(project, `p${i}/0`, third, [1, 1, 1], { submittedAt })
  await page.reload()
  await expect(page.getByText('3 annotations have come since.')).toBeVisible()
  await page.getByRole('button', { name: 'Compute again' }).click()
  await expect(
    page.getByText(
      /^5 solutions are labelled by two people; 20 are needed\. 15 solutions have one/,
    ),
  ).toBeVisible()
  expect(one.name).toBe('Mei Lin')
})

test('an empty project says what to do next; files go out', async ({ page, world }) => {
  const project = await world.project({})
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}/agreement`)
  await expect(page.getByRole('heading', { name: 'Two people for a solution' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0)
  await makeTwiceLabelled(project, { count: 1, apart: 0 })
  await page.reload()
  await page.getByRole('button', { name: 'Compute again' }).click()
  const csv = page.getByRole('link', { name: 'CSV' })
  await expect(csv).toBeVisible()
  const download = page.waitForEvent('download')
  await csv.click()
  expect((await download).suggestedFilename()).toMatch(/-agreement-[0-9a-f]{8}\.csv$/)
})

/** In whichever order they stand: by account. */
function addressPair(slug: string, ...people: readonly Pick<Person, 'userId'>[]): string {
  const [person, other] = people.map(({ userId }) => userId).toSorted()
  return `/projects/${slug}/review?person=${person}&other=${other}`
}
