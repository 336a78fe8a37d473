import { claimAndLabelSolution } from '@/lib/adjudication/testing/adjudication-project'
import type { Rating } from '@/lib/formats/record'
import { returnAnnotation } from '@/lib/reviews/server/commands'
import { getAnnotation } from '@/lib/reviews/server/queries'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expectCurrentRow, signInWithoutForm, pressKeys, submitWithEnter } from './actions'
import { expect, test } from './fixtures'

const errorTags = [{ tag: 'arithmetic', label: 'Arithmetic slip' }]

test('returned work opens at the comment of the reviewer, and Enter submits it after a menu was opened by pointer', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ errorTags })
  await testData.solutions(project, [makeProblemLine('a', [0.9], 20)])
  const person = await testData.member(project, 'annotator')
  const reviewer = await testData.member(project, 'reviewer')
  const ratings = [...Array.from({ length: 18 }, (): Rating => 1), -1 as const]
  const annotation = await claimAndLabelSolution(project, person, ratings)
  const input = { project: project.slug, annotation }
  const { version } = await getAnnotation.execute(reviewer, input)
  await returnAnnotation.execute(reviewer, {
    ...input,
    version,
    note: 'Look at step 3 again.',
  })
  await signInWithoutForm(page, person)
  await page.goto(`/projects/${project.slug}`)
  await page.getByRole('link', { name: '1 returned annotation to redo' }).click()
  await expect(page.getByRole('heading', { name: 'Returned to you' })).toBeVisible()
  await page.getByRole('link', { name: 'Label again' }).click()

  // The current row is far below the comment.
  const errorTypes = page.getByRole('region', { name: 'Error types' })
  await expect(errorTypes).toHaveAttribute('aria-current', 'step')
  await expect(page.getByText('Look at step 3 again.')).toBeInViewport()
  await expect(errorTypes).not.toBeInViewport()
  await pressKeys(page, 'k')
  await expectCurrentRow(page, /^Step 19 of 20, negative/)
  await expect(page.getByRole('listitem', { name: /^Step 19 of 20/ })).toBeInViewport()
  await pressKeys(page, 'j')

  const moreButton = page.getByRole('button', { name: 'More', exact: true })
  const menu = page.getByRole('menu')
  // The first press also loads the menu.
  await moreButton.click()
  await expect(menu).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(menu).toBeHidden()
  await expect(moreButton).not.toBeFocused()
  // Opened by keyboard, it returns the focus.
  await moreButton.press('Enter')
  await expect(menu).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(moreButton).toBeFocused()
  await moreButton.click()
  await expect(menu).toBeVisible()
  await pressKeys(page, 'Escape')
  await expect(menu).toBeHidden()
  await expect(moreButton).not.toBeFocused()
  await submitWithEnter(page, 'first error at step 19')
})
