import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  expectSaved,
  pressKeys,
  openLabellingScreen,
} from './actions'
import { expect, test, testInFullRun } from './fixtures'

const errorTags = [
  { tag: 'arithmetic', label: 'Arithmetic slip' },
  { tag: 'unjustified', label: 'Not justified' },
]

/** In serving order. Only the first has alternatives and explanations. */
const lines = Array.from({ length: 12 }, (_, i) => {
  const line = makeProblemLine(`p${String(i).padStart(2, '0')}`, [0.9 - i / 100])
  const sample = {
    ...line.samples[0]!,
    alternatives: { '1': ['One way.', 'Another way.'] },
    explanations: { '1': ['It adds wrongly.', 'It forgets the case $n = 0$.'] },
  }
  return i === 0 ? { ...line, samples: [sample] } : line
})

const readAnnotations = (projectId: string) => getDatabase().$queryRaw<
  {
    id: string
    externalId: string
    state: string
    ratings: number[]
    finishReason: string | null
    explanation: string | null
    explanationOption: number | null
    progress: string | null
    tags: string[]
    flagged: (boolean | null)[]
    times: number[]
    notes: { kind: string; step: number; text: string }[] | null
  }[]
>`
  select l.id, s.external_id as "externalId", l.state::text, l.ratings, l.finish_reason::text as "finishReason",
    l.explanation, l.explanation_option as "explanationOption", l.progress::text, l.tags, to_jsonb(l.flagged) as flagged,
    l.step_times_ms as times,
    (select jsonb_agg(jsonb_build_object('kind', n.kind, 'step', n.step, 'text', n.text) order by n.kind)
      from step_note n where n.project_id = l.project_id and n.annotation_id = l.id) as notes
  from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
  where l.project_id = ${projectId}::uuid order by s.external_id`

