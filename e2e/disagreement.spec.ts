import type { Page } from 'playwright/test'
import { makeDoublyAnnotatedSolutions } from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  pressKeys,
  openLabellingScreen,
  submitWithEnter,
} from './actions'
import { expect, testInFullRun } from './fixtures'

/** Signs the person in, and presses the keys on the next solution. */
async function rateNextSolution(
  page: Page,
  project: TestProject,
  person: Person,
  ...keys: string[]
) {
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await expectCurrentRow(page, /^Step 1 of 5/)
  await pressKeys(page, ...keys)
  return page
}

// Tested in every run by lib/agreement/server/agreement-updates.db.test.ts, e2e/agreement.spec.ts and e2e/adjudication.spec.ts.
testInFullRun(
  'two clicks lead from agreement to the disputed step, and agreement is updated once it is corrected',
  async ({ openBrowser, page, testData }) => {
    const project = await testData.project({ overlap: 2 })
    // Mei and Jonas have agreed so far, on enough solutions for a measure.
    const [mei, jonas] = await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 0 })
    await testData.solutions(project, [makeProblemLine('a', [0.9], 5)])
    const reviewer = await testData.member(project, 'reviewer', 'Rae Vance')
    const meiPage = await rateNextSolution(await openBrowser(), project, mei, '3', '3', '1')
    await submitWithEnter(meiPage, 'first error at step 3')
    const jonasPage = await rateNextSolution(
      await openBrowser(),
      project,
      jonas,
      '3',
      '3',
      '3',
      '3',
      '3',
    )
    await submitWithEnter(jonasPage, 'no error found')

    // The measures show the disagreement.
    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/agreement`)
    const headline = page.getByRole('link', { name: /show disagreements$/ }).first()
    await expect(headline).toHaveText(/^95\.2%/)
    // The list below names the step.
    const topDisagreements = page.getByRole('table', { name: 'Top disagreements' })
    await expect(topDisagreements.getByRole('link', { name: 'Step 3 of 5' })).toBeVisible()
    await expect(topDisagreements).toContainText('error found by 1 of 2')
    // Names are hidden, so pairs don't link to their disagreements.
    const pairs = page.getByRole('table', { name: 'Agreement by pair' })
    await expect(pairs.getByRole('link')).toHaveCount(0)

    // Two clicks lead from the measure to the step where they disagree.
    await headline.click()
    const list = page.getByRole('table', { name: 'Disagreements', exact: true })
    await list.getByRole('link', { name: 'Step 3 of 5' }).click()
    await expectCurrentRow(page, /^Step 3 of 5, not rated/)
    await expect(page.getByText(/Mei Lin|Jonas Brandt/)).toHaveCount(0)

    // Adjudicate it, and return the annotation that missed the error.
    await pressKeys(page, '1')
    await expect(page.getByRole('button', { name: 'Adjudicate', exact: true })).toBeEnabled()
    await pressKeys(page, 'Enter')
    await expect(page.getByText('Adjudicated: first error at step 3.')).toBeVisible()
    await pressKeys(page, 'e')
    await page.getByRole('radio', { name: /Jonas Brandt/ }).click()
    await page.getByLabel('Comment for the annotator').fill('Look at step 3 again.')
    await page.getByLabel('Comment for the annotator').press('Enter')
    await expect(
      page.getByText('Returned. The annotator gets it after at most two other solutions.'),
    ).toBeVisible()

    // The page updates itself: the returned annotation no longer counts.
    await page.goto(`/projects/${project.slug}/agreement`)
    await expect(page.getByText('20 doubly annotated solutions')).toBeVisible()
    await expect(headline).toHaveText(/^100\.0%/)

    await jonasPage.goto(`/projects/${project.slug}/label`)
    await expect(jonasPage.getByRole('complementary', { name: 'Returned to you' })).toContainText(
      'Look at step 3 again.',
    )
    await pressKeys(jonasPage, 'k', 'k', 'k')
    await expectCurrentRow(jonasPage, /^Step 3 of 5, positive/)
    await pressKeys(jonasPage, '1')
    await submitWithEnter(jonasPage, 'first error at step 3')

    // The corrected annotation counts again, and nothing is left to adjudicate.
    await page.goto(`/projects/${project.slug}/agreement`)
    await expect(page.getByText('21 doubly annotated solutions')).toBeVisible()
    await expect(headline).toHaveText(/^100\.0%/)
    await expect(page.getByText('No disagreements to adjudicate.')).toBeVisible()
  },
)
