import { claimAndLabelSolution } from '@/lib/adjudication/testing/adjudication-project'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, testInFullRun } from './fixtures'

// Tested in every run by lib/gold/server/gold.db.test.ts and lib/gold/server/gold-stream.db.test.ts.
testInFullRun(
  'an admin accepts solutions that annotators agree on as gold, and marks, edits and removes gold',
  async ({ page, testData }) => {
    const project = await testData.project({ overlap: 2 })
    await testData.solutions(project, [
      makeProblemLine('a', [0.9], 4),
      makeProblemLine('b', [0.8], 4),
    ])
    const ann = await testData.member(project, 'annotator', 'Ann Hart')
    const ben = await testData.member(project, 'annotator', 'Ben Ito')
    for (const person of [ann, ben]) {
      await claimAndLabelSolution(project, person, [1, -1])
      await claimAndLabelSolution(project, person, [1, 1, 1, 1])
    }

    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/review`)
    await page.getByRole('link', { name: 'Gold', exact: true }).click()
    await expect(page.getByText('Gold (known answers) appears here.')).toBeVisible()
    await page.getByRole('link', { name: 'Agreed by annotators' }).click()
    const agreedTable = page.getByRole('table', { name: 'Agreed by annotators' })
    await expect(agreedTable.getByRole('row')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Accept a/0' }).check()
    await page.getByRole('button', { name: 'Accept 1 solution as gold' }).click()
    await expect(page.getByText('1 solution accepted as gold.')).toBeVisible()
    await expect(agreedTable.getByRole('row')).toHaveCount(2)

    // Two steps are correct first errors, with an explanation.
    await page.getByRole('link', { name: 'Gold', exact: true }).click()
    await page.getByRole('link', { name: 'First error at step 2 of 4 steps' }).click()
    await expect(page.getByText('Solution a/0 is gold: first error at step 2.')).toBeVisible()
    await expect(page.getByText('2 annotations select this step')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Accept step 3 as the first error' }).check()
    await page.getByLabel('Explanation').fill('The sum is wrong.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('is gold: first error at step 2 or 3.')).toBeVisible()

    // Gold can be marked from the review of an annotation.
    await page.goto(`/projects/${project.slug}/review/annotations`)
    await page.getByRole('link', { name: /^No error, Ann Hart/ }).click()
    await page.getByRole('link', { name: 'Gold page' }).click()
    await page.getByRole('checkbox', { name: 'No error' }).check()
    await page.getByRole('button', { name: 'Make gold' }).click()
    await expect(page.getByText('Solution b/0 is gold: no error.')).toBeVisible()

    // Search, then remove.
    await page.getByRole('link', { name: 'All gold' }).click()
    const goldTable = page.getByRole('table', { name: 'Gold' })
    await expect(goldTable.getByRole('row')).toHaveCount(3)
    await page.getByRole('textbox', { name: /Search problems/ }).fill('sum is wrong')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(goldTable.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: 'First error at step 2 or 3 of 4 steps' }).click()
    await page.getByRole('button', { name: 'Remove from gold' }).click()
    await expect(page.getByText('Solution a/0 is not gold.')).toBeVisible()
  },
)

// Tested in every run by lib/http/server/authorisation.db.test.ts.
testInFullRun(
  'a reviewer can read gold solutions but not change them',
  async ({ page, testData }) => {
    const project = await testData.project()
    const line = { prompt: 'Why?', completions: ['One.', 'Two.'], labels: [true, false] }
    await testData.solutions(project, [line], { labels: 'gold' })
    const reviewer = await testData.member(project, 'reviewer')
    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/gold`)
    await page.getByRole('link', { name: 'First error at step 2 of 2 steps' }).click()
    await expect(page.getByText(/^Only admins can change gold here/)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /step 2/ })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  },
)
