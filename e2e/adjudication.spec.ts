import type { Route } from 'playwright/test'
import { listCurrentAdjudications } from '@/lib/adjudication/server/adjudications.sql'
import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import {
  findFirstSolutionId,
  claimAndLabelSolution,
} from '@/lib/adjudication/testing/adjudication-project'
import type { Explanation } from '@/lib/annotations/content'
import { makeImportLineWithAlternatives } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  pressKeys,
  openLabellingScreen,
  submitWithEnter,
} from './actions'
import { expect, test, testInFullRun, type TestDataFactory } from './fixtures'

/** One solution, two annotators and a reviewer. */
async function makeProjectWithPeople(testData: TestDataFactory, steps = 5) {
  const project = await testData.project({ overlap: 2 })
  await testData.solutions(project, [makeProblemLine('a', [0.9], steps)])
  const ann = await testData.member(project, 'annotator', 'Ann Hart')
  const ben = await testData.member(project, 'annotator', 'Ben Ito')
  const reviewer = await testData.member(project, 'reviewer', 'Rae Vance')
  return { project, ann, ben, reviewer }
}

test('a reviewer adjudicates a disagreement, returns an annotation and accepts the correction', async ({
  openBrowser,
  page,
  testData,
}) => {
  const { project, ann, ben, reviewer } = await makeProjectWithPeople(testData)
  const annotate = async (person: Person, ...keys: string[]) => {
    const annotatorPage = await openBrowser()
    await signInWithoutForm(annotatorPage, person)
    await openLabellingScreen(annotatorPage, project.slug)
    await pressKeys(annotatorPage, ...keys)
    return annotatorPage
  }
  // Ann finds an error at step 3 and explains it. Ben finds none.
  const annPage = await annotate(ann, '3', '3', 'c')
  await annPage.keyboard.type('Divides by zero.')
  await pressKeys(annPage, 'Enter', '1')
  await submitWithEnter(annPage, 'first error at step 3')
  const benPage = await annotate(ben, '3', '3', '3', '2', '3')
  await submitWithEnter(benPage, 'no error found')

  // The reviewer opens it from the list by key, at the step where they disagree, without names.
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/review`)
  await expect(page.getByText('1 disagreement.')).toBeVisible()
  const list = page.getByRole('table', { name: 'Disagreements' })
  await expect(list).toContainText('error found by 1 of 2')
  await pressKeys(page, 'Enter')
  await expectCurrentRow(page, /^Step 3 of 5, not rated/)
  await expect(
    page.getByText('They agree on steps 1 and 2. First disagreement at step 3.'),
  ).toBeVisible()
  await expect(page.getByText('Divides by zero.')).toBeVisible()
  await expect(page.getByText(/Ann Hart|Ben Ito/)).toHaveCount(0)

  // The reviewer adjudicates by keyboard: rate, undo, adopt, undo, rate again.
  await pressKeys(page, '3', '1', 'z', 'z')
  await expectCurrentRow(page, /^Step 3 of 5, not rated/)
  await pressKeys(page, '1')
  await expect(page.getByRole('button', { name: 'Adjudicate', exact: true })).toBeEnabled()
  // Keys neither adjudicate again nor undo a rating before the refreshed page arrives.
  const refresh = Promise.withResolvers<void>()
  await page.route(/\/review\/.*_rsc=/, async (route) => {
    await refresh.promise
    await route.continue()
  })
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 3.')).toBeVisible()
  await pressKeys(page, 'Enter', 'z')
  refresh.resolve()
  await expect(page.getByText(/^[AB] · Ann Hart$/)).toBeVisible()
  await expect(page.getByText('Rae Vance adjudicated this')).toBeVisible()
  await expect(page.getByText('Adjudicated: first error at step 3.')).toBeVisible()
  await expect(page.getByText('First error at step 3. Adjudicated.')).toBeAttached()
  await pressKeys(page, 'n')
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible()
  await expect(page.getByText('No disagreements.')).toBeVisible()

  // The reviewer returns Ben's annotation with a comment.
  await page.goto(`/projects/${project.slug}/review?show=adjudicated`)
  await page.getByRole('link', { name: 'First error at step 3 of 5' }).click()
  await expect(page.getByText('Rae Vance adjudicated this')).toBeVisible()
  await pressKeys(page, 'e')
  await page.getByRole('radio', { name: /Ben Ito/ }).click()
  await page.getByLabel('Comment for the annotator').fill('Look at the division in step 3.')
  await page.getByLabel('Comment for the annotator').press('Enter')
  await expect(
    page.getByText('Returned. The annotator gets it after at most two other solutions.'),
  ).toBeVisible()

  // Ben is served it first, with the comment, and corrects it.
  await benPage.goto(`/projects/${project.slug}/mine`)
  await expect(benPage.getByText('Look at the division in step 3.')).toBeVisible()
  await benPage.goto(`/projects/${project.slug}/label`)
  await expect(benPage.getByRole('complementary', { name: 'Returned to you' })).toContainText(
    'Look at the division in step 3.',
  )
  await pressKeys(benPage, 'k', 'k', 'k')
  await expectCurrentRow(benPage, /^Step 3 of 5, positive/)
  await pressKeys(benPage, '1')
  await submitWithEnter(benPage, 'first error at step 3')

  // The reviewer compares the old and the new annotation, and accepts it.
  await page.goto(`/projects/${project.slug}/review`)
  await page.getByRole('link', { name: 'Resubmitted 1' }).click()
  await expect(page.getByRole('table', { name: 'Submitted annotations' })).toContainText('Ben Ito')
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Before no error')).toBeVisible()
  await expect(page.getByText('Now first error at step 3')).toBeVisible()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Accepted.', { exact: true })).toBeVisible()
  await page.goto(`/projects/${project.slug}/review`)
  await expect(page.getByRole('link', { name: 'Questions 1' })).toBeVisible()
})

// Tested in every run by lib/adjudication/server/adjudication.db.test.ts and lib/adjudication/adjudication-state.test.ts.
testInFullRun(
  'a reviewer keeps their ratings when someone else adjudicates the solution first, and can replace that adjudication and undo it',
  async ({ page, testData }) => {
    const { project, ann, ben, reviewer } = await makeProjectWithPeople(testData)
    await claimAndLabelSolution(project, ann, [1, 1, -1])
    await claimAndLabelSolution(project, ben, [1, 1, 0, 1, 1])
    const solution = await findFirstSolutionId(project)
    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/review/${solution}`)
    await expectCurrentRow(page, /^Step 3 of 5, not rated/)
    await pressKeys(page, '3', '3', '3')
    await adjudicateAsAdmin(project, solution)
    await pressKeys(page, 'Enter')
    await expect(page.getByText('Ada Okoro adjudicated this on').first()).toBeVisible()
    await expect(page.getByText('To replace it, adjudicate again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace adjudication' })).toBeEnabled()
    // The reviewer's ratings remain. They can replace the other adjudication, because the page displays it now.
    await pressKeys(page, 'Enter')
    await expect(page.getByText('Adjudicated: no error.')).toBeVisible()
    await expect(page.getByText('Rae Vance adjudicated this')).toBeVisible()
    await pressKeys(page, 'z')
    await expect(page.getByText('Adjudication withdrawn.')).toBeVisible()
    await expect(page.getByText(/Ann Hart|Ben Ito/)).toHaveCount(0)
    // One key adopts an annotation, and another undoes it.
    await pressKeys(page, 'a', 'z', 'b')
    await expect(page.getByRole('button', { name: 'Adjudicate', exact: true })).toBeEnabled()
  },
)