test('an annotator labels ten solutions by keyboard, with an explanation, a flag, a comment, undo and a give-up', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ asksExplanation: true, asksProgress: true, errorTags })
  await testData.solutions(project, lines)
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const expectSolution = (i: number) =>
    expect(page.getByRole('main')).toContainText(`Step 1 of p${String(i).padStart(2, '0')}/0.`)
  const submitButton = page.getByRole('button', { name: /^Submit/ })

  await expectSolution(0)
  // Flag the first step with a reason.
  await pressKeys(page, 'u')
  await page.keyboard.type('Is this checkable?')
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('main')).toContainText('Flagged as unsure')
  await pressKeys(page, '3', '1')
  await expectCurrentRow(page, /^Option 2a/)
  await pressKeys(page, '3', '1')
  await expect(page.getByRole('region', { name: 'Explanation' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(submitButton).toHaveAccessibleName('Submit (missing: explanation, progress)')
  await pressKeys(page, '2')
  await expect(submitButton).toHaveAccessibleName('Submit (missing: progress)')
  await pressKeys(page, '3')
  await pressKeys(page, '1')
  await expect(page.getByRole('checkbox', { name: 'Arithmetic slip' })).toBeChecked()
  await pressKeys(page, 'z', '2', 'c')
  await page.keyboard.type('See the second line.')
  await pressKeys(page, 'Enter', 'Enter')

  // Explain the error.
  await expectSolution(1)
  await pressKeys(page, '1', 'w')
  await page.keyboard.type('It claims $1 + 1 = 3$.')
  await expect(page.getByRole('group', { name: 'Preview' }).locator('.katex')).toBeVisible()
  await pressKeys(page, 'Enter', '1', 'Enter')

  await expectSolution(2)
  await pressKeys(page, '3', 'g', '1', 'Enter')
  for (const i of [3, 4, 5, 6, 7, 8]) {
    await expectSolution(i)
    await pressKeys(page, '3', '3', '2', 'Enter')
  }
  await expectSolution(9)
  await pressKeys(page, '3', '1', 'z', '3', '3', 'Enter')
  await expectSolution(10)

  const readFinished = async () =>
    (await readAnnotations(project.id)).filter(({ state }) => state === 'submitted')
  await expect.poll(async () => (await readFinished()).length).toBe(10)
  const storedAnnotations = await readFinished()
  expect(storedAnnotations[0]).toMatchObject({
    ratings: [1, -1],
    finishReason: 'found_error',
    explanation: 'It forgets the case $n = 0$.',
    explanationOption: 1,
    progress: 'most',
    tags: ['unjustified'],
    flagged: [true, null],
    notes: [
      { kind: 'flag', step: 0, text: 'Is this checkable?' },
      { kind: 'comment', step: 1, text: 'See the second line.' },
    ],
  })
  expect(storedAnnotations[0]!.times.length).toBeGreaterThan(0)
  expect(storedAnnotations[1]).toMatchObject({
    ratings: [-1],
    explanation: 'It claims $1 + 1 = 3$.',
    explanationOption: null,
    progress: 'none',
  })
  expect(storedAnnotations[2]).toMatchObject({ ratings: [1], finishReason: 'give_up' })
  expect(storedAnnotations[9]).toMatchObject({ ratings: [1, 1, 1], finishReason: 'solution' })
})

// Tested in every run by components/annotations/use-annotation-actions.test.ts.
testInFullRun(
  'an explanation written before the options are rated stays until the annotator replaces it',
  async ({ page, testData }) => {
    const project = await testData.project({ asksExplanation: true, asksProgress: true })
    await testData.solutions(project, lines.slice(0, 1))
    const person = await testData.member(project, 'annotator')
    await signInWithoutForm(page, person)
    await openLabellingScreen(page, project.slug)
    const explanationRegion = page.getByRole('region', { name: 'Explanation' })

    // Written before the options are rated. Digits then answer the next open question.
    await pressKeys(page, '3', '1', 'w')
    await page.keyboard.type('It divides by zero.')
    await pressKeys(page, 'Enter')
    await expectCurrentRow(page, /^Option 2a/)
    await pressKeys(page, '3', '1', '2')
    await expect(explanationRegion).toContainText('It divides by zero.')
    await expect(page.getByRole('radio', { name: 'Some' })).toBeChecked()

    await explanationRegion.getByRole('radio').first().click()
    await expect(explanationRegion).toContainText('An option replaced your text.')
    await expect(explanationRegion).toContainText('Draft: It divides by zero.')
    await explanationRegion.getByRole('button', { name: 'Undo' }).click()
    await expect(explanationRegion).not.toContainText('An option replaced your text.')
    await pressKeys(page, 'Enter')
    await expect
      .poll(async () => (await readAnnotations(project.id)).map(({ explanation }) => explanation))
      .toEqual(['It divides by zero.'])
  },
)

// Tested in every run by lib/client/reveals.test.ts.
testInFullRun(
  'a digit key pressed while the options load does not rate an option',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await testData.solutions(project, lines.slice(0, 1))
    await signInWithoutForm(page, await testData.member(project, 'annotator'))
    await openLabellingScreen(page, project.slug)
    await page.route('**/annotation', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await pressKeys(page, '3', '1', '3')
    await expect(page.getByText('Loading the options at step 2 …')).toBeVisible()
    await expectCurrentRow(page, /^Option 2a, not rated/)
  },
)

// Tested in every run by lib/client/reopen-submission.test.ts and lib/annotations/server/reopen.db.test.ts.
testInFullRun(
  'undo on an unrated solution reopens the last submitted annotation',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await testData.solutions(project, lines.slice(1, 4))
    const person = await testData.member(project, 'annotator')
    await signInWithoutForm(page, person)
    await openLabellingScreen(page, project.slug)
    await pressKeys(page, '3', '3', '3', 'Enter')
    await expect(page.getByRole('main')).toContainText('Step 1 of p02/0.')
    await pressKeys(page, 'z')
    await expect(page.getByRole('main')).toContainText('Step 1 of p01/0.')
    await expect(page.getByRole('listitem', { name: 'Step 3 of 3, positive' })).toBeVisible()
    await pressKeys(page, 'k', '1', 'Enter')
    await expect(page.getByRole('main')).toContainText('Step 1 of p02/0.')
    await expect
      .poll(async () =>
        (await readAnnotations(project.id)).map((row) => [row.externalId, row.ratings]),
      )
      .toEqual([['p01/0', [1, 1, -1]]])
    const archivedCount = await getDatabase().annotationArchive.count({
      where: { projectId: project.id },
    })
    expect(archivedCount).toBe(1)
  },
)

