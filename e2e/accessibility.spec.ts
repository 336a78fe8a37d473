import { randomUUID } from 'node:crypto'
import {
  findFirstSolutionId,
  claimAndLabelSolution,
} from '@/lib/adjudication/testing/adjudication-project'
import { makeDoublyAnnotatedSolutions } from '@/lib/agreement/testing/doubly-annotated'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { askQuestion } from '@/lib/questions/server/commands'
import { beginScoreImport } from '@/lib/scoring/server/import-commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  chooseImportFile,
  signInWithoutForm,
  expectAnnounced,
  expectCurrentRow,
  createInvite,
  pressKeys,
  openLabellingScreen,
} from './actions'
import { expectAccessible } from './expect-accessible'
import { expect, test, testInFullRun } from './fixtures'

/** The full run also checks the width of a phone. In every run, hostile-texts.spec.ts checks that pages fit a phone. */
const widths = isFullTestRun ? [390, 1280] : [1280]

const errorTags = [{ tag: 'arithmetic', label: 'Arithmetic slip' }]

test('the labelling screen is accessible in its main states', async ({ page, testData }) => {
  const project = await testData.project({ asksExplanation: true, asksProgress: true, errorTags })
  const [first, second] = [makeProblemLine('a', [0.9], 6), makeProblemLine('b', [0.8])]
  Object.assign(first.samples[0]!, {
    alternatives: { '1': ['One way: $x^2$.', 'Another way.'] },
    explanations: { '1': ['It adds wrongly.'] },
  })
  await testData.solutions(project, [first, second])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await expectAccessible(page, 'no ratings')
  await pressKeys(page, '3', 'u')
  await expectAccessible(page, 'the flag field')
  await page.keyboard.type('A word.')
  await pressKeys(page, 'Enter', '?')
  await expectAccessible(page, 'all keys')
  await pressKeys(page, 'Escape', 'g')
  await expectAccessible(page, 'the reasons')
  await pressKeys(page, 'Escape', '1')
  await expectCurrentRow(page, /^Option 2a/)
  await expectAccessible(page, 'alternatives at the error')
  await pressKeys(page, '3', '1', 'w')
  await expectAccessible(page, 'an explained error')
  await pressKeys(page, 'Escape', '1')
  await expectAccessible(page, 'progress')
  await pressKeys(page, '3', '1')
  await expectAccessible(page, 'ready')
  await pressKeys(page, 'r', 'p')
  await expectAccessible(page, 'raw text with a collapsed problem')
  await page.context().setOffline(true)
  await pressKeys(page, 'z')
  await expect(page.getByText('No connection since')).toBeVisible()
  await expectAccessible(page, 'offline')
  await page.context().setOffline(false)
  await pressKeys(page, '1', 'Enter')
  await expectCurrentRow(page, /^Step 1 of 3/)
  await expectAccessible(page, 'the next solution with a message')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await pressKeys(page, '3', '3', '3', 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'an empty queue')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun(
  'the labelling screen of the step-choice flow, and its guideline, settings and account pages, are accessible',
  async ({ page, testData }) => {
    const project = await testData.project({ flow: 'step_choice', template: 'mathematics' })
    await testData.solutions(project, [
      { id: 'c', problem: 'What is $1+1$?', answer: '2', options: [['Yes.', 'No.'], ['$2$']] },
    ])
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/label`)
    await expectCurrentRow(page, /^Option 1a/)
    await expectAccessible(page, 'options')
    await pressKeys(page, '3', '3')
    await expectAccessible(page, 'a chosen option')
    await pressKeys(page, '1', '1')
    await expectAccessible(page, 'a written option')
    for (const address of ['guideline', 'guideline/edit', 'settings', 'mine', 'splits']) {
      await page.goto(`/projects/${project.slug}/${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expectAccessible(page, address)
    }
    await page.goto('/account/keys')
    await expectAccessible(page, 'keys')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Turn on codes' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectAccessible(page, 'the account page with invalid fields')
  },
)

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun(
  'the pages for imports, exports and releases are accessible',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/data`)
    await expectAccessible(page, 'no data')
    const labelledLine = {
      prompt: 'What is $1+1$?',
      completions: ['$1+1$', 'is 3.'],
      labels: [true, false],
    }
    await chooseImportFile(page, [
      labelledLine,
      '{"problem": "cut off',
      makeProblemLine('a', [0.9]),
    ])
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible()
    await expectAccessible(page, 'a preview of a file')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'a preview of a file on a phone')
    await page.getByRole('radio', { name: /^Skip 1 line/ }).check()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
    await expectAccessible(page, 'a finished import')
    await testData.release(project, { name: 'First' })
    await testData.release(project, { name: 'Second' })
    await page.goto(`/projects/${project.slug}/data`)
    await expectAccessible(page, 'imports, releases, exports on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/projects/${project.slug}/data/releases/2?from=1`)
    await expect(page.getByRole('heading', { name: 'Comparison' })).toBeVisible()
    await expectAccessible(page, 'a release')
    await page.goto(`/projects/${project.slug}/data/releases/new`)
    await page.getByRole('button', { name: 'Create release' }).click()
    await expect(page.getByText('Enter a name.').first()).toBeVisible()
    await expectAccessible(page, 'the form of a release')
  },
)

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the answers pages are accessible', async ({ page, testData }) => {
  const project = await testData.project({})
  const line = makeProblemLine('a', [0.9, 0.8])
  const samples = line.samples.map((sample) => ({ ...sample, answer: 'P(X=2)=0.5' }))
  await testData.solutions(project, [
    { ...line, answer: '0.5', samples },
    makeProblemLine('b', [0.7]),
  ])
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/answers`
  const list = page.getByRole('table', { name: 'Answer pairs' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(address)
    await expect(list).toBeVisible()
    await expectAccessible(page, `pairs at ${width}`)
    await pressKeys(page, 'n')
    await expectAccessible(page, `a note at ${width}`)
    await page.goto(`${address}?show=search`)
    await expect(list).toBeVisible()
    await pressKeys(page, 'o')
    const solutions = page.getByRole('list', { name: 'Solutions of the pair' })
    await expect(solutions.filter({ visible: true }).getByRole('listitem')).not.toHaveCount(0)
    await expectAccessible(page, `solutions of a pair at ${width}`)
    await pressKeys(page, 'o')
    const form = page.getByRole('form', { name: 'Override verdict for this solution' })
    await expect(form.filter({ visible: true })).toBeVisible()
    await expectAccessible(page, `an override at ${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto(address)
  await pressKeys(page, '?')
  await expectAccessible(page, 'the keys of the answers')
  const decisionResponse = page.waitForResponse(
    (response) => response.url().includes('/api/v1/') && response.request().method() !== 'GET',
  )
  await pressKeys(page, '3')
  await expect(page.getByRole('heading', { name: 'No answer pairs to decide' })).toBeVisible()
  expect((await decisionResponse).ok()).toBe(true)
  await expectAccessible(page, 'no waiting pairs')
  await page.goto(`${address}?show=decided`)
  await expect(list).toBeVisible()
  await expectAccessible(page, 'decided pairs')
  await page.goto(`${address}?show=regrade`)
  await expectAccessible(page, 'the form of a regrade')
  await page.getByRole('radio', { name: /Multiple choice/ }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(
    page.getByRole('table', { name: 'Solutions by verdict before and after' }),
  ).toBeVisible()
  await expectAccessible(page, 'a preview of a regrade')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the review pages are accessible', async ({ page, testData }) => {
  const project = await testData.project({ overlap: 3 })
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/review`
  await page.goto(address)
  await expectAccessible(page, 'nothing to review')
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  const [ann, ben, cy] = await Promise.all(
    [1, 2, 3].map(() => testData.member(project, 'annotator')),
  )
  const notes = [{ step: 1, option: null, kind: 'flag' as const, text: 'Is $1 + 1$ so?' }]
  const annotation = await claimAndLabelSolution(project, ann!, [1, -1], { content: { notes } })
  await claimAndLabelSolution(project, ben!, [1, 1, 0])
  await claimAndLabelSolution(project, cy!, [1, 0, 0])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(address)
    await expect(page.getByRole('table', { name: 'Disagreements' })).toBeVisible()
    await expectAccessible(page, `disagreements at ${width}`)
    await page.goto(`${address}/${await findFirstSolutionId(project)}`)
    await expectCurrentRow(page, /^Step 2 of 3, not rated/)
    await expectAccessible(page, `side by side at ${width}`)
    await pressKeys(page, 'e')
    await expectAccessible(page, `returning an annotation at ${width}`)
    await pressKeys(page, 'Escape', '1', 'o', '?')
    await expectAccessible(page, `ready at ${width}`)
    await page.goto(`${address}/annotations`)
    await expectAccessible(page, `annotations at ${width}`)
    await page.goto(`${address}/annotations/${annotation}`)
    await expectAccessible(page, `an annotation at ${width}`)
    // The tab stores an unfinished adjudication. Clear it before the next width.
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto(`${address}/${await findFirstSolutionId(project)}`)
  await pressKeys(page, '1', 'Enter')
  await expect(page.getByText('Adjudicated: first error at step 2.')).toBeVisible()
  await expectAccessible(page, 'adjudicated')
  await page.goto(`${address}?show=adjudicated`)
  await expectAccessible(page, 'adjudicated solutions')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the queue and round pages are accessible', async ({ page, testData }) => {
  const project = await testData.project({})
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/queue`
  await page.goto(address)
  await expectAccessible(page, 'no solution yet')
  const lines = ['a', 'b', 'c'].map((id) => makeProblemLine(id, [0.9, 0.8]))
  await testData.solutions(project, lines)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(address)
    await pressKeys(page, 'j', 'Enter')
    await expect(page.getByRole('list', { name: 'Steps', exact: true })).toBeVisible()
    await expectAccessible(page, `steps of the queue at ${width}`)
    await pressKeys(page, 'x')
    await expect(page.getByLabel('Reason')).toBeVisible()
    await expectAccessible(page, `excluding a solution at ${width}`)
    await page.goto(`${address}/items`)
    await expectAccessible(page, `waiting items at ${width}`)
    await page.goto(`${address}/new`)
    await page.getByLabel('Max per problem').fill('none')
    await page.getByRole('button', { name: 'Preview round' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Fix this field' })).toBeVisible()
    await expectAccessible(page, `an invalid policy at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Max per problem').fill('1')
  await page.getByRole('button', { name: 'Preview round' }).click()
  const startButton = page.getByRole('button', { name: 'Start round' })
  await expect(startButton).toBeVisible()
  await expectAccessible(page, 'a plan on a phone')
  await startButton.click()
  await expect(page.getByRole('heading', { name: 'Round 1', level: 1 })).toBeVisible()
  await page
    .getByRole('button', { name: /^Show examples/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Examples' })).toContainText('Problem')
  await page.getByRole('button', { name: 'Close round' }).click()
  await expectAccessible(page, 'a round on a phone, before it is closed')
  await page.setViewportSize({ width: 1280, height: 844 })
  await expectAccessible(page, 'a round on a desktop, before it is closed')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the scorers page is accessible', async ({ page, testData }) => {
  const project = await testData.project({})
  await testData.solutions(project, [makeProblemLine('a', [0.9, 0.8])])
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/scorers`
  await page.goto(address)
  await expectAccessible(page, 'no scorer yet')
  await page.getByRole('button', { name: 'Connect model server' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Enter a URL')).toBeVisible()
  await expectAccessible(page, 'the form of a model server')
  const labelledLines = Array.from({ length: 40 }, (_, i) => ({
    prompt: `Work out ${i} + 3.`,
    completions: [`We add ${i} + 3.`, `${i} + 3 = ${i + 3 + (i % 2)}.`],
    labels: [true, i % 2 === 0],
  }))
  await testData.solutions(project, labelledLines)
  await page.goto(address)
  await page.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Plot' })).toBeVisible()
  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(page.getByText('42 of 42 solutions scored.')).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `a version and a run at ${width}`)
  }
  const input = { project: project.slug, name: 'prm-7b step 2000', scorer: 'Cluster' }
  await beginScoreImport.execute(project.admin, input)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Cancel run' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `imported scores at ${width}`)
  }
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun(
  'the practice screen for new annotators is accessible',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/practice`)
    await expectCurrentRow(page, /^Step 1 of/)
    await expectAccessible(page, 'practice')
    await pressKeys(page, '3', '3', '3', '3', 'Enter')
    await expect(page.getByRole('heading', { name: 'Not correct' })).toBeVisible()
    await expectAccessible(page, 'the result of the practice')
  },
)

test('screen readers announce each rating, and which step is current', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const steps = page.getByRole('list', { name: 'Solution, 3 steps' })
  await expect(steps.getByRole('listitem', { name: 'Step 1 of 3, not rated' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  const ratingGroup = page.getByRole('radiogroup', { name: 'Rating of step 1 of 3' })
  await expect(ratingGroup.getByRole('radio')).toHaveCount(3)
  await expect(ratingGroup.getByRole('radio', { name: 'negative' })).not.toBeChecked()
  await pressKeys(page, '2')
  await expect(ratingGroup.getByRole('radio', { name: 'neutral' })).toBeChecked()
  await expectAnnounced(page, 'Step 1 neutral. Step 2 of 3, not rated.')
  // Steps that can't be rated yet can't be focused.
  await expect(page.getByRole('radiogroup', { name: 'Rating of step 3 of 3' })).toHaveCount(0)
  await pressKeys(page, '1')
  await expectAnnounced(page, 'This is the first error')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the evaluate page is accessible', async ({ page, testData }) => {
  const project = await testData.project({})
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/evaluate`)
  await expectAccessible(page, 'nothing to evaluate')
  const lines = Array.from({ length: 24 }, (_, i) => {
    const sample = (answer: string, score: number) => ({
      id: `${i}/${answer}`,
      answer,
      step_scores: [0.9, score],
      steps: ['Take $1$.', `So $1 + 1 = ${answer}$.`],
    })
    const samples = [sample('2', 0.5 + i / 60), sample('3', 0.6)]
    return { id: `p${i}`, problem: `What is $1 + 1$? (${i})`, answer: '2', samples }
  })
  await testData.solutions(project, lines)
  await testData.evaluation(project)
  await page.goto(`/projects/${project.slug}/evaluate`)
  await expect(page.getByRole('region', { name: 'Plot of best of N' })).toBeVisible()
  await expect(page.getByText('16 more')).toBeVisible()
  await page.getByText('16 more').click()
  await expectAccessible(page, 'evaluated')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'evaluated, on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the questions and decisions pages are accessible', async ({ page, testData }) => {
  const project = await testData.project({ guideline: '# Rules\n\nRate every step.', errorTags })
  await testData.solutions(project, [makeProblemLine('a', [0.9])])
  const { id: solution } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/questions`
  await page.goto(address)
  await expectAccessible(page, 'no question')
  for (const step of [0, 1])
    await askQuestion.execute(project.admin, {
      project: project.slug,
      solution,
      revision: 1,
      step,
      option: 0,
      text: 'Is this a step?',
    })
  await page.goto(address)
  await expect(page.getByRole('list', { name: 'Open questions' })).toBeVisible()
  await expectAccessible(page, 'open questions')
  await pressKeys(page, 't', 'j', 'x')
  await expect(page.getByRole('form', { name: 'Dismiss' })).toBeVisible()
  await expectAccessible(page, 'dismissing a question')
  await pressKeys(page, 'Escape', 'Enter')
  await page.getByRole('button', { name: 'Create decision', exact: true }).click()
  await expect(page.getByText('Enter the text of the decision.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Decision', exact: true }).fill('It is $x^2$.')
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expectAccessible(page, 'a decision form')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a decision form on a phone')
  await page.getByLabel('Heading').fill('Steps')
  await page.getByRole('radio', { name: 'Positive' }).check()
  await page.getByLabel('Reason').fill('It is one.')
  await page.getByRole('button', { name: 'Create decision', exact: true }).click()
  await expect(page.getByText('Decision 1 answers 2 questions')).toBeVisible()
  await page.goto(`/projects/${project.slug}/decisions/1`)
  await expectAccessible(page, 'a draft on a phone')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto(`/projects/${project.slug}/guideline/edit?decisions=drafts`)
  await expect(page.getByText('Will be published with this version')).toBeVisible()
  await expectAccessible(page, 'the guideline with the decision')
  await page.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(page.getByRole('heading', { name: 'Affected annotations' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByText('No annotations to return.')).toBeVisible()
    await expectAccessible(page, `affected annotations at ${width}`)
  }
  await page.goto(`${address}?show=decisions`)
  await expectAccessible(page, 'decisions')
  await page.goto(`${address}/new?solution=${solution}&step=1`)
  await expectAccessible(page, 'a step without questions')
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun('the agreement page is accessible', async ({ page, testData }) => {
  const project = await testData.project({})
  await signInWithoutForm(page, project.admin)
  const address = `/projects/${project.slug}/agreement`
  await page.goto(address)
  await expect(
    page.getByRole('heading', { name: 'Get two annotations per solution' }),
  ).toBeVisible()
  await expectAccessible(page, 'no annotations')
  const annotators = await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 1 })
  await testData.agreement(project)
  await page.reload()
  await expect(page.getByText('n = 2 (needs 20)').first()).toBeVisible()
  await expectAccessible(page, 'too few annotations')
  await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 5, name: 'q' }, annotators)
  await testData.agreement(project)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(address)
    await expect(page.getByRole('link', { name: /show disagreements$/ })).toHaveCount(4)
    await expectAccessible(page, `numbers at ${width}`)
  }
})

// In every run, e2e/hostile-texts.spec.ts checks each page in its usual state.
testInFullRun(
  'people, invites, sign-in and account pages are accessible',
  async ({ page, testData }) => {
    const project = await testData.project()
    // The list also has people of other tests.
    const name = `Ben ${randomUUID().slice(0, 8)}`
    await testData.member(project, 'annotator', name)
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/people`)
    const link = await createInvite(page)
    await expectAccessible(page, 'a new invite')
    await page.getByRole('button', { name: `Change ${name}` }).click()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expectAccessible(page, 'the confirmation to remove a member')
    await page.goto('/people')
    await page.getByRole('button', { name: `Change ${name}` }).click()
    await page.getByRole('button', { name: 'Create password link' }).click()
    const linkCode = page.locator('code').filter({ hasText: '/reset#' })
    await expect(linkCode).toBeVisible()
    const resetLink = (await linkCode.innerText()).trim()
    await expectAccessible(page, 'an account')
    await page.goto(link)
    await expect(page.getByRole('button', { name: /^Join as/ })).toBeVisible()
    await expectAccessible(page, 'an invite for a signed-in person')

    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.goto(link)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await expectAccessible(page, 'an invite with invalid fields')
    await page.goto(link.slice(0, -1))
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await expectAccessible(page, 'an invalid link')
    await page.goto(resetLink)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expectAccessible(page, 'a new password that is too short')
    await page.goto('/forgot')
    await expectAccessible(page, 'a forgotten password')
  },
)
