import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expectAnnounced, openLabellingScreen, pressKeys, signInWithoutForm } from './actions'
import { expect, test } from './fixtures'

test('an annotator labels with the focus on ratings, and the focus is never lost', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'By focus', asksProgress: true })
  await testData.solutions(project, [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])])
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await openLabellingScreen(page, project.slug)
  const findRating = (step: number, rating: string) =>
    page
      .getByRole('radiogroup', { name: `Rating of step ${step} of 3` })
      .getByRole('radio', { name: rating })

  // Undo stays focused when nothing is left to undo.
  await pressKeys(page, '3')
  const undoButton = page.getByRole('button', { name: 'Undo' }).first()
  await undoButton.press('Enter')
  await expect(undoButton).toBeDisabled()
  await expect(undoButton).toBeFocused()

  // The arrow keys move between the answers of a question, and its name stays focused when it is pressed.
  await findRating(1, 'negative').press('Space')
  const progress = page.getByRole('radiogroup', { name: 'Progress before step 1' })
  await progress.getByRole('radio').first().focus()
  await pressKeys(page, 'ArrowRight', 'Space')
  await expect(progress.getByRole('radio').nth(1)).toBeChecked()
  await expect(progress.getByRole('radio').nth(1)).toBeFocused()
  await expect(progress.locator('[tabindex="0"]')).toHaveCount(1)
  const questionName = page.getByRole('button', { name: 'Progress before step 1' })
  await questionName.press('Enter')
  await expect(questionName).toBeDisabled()
  await expect(questionName).toBeFocused()

  // Enter submits from a rating and does not press it. The next solution is announced and has the focus.
  await findRating(1, 'positive').focus()
  await pressKeys(page, 'Enter')
  await expectAnnounced(page, 'Step 1 of 3, not rated.')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('banner')).toContainText('1 done today')
  const ratings = () =>
    getDatabase().annotation.findMany({
      where: { projectId: project.id, state: 'submitted' },
      select: { ratings: true },
    })
  await expect.poll(ratings).toEqual([{ ratings: [-1] }])
})