// Tested in every run by components/annotations/step-page.test.ts and system/heavy-texts.test.ts.
testInFullRun(
  'a reviewer reads a long solution page by page, and moving to a step loads its page',
  async ({ page, testData }) => {
    const { project, ann, ben, reviewer } = await makeProjectWithPeople(testData, 130)
    const positive = Array.from({ length: 130 }, () => 1 as const)
    await claimAndLabelSolution(project, ann, [...positive.slice(0, 100), -1])
    await claimAndLabelSolution(project, ben, positive)
    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/review/${await findFirstSolutionId(project)}`)
    const pages = page.getByRole('navigation', { name: 'Pages of steps' })
    await expectCurrentRow(page, /^Step 101 of 130, not rated/)
    await expect(pages).toContainText('Steps 101–130 of 130')
    await pressKeys(page, '1', 'k', 'k')
    await expectCurrentRow(page, /^Step 100 of 130, positive/)
    await expect(pages).toContainText('Steps 1–100 of 130')
    // Another page can be read without moving the current step.
    await pages.getByRole('link', { name: 'Later steps' }).click()
    await expect(page.getByRole('listitem', { name: /^Step 101 of 130, negative/ })).toBeVisible()
    // Rating keys do nothing while the current step is on another page.
    await expect(page.getByRole('button', { name: 'Negative', exact: true }).last()).toBeDisabled()
    await pressKeys(page, '1')
    await pages.getByRole('link', { name: 'Earlier steps' }).click()
    await expectCurrentRow(page, /^Step 100 of 130, positive/)
    // Changing pages keeps the ratings.
    await pressKeys(page, 'Enter')
    await expect(page.getByText('Adjudicated: first error at step 101.')).toBeVisible()
  },
)

test('the heads of both annotations stay in view in a long solution, also on a phone', async ({
  page,
  testData,
}) => {
  const { project, ann, ben, reviewer } = await makeProjectWithPeople(testData, 40)
  const positive = Array.from({ length: 40 }, () => 1 as const)
  await claimAndLabelSolution(project, ann, [...positive.slice(0, 30), -1])
  await claimAndLabelSolution(project, ben, positive)
  await signInWithoutForm(page, reviewer)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`/projects/${project.slug}/review/${await findFirstSolutionId(project)}`)
    await expectCurrentRow(page, /^Step 31 of 40, not rated/)
    await expect(page.getByText('First disagreement at step 31.')).not.toBeInViewport()
    for (const result of [/^first error at step 31( ·|$)/, /^no error( ·|$)/]) {
      const head = page.getByText(result)
      await expect(head).toBeInViewport({ ratio: 1 })
      // Nothing covers it.
      await head.click({ trial: true })
    }
  }
})

test('on a phone, a reviewer makes a solution gold while adjudicating, and can withdraw the adjudication', async ({
  page,
  testData,
}) => {
  const { project, ann, ben, reviewer } = await makeProjectWithPeople(testData, 3)
  await claimAndLabelSolution(project, ann, [1, 1, -1])
  await claimAndLabelSolution(project, ben, [1, 1, 1])
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}/review/${await findFirstSolutionId(project)}`)
  await expectCurrentRow(page, /^Step 3 of 3, not rated/)
  await page.getByRole('checkbox', { name: 'Make gold' }).check()
  await page.getByRole('button', { name: 'Negative', exact: true }).last().click()
  await page.getByRole('button', { name: 'Adjudicate', exact: true }).click()
  await expect(
    page.getByText('Adjudicated: first error at step 3. The solution is gold.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw adjudication' }).click()
  await expect(page.getByText(/^Adjudication withdrawn\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adjudicate', exact: true })).toBeVisible()
})

test('a reviewer who marks an error rates its options, explains it and rates the progress by keyboard', async ({
  page,
  testData,
}) => {
  const { solution, project, reviewer } = await makeErrorDispute(testData)
  const path = `/projects/${project.slug}/review/${solution}`
  await signInWithoutForm(page, reviewer)
  // The first request for the options is lost.
  const fail = (route: Route) => route.abort('internetdisconnected')
  await page.route('**/options?*', fail, { times: 1 })
  await page.goto(path)
  await expectCurrentRow(page, /^Step 2 of 3, not rated/)
  const options = page.getByRole('region', { name: 'Other options at step 2' })
  await expect(options).toHaveCount(0)
  await pressKeys(page, '1')
  await expect(page.getByText('No connection. If step 2 has other options')).toBeVisible()
  await expectCurrentRow(page, /^Option 2a, not rated/)
  await expect(options).toContainText('Another way')
  await pressKeys(page, '1', '3')

  // The unfinished adjudication and its answers survive a reload.
  const button = page.getByRole('button', { name: 'Adjudicate', exact: true })
  const incompleteButton = page.getByRole('button', {
    name: 'Adjudicate (missing: explanation, progress)',
    exact: true,
  })
  await expect(incompleteButton).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expectCurrentRow(page, /^Explanation/)
  await expect(options.getByRole('listitem', { name: /^Option 2a, negative/ })).toBeVisible()
  await pressKeys(page, 'w')
  await page.keyboard.type('It says 3.')
  await pressKeys(page, 'Enter')
  await expectCurrentRow(page, /^Progress before step 2/)
  await pressKeys(page, '3')
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 2.')).toBeVisible()
  const [storedAdjudication] = await listCurrentAdjudications(getDatabase(), project.id, [solution])
  expect(storedAdjudication).toMatchObject({
    ratings: [1, -1],
    optionRatings: [-1, 1],
    explanation: 'It says 3.',
    explanationOption: null,
    progress: 'most',
  })

  // The page shows the stored answers. One key adopts the ratings and answers of an annotation.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Adjudicated', exact: true })).toBeVisible()
  const answers = page.getByRole('region', { name: 'Explanation' })
  await expect(answers).toContainText('It says 3.')
  await pressKeys(page, 'z')
  await expect(page.getByText('Adjudication withdrawn.')).toBeVisible()
  const call = { project: project.slug, solution }
  const { annotations } = await compareAnnotations.execute(project.admin, call)
  await pressKeys(page, annotations[0]?.error === null ? 'b' : 'a')
  await expect(answers).toContainText('It skips a case.')
  await pressKeys(page, 'w')
  await expect(page.getByLabel('Write your own')).toHaveValue('It skips a case.')
  await pressKeys(page, 'Escape')
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 2.')).toBeVisible()
  const [adoptedAdjudication] = await listCurrentAdjudications(getDatabase(), project.id, [
    solution,
  ])
  expect(adoptedAdjudication).toMatchObject({
    ratings: [1, -1],
    optionRatings: [1, 0],
    progress: 'some',
    explanation: 'It skips a case.',
    explanationOption: null,
  })
})

test('keyboard shortcuts work again after the server refuses to load the options of an error', async ({
  page,
  testData,
}) => {
  const { solution, project, reviewer } = await makeErrorDispute(testData)
  await signInWithoutForm(page, reviewer)
  await page.route('**/options?*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', detail: 'Solution not found.' } }),
  )
  await page.goto(`/projects/${project.slug}/review/${solution}`)
  await pressKeys(page, '1')
  await expect(page.getByText('Solution not found.')).toBeVisible()
  await pressKeys(page, 'k')
  await expectCurrentRow(page, /^Step 2 of 3, negative/)
})

