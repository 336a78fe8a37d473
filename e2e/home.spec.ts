import { claimAndLabelSolution } from '@/lib/adjudication/testing/adjudication-project'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { downloadPlot } from './download-plot'
import { expect, test } from './fixtures'

test('the project home page shows progress, active people and a to-do list', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ overlap: 2 })
  await testData.solutions(project, [
    makeProblemLine('a', [0.9], 4),
    makeProblemLine('b', [0.8], 4),
  ])
  const ann = await testData.member(project, 'annotator', 'Ann Hart')
  const ben = await testData.member(project, 'annotator', 'Ben Ito')
  await claimAndLabelSolution(project, ann, [1, -1])
  await claimAndLabelSolution(project, ben, [1, 0, -1])

  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}`)
  const figure = page.getByRole('figure', { name: 'Ratings per day' })
  await expect(figure).toContainText('2 annotations · 40.0 errors per 100 steps')
  await expect(figure.getByRole('table').getByRole('row').last()).toContainText(/2 2 1 2$|2212$/)
  await expect(page.getByRole('figure', { name: 'First error by step' })).toContainText(
    '2 annotations with an error',
  )
  const plot = await downloadPlot(page, 'Ratings per day')
  expect(plot.fileNames[1]).toBe(`${project.slug}-ratings-per-day.png`)
  expect(plot.texts).toEqual(expect.arrayContaining(['Negative', '40%']))
  const people = page.getByRole('table', { name: 'Active now' })
  await expect(
    people.getByRole('row', { name: /^Ann Hart Last at \d\d:\d\d UTC 1 / }),
  ).toBeVisible()
  await expect(people.getByRole('row')).toHaveCount(3)
  // The computation of agreement starts on its own.
  await expect(page.getByRole('region', { name: 'Agreement' })).toContainText('n = 1 (needs 20)')
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: '1 Disagreement' })
    .click()
  await expect(page).toHaveURL(/\/review$/)

  // Once the queue is empty, an admin plans a round.
  await page.goto(`/projects/${project.slug}`)
  await expect(page.getByRole('link', { name: 'Label' }).last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plan round' })).toHaveCount(0)
  await claimAndLabelSolution(project, ann, [1, 1, 1, 1])
  await claimAndLabelSolution(project, ben, [1, 1, 1, 1])
  await page.reload()
  await page.getByRole('link', { name: 'Plan round' }).click()
  await expect(page).toHaveURL(/\/queue\/new$/)

  // Annotators see only their own work.
  await page.context().clearCookies()
  await signInWithoutForm(page, ann)
  await page.goto(`/projects/${project.slug}`)
  await expect(page.getByText('You labelled 2 solutions · 2 today')).toBeVisible()
  await expect(page.getByText('Ben Ito')).toHaveCount(0)
  await expect(page.getByRole('figure', { name: 'Ratings per day' })).toHaveCount(0)
})
