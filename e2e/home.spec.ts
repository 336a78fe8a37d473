import { label } from '@/lib/review/testing/disputed-project'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'
import { enter } from './verbs'

test('the home of a project says what happens in it, and leads to what waits', async ({
  page,
  world,
}) => {
  const project = await world.project({ overlap: 2 })
  await world.solutions(project, [makeProblemLine('a', [0.9], 4), makeProblemLine('b', [0.8], 4)])
  const ann = await world.join(project, 'annotator', 'Ann Hart')
  const ben = await world.join(project, 'annotator', 'Ben Ito')
  await label(project, ann, [1, -1])
  await label(project, ben, [1, 0, -1])

  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}`)
  const figure = page.getByRole('figure', { name: 'Labels a day' })
  await expect(figure).toContainText('2 annotations, 40.0 errors per 100 steps read')
  await expect(figure.getByRole('table').getByRole('row').last()).toContainText(/2 2 1 2$|2212$/)
  await expect(page.getByRole('figure', { name: 'Where the first error stands' })).toContainText(
    '2 annotations with an error',
  )
  const people = page.getByRole('table', { name: 'Who is working' })
  await expect(
    people.getByRole('row', { name: /^Ann Hart last at \d\d:\d\d UTC 1 / }),
  ).toBeVisible()
  await expect(people.getByRole('row')).toHaveCount(3)
  await page
    .getByRole('region', { name: 'Waits for you' })
    .getByRole('link', { name: '1 disagreement to rule on' })
    .click()
  await expect(page).toHaveURL(/\/review$/)

  // Who labels sees their own, and nobody else's.
  await page.context().clearCookies()
  await enter(page, ann)
  await page.goto(`/projects/${project.slug}`)
  await expect(page.getByText('You labelled 1 solution.')).toBeVisible()
  await expect(page.getByText('Ben Ito')).toHaveCount(0)
  await expect(page.getByRole('figure', { name: 'Labels a day' })).toHaveCount(0)
})
