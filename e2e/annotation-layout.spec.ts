import { makeProblemLine } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  expectSaved,
  pressKeys,
  openLabellingScreen,
} from './actions'
import { expect, test } from './fixtures'

const errorTags = [{ tag: 'arithmetic', label: 'Arithmetic slip' }]

test('margin notes of neighbouring steps do not overlap', async ({ page, testData }) => {
  const project = await testData.project({ asksExplanation: true })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  await signInWithoutForm(page, await testData.join(project, 'annotator'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLabellingScreen(page, project.slug)
  const note = async (key: string, text: string) => {
    await pressKeys(page, key)
    await page.keyboard.type(text)
    await pressKeys(page, 'Enter')
    await expectSaved(page)
  }
  await note('u', 'Is that so?')
  await note('c', 'A comment that is longer than the margin is wide, and goes on.')
  await pressKeys(page, '3')
  await expectCurrentRow(page, /^Step 2 of 3/)
  await note('u', 'And this?')
  await note('c', 'Another comment that is longer than the margin is wide.')
  await pressKeys(page, '1')
  await expect(page.getByText('First error.', { exact: true })).toBeVisible()

  const text = page.locator('main aside p').filter({ visible: true })
  const boxes = await text.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom, left, right } = each.getBoundingClientRect()
      return { top, bottom, left, right, text: each.textContent }
    }),
  )
  expect(boxes.length).toBeGreaterThanOrEqual(9)
  const covered = boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1 &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1,
      )
      .map((other) => `${one.text} and ${other.text}`),
  )
  expect(covered).toEqual([])
})

test('on a phone the submit button names what is missing until the annotation is complete', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ asksExplanation: true, asksProgress: true, errorTags })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  await signInWithoutForm(page, await testData.join(project, 'annotator'))
  await page.setViewportSize({ width: 390, height: 844 })
  await openLabellingScreen(page, project.slug)
  const submit = page.getByRole('button', { name: /^Submit/ })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Negative' }).click()
  await expect(submit).toBeHidden()
  // Leave the explanation for later.
  await pressKeys(page, 'j', '2', 'j', 'j')
  await expect(submit).toHaveAccessibleName('Submit (missing: explanation)')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await pressKeys(page, 'k', 'k', 'w')
  await page.keyboard.type('A wrong sum.')
  await pressKeys(page, 'Enter')
  await expect(submit).toHaveAccessibleName('Submit')
  await submit.click()
  await expect(page.getByRole('banner').getByText('Submitted, first error at step 1')).toBeVisible()
})