test('in the step-choice flow, an annotator rates the options of each step, chooses one and writes one', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ flow: 'step_choice' })
  await testData.solutions(project, [
    {
      id: 'choice',
      problem: 'What is $2 + 2$?',
      answer: '4',
      options: [
        ['We add the numbers.', 'We multiply by zero.', 'Let us count: $2, 3, 4$.'],
        ['Perhaps.', 'It is Tuesday.'],
        ['# Answer\n\n4', '# Answer\n\n5'],
      ],
    },
  ])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await page.goto(`/projects/${project.slug}/label`)
  await expectCurrentRow(page, /^Option 1a/)
  await pressKeys(page, '3', '1', '3')
  // Two options are positive: the digit chooses the nth of them.
  await expect(page.getByRole('region', { name: 'Choose step 1' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await pressKeys(page, '2')
  await expectCurrentRow(page, /^Option 2a/)
  await pressKeys(page, '2', '1')
  await expect(page.getByRole('main')).toContainText('No option is positive')
  await pressKeys(page, 'w')
  await page.keyboard.type('So $2 + 2 = 4$.')
  await expect(page.getByRole('group', { name: 'Preview' }).locator('.katex')).toBeVisible()
  await pressKeys(page, 'Enter')
  await expectCurrentRow(page, /^Option 3a/)
  await expectSaved(page)
  await page.reload()
  await expectCurrentRow(page, /^Option 3a/)
  await pressKeys(page, '3', '1', 'Enter')
  await expect
    .poll(
      () =>
        getDatabase().$queryRaw`
        select l.ratings, to_jsonb(l.chosen) as chosen, l.offered, l.finish_reason::text as reason,
          (select array_agg(r.rating order by r.step, r.position) from option_rating r
            where r.annotation_id = l.id) as options,
          (select array_agg(h.text) from human_option h where h.annotation_id = l.id) as written
        from annotation l where l.project_id = ${project.id}::uuid and l.state = 'submitted'`,
    )
    .toEqual([
      {
        ratings: [1, 1, 1],
        chosen: [2, null, 0],
        offered: [3, 2, 2],
        reason: 'solution',
        options: [1, -1, 1, 0, -1, 1, -1],
        written: ['So $2 + 2 = 4$.'],
      },
    ])
})

// Tested in every run by lib/annotations/server/guideline.db.test.ts, and e2e/questions.spec.ts at its end.
testInFullRun(
  'an annotator must read a new guideline before continuing to label',
  async ({ page, testData }) => {
    const project = await testData.project({
      guideline: 'Rate **every** step by itself: $1 + 1 = 2$ is positive.',
    })
    await testData.solutions(project, lines.slice(1, 3))
    const person = await testData.member(project, 'annotator')
    await getDatabase().member.updateMany({
      where: { projectId: project.id, userId: person.userId },
      data: { guidelineRead: 0 },
    })
    await signInWithoutForm(page, person)
    await page.goto(`/projects/${project.slug}/label`)
    await expect(page).toHaveURL(/\/guideline$/)
    await page.getByRole('button', { name: /^I have read it/ }).click()
    await expect(page).not.toHaveURL(/\/guideline$/)
    await page.goto(`/projects/${project.slug}/label`)
    await expectCurrentRow(page, /^Step 1 of/)
  },
)

test('the labelling screen uses and displays the shortcuts that the annotator has changed', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  await testData.solutions(project, lines.slice(1, 3))
  const person = await testData.member(project, 'annotator')
  await getDatabase().user.update({
    where: { id: person.userId },
    data: { shortcuts: { ratePositive: 'd', undo: 'y' } },
  })
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '3')
  await expectCurrentRow(page, /^Step 1 of 3, not rated/)
  await pressKeys(page, 'd', 'd')
  await expectCurrentRow(page, /^Step 3 of 3/)
  await pressKeys(page, 'y')
  await expectCurrentRow(page, /^Step 2 of 3/)
  await expect(page.getByRole('button', { name: 'Positive' })).toHaveAttribute(
    'aria-keyshortcuts',
    'd',
  )
})