// Tested in every run by lib/adjudication/adjudication-state.test.ts.
testInFullRun(
  'an explanation that a reviewer adopts before the options load is not marked as unsaved',
  async ({ page, testData }) => {
    const { solution, project, reviewer } = await makeErrorDispute(testData, { option: 0 })
    await signInWithoutForm(page, reviewer)
    const loading = Promise.withResolvers<void>()
    await page.route('**/options?*', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.goto(`/projects/${project.slug}/review/${solution}`)
    const call = { project: project.slug, solution }
    const { annotations } = await compareAnnotations.execute(project.admin, call)
    await pressKeys(page, annotations[0]?.error === null ? 'b' : 'a')
    loading.resolve()
    const answers = page.getByRole('region', { name: 'Explanation' })
    await expect(answers.getByRole('radio', { name: /The sum is wrong/ })).toBeChecked()
    await expect(answers).not.toContainText('Draft:')
  },
)

/** Ann rates the second of three steps negative and answers the questions. Ben finds no error. */
async function makeErrorDispute(
  testData: TestDataFactory,
  explanation: Explanation = { option: null, text: 'It skips a case.' },
) {
  const project = await testData.project({ overlap: 2, asksExplanation: true, asksProgress: true })
  await testData.solutions(project, [makeImportLineWithAlternatives()])
  const ann = await testData.member(project, 'annotator', 'Ann Hart')
  const ben = await testData.member(project, 'annotator', 'Ben Ito')
  const reviewer = await testData.member(project, 'reviewer', 'Rae Vance')
  await claimAndLabelSolution(project, ann, [1, -1], {
    content: {
      options: { 1: [1, 0] },
      progress: 'some',
      explanation,
    },
  })
  await claimAndLabelSolution(project, ben, [1, 1, 1])
  return { solution: await findFirstSolutionId(project), project, reviewer }
}

/** Adjudicates the solution as the project's admin. */
async function adjudicateAsAdmin({ slug, admin }: TestProject, solution: string): Promise<void> {
  const params = { project: slug, solution }
  const { annotations } = await compareAnnotations.execute(admin, params)
  const input = {
    ...params,
    revision: 1,
    ratings: [-1],
    expected: {
      annotations: annotations.map(({ annotation, version }) => ({ annotation, version })),
      adjudication: null,
    },
  }
  await adjudicateSolution.execute(admin, adjudicateSolution.contract.input.parse(input))
}
