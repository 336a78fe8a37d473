import type { Page } from 'playwright/test'
import { maxStepsPerPage } from '@/lib/annotations/step-page'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  expectCurrentRow,
  findCurrentRow,
  signInWithoutForm,
  pressKeys,
  openLabellingScreen,
  submitWithEnter,
} from './actions'
import { expectAccessible } from './expect-accessible'
import { expect, test, testInFullRun, type TestDataFactory } from './fixtures'

/** Several pages of steps. */
const stepCount = isFullTestRun ? 420 : 160
const errorStep = isFullTestRun ? 300 : 100
const pagesPerSolution = Math.ceil(stepCount / maxStepsPerPage)
/** Several screens of steps, but far from all. */
const maxRenderedSteps = 120

async function openLongSolution(testData: TestDataFactory, page: Page, name: string) {
  const project = await testData.project({ name })
  await testData.solutions(project, [
    makeProblemLine('p1', [0.9], stepCount),
    makeProblemLine('p2', [0.8], stepCount),
  ])
  const annotator = await testData.member(project, 'annotator')
  await signInWithoutForm(page, annotator)
  await openLabellingScreen(page, project.slug)
  return project
}

const findSteps = (page: Page) =>
  page.getByRole('main').getByRole('listitem', { name: new RegExp(`^Step \\d+ of ${stepCount}`) })

const readSubmittedRatings = async (projectId: string) => {
  const where = { projectId, state: 'submitted' } as const
  const annotations = await getDatabase().annotation.findMany({ where, select: { ratings: true } })
  return annotations.map(({ ratings }) => ratings)
}

async function rateAll(page: Page): Promise<void> {
  for (let step = 0; step < stepCount; step += 1) await page.keyboard.press('3')
}

test('an annotator rates a long solution by keyboard to its last step, then goes back and marks an error', async ({
  testData,
  page,
}) => {
  test.setTimeout(180_000)
  const project = await openLongSolution(testData, page, 'Long by keyboard')
  expect(await findSteps(page).count()).toBeLessThan(maxRenderedSteps)
  await expect(findSteps(page).first()).toHaveAttribute('aria-setsize', String(stepCount))
  await expectAccessible(page, 'long solution')

  await rateAll(page)
  await pressKeys(page, 'k')
  await expectCurrentRow(page, new RegExp(`^Step ${stepCount} of ${stepCount}, positive`))
  await expect(findCurrentRow(page)).toBeInViewport()
  await expect(findCurrentRow(page)).toHaveAttribute('aria-posinset', String(stepCount))
  expect(await findSteps(page).count()).toBeLessThan(maxRenderedSteps)

  // Scrolling does not change the current step, and the next key scrolls back to it.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const firstStep = findSteps(page).first()
  await expect(firstStep).toHaveAccessibleName(new RegExp(`^Step 1 of ${stepCount}, positive`))
  await expect(firstStep).toBeInViewport()
  await pressKeys(page, 'k')
  await expectCurrentRow(page, new RegExp(`^Step ${stepCount - 1} of ${stepCount}`))
  await expect(findCurrentRow(page)).toBeInViewport()

  for (let step = stepCount - 1; step > errorStep; step -= 1) await page.keyboard.press('k')
  await expectCurrentRow(page, new RegExp(`^Step ${errorStep} of ${stepCount}`))
  await expect(findCurrentRow(page)).toBeInViewport()
  await pressKeys(page, '1')
  await expect(page.getByText('First error.', { exact: true })).toBeInViewport()
  await submitWithEnter(page, `first error at step ${errorStep}`)
  expect(await readSubmittedRatings(project.id)).toEqual([[...Array(errorStep - 1).fill(1), -1]])
})

// Tested in every run by components/annotations/row-window.test.ts.
testInFullRun(
  'every step of a long solution is rendered when it is scrolled into view',
  async ({ testData, page }) => {
    await openLongSolution(testData, page, 'Long')
    const visited = new Set<string>()
    let isAtEnd = false
    while (!isAtEnd) {
      const visibleSteps = await page.evaluate(() =>
        [...document.querySelectorAll('main ol > li[data-row]')]
          .filter((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return bottom > 0 && top < innerHeight
          })
          .map((row) => row.getAttribute('aria-posinset')!),
      )
      for (const step of visibleSteps) visited.add(step)
      isAtEnd = await page.evaluate(() => {
        const { scrollTop, scrollHeight } = document.documentElement
        if (scrollTop + innerHeight >= scrollHeight - 1) return true
        scrollBy({ top: innerHeight / 2, behavior: 'instant' })
        return new Promise<boolean>((resolve) => requestAnimationFrame(() => resolve(false)))
      })
    }
    expect(visited.size).toBe(stepCount)
  },
)

// Tested in every run by lib/client/step-loader.test.ts, and e2e/offline.spec.ts with short solutions.
testInFullRun(
  'two long solutions are rated offline, and submitted when the connection returns',
  async ({ testData, page }) => {
    test.setTimeout(180_000)
    let loadedPages = 0
    page.on('response', (response) => {
      if (response.ok() && response.url().includes('/steps?')) loadedPages += 1
    })
    const project = await openLongSolution(testData, page, 'Long offline')
    // The next solution is prefetched at the first rating. The first page of each comes with the solution.
    await pressKeys(page, '3', 'z')
    await expect.poll(() => loadedPages).toBe(2 * (pagesPerSolution - 1))
    await page.context().setOffline(true)
    for (let solution = 0; solution < 2; solution += 1) {
      await expectCurrentRow(page, new RegExp(`^Step 1 of ${stepCount}`))
      await rateAll(page)
      await pressKeys(page, 'Enter')
    }
    await page.context().setOffline(false)
    const allPositive = Array(stepCount).fill(1)
    await expect.poll(() => readSubmittedRatings(project.id)).toEqual([allPositive, allPositive])
  },
)
