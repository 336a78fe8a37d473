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
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLabellingScreen(page, project.slug)
  const addNote = async (key: string, text: string) => {
    await pressKeys(page, key)
    await page.keyboard.type(text)
    await pressKeys(page, 'Enter')
    await expectSaved(page)
  }
  await addNote('u', 'Is that so?')
  await addNote('c', 'A comment that is longer than the margin is wide, and goes on.')
  await pressKeys(page, '3')
  await expectCurrentRow(page, /^Step 2 of 3/)
  await addNote('u', 'And this?')
  await addNote('c', 'Another comment that is longer than the margin is wide.')
  await pressKeys(page, '1')
  await expect(page.getByText('First error.', { exact: true })).toBeVisible()

  const noteTexts = page.locator('main aside p').filter({ visible: true })
  const boxes = await noteTexts.evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const { top, bottom, left, right } = paragraph.getBoundingClientRect()
      return { top, bottom, left, right, text: paragraph.textContent }
    }),
  )
  expect(boxes.length).toBeGreaterThanOrEqual(9)
  const overlaps = boxes.flatMap((box, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (laterBox) =>
          Math.min(box.bottom, laterBox.bottom) - Math.max(box.top, laterBox.top) > 1 &&
          Math.min(box.right, laterBox.right) - Math.max(box.left, laterBox.left) > 1,
      )
      .map((laterBox) => `${box.text} and ${laterBox.text}`),
  )
  expect(overlaps).toEqual([])
})

test('marking the first error moves neither the steps nor the notes in the margin', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ asksExplanation: true })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLabellingScreen(page, project.slug)
  // In the order of the page, without the mark of the error.
  const readTops = () =>
    page
      .locator('main li[aria-label^="Step"], main aside p:not(:has-text("First error."))')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top))
  const expectUnmoved = async () => {
    const tops = await readTops()
    await pressKeys(page, '1')
    await expect(page.getByText('First error.', { exact: true })).toBeVisible()
    // The steps after the error are hidden.
    const newTops = await readTops()
    expect(newTops).toEqual(tops.slice(0, newTops.length))
    expect(newTops.length).toBeGreaterThan(1)
    await pressKeys(page, 'z')
    await expect(page.getByText('First error.', { exact: true })).toBeHidden()
    await expectCurrentRow(page, /^Step \d of 3, not rated/)
  }
  for (const key of ['u', 'c']) {
    await pressKeys(page, key)
    await page.keyboard.type('A note that is longer than the margin is wide, and goes on and on.')
    await pressKeys(page, 'Enter')
    await expectSaved(page)
    await expectUnmoved()
  }
  await pressKeys(page, '3')
  await expectUnmoved()
})

test('on a phone the submit button names what is missing until the annotation is complete', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ asksExplanation: true, asksProgress: true, errorTags })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await page.setViewportSize({ width: 390, height: 844 })
  await openLabellingScreen(page, project.slug)
  const submitButton = page.getByRole('button', { name: /^Submit/ })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Negative' }).click()
  await expect(submitButton).toBeHidden()
  // Leave the explanation for later.
  await pressKeys(page, 'j', '2', 'j', 'j')
  await expect(submitButton).toHaveAccessibleName('Submit (missing: explanation)')
  await expect(submitButton).toHaveAttribute('aria-disabled', 'true')
  await pressKeys(page, 'k', 'k', 'w')
  await page.keyboard.type('A wrong sum.')
  await pressKeys(page, 'Enter')
  await expect(submitButton).toHaveAccessibleName('Submit')
  await submitButton.click()
  await expect(page.getByRole('banner').getByText('submitted, first error at step 1')).toBeVisible()
})
