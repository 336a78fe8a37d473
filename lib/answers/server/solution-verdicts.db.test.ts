import { beforeEach, describe, expect, test } from 'vitest'
import { importAnswers, readVerdict, readVerdicts } from '@/lib/answers/testing/answered-project'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { hashAnswerPair } from './answer-pair-hash'
import { decideAnswerPair, withdrawAnswerDecision } from './commands'
import { listAnswerPairs } from './queries'
import { overrideVerdict, enterFinalAnswer, restoreVerdict } from './solution-verdicts-commands'
import { listPairSolutions, listUnansweredSolutions } from './solution-verdicts-queries'

useTestDatabase()

let project: TestProject
let reviewer: Person

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  reviewer = await makeMember(project, 'reviewer', { name: 'Rui Costa' })
})

interface By {
  by?: Person
  expected?: string | null
}
const makeVerdictInput = async (solution: string, expected: string | null) => ({
  project: project.slug,
  expected,
  solution: (await readVerdict(project, solution)).id,
})
const override = async (
  solution: string,
  verdict: 'correct' | 'wrong' | 'unsure',
  note = 'So.',
  { by = reviewer, expected = null }: By = {},
) => overrideVerdict.execute(by, { ...(await makeVerdictInput(solution, expected)), verdict, note })
const restore = async (solution: string, { by = reviewer, expected = null }: By = {}) =>
  restoreVerdict.execute(by, await makeVerdictInput(solution, expected))
const enterAnswer = async (solution: string, answer: string) =>
  enterFinalAnswer.execute(reviewer, { ...(await makeVerdictInput(solution, null)), answer })

const pair = hashAnswerPair('1, 2', '(1, 2)').toString('hex')
const decide = (verdict: 'correct' | 'wrong' | 'unsure', note = '') =>
  decideAnswerPair.execute(reviewer, {
    project: project.slug,
    pair,
    verdict,
    note,
    expected: null,
  })
const withdrawDecision = () =>
  withdrawAnswerDecision.execute(reviewer, { project: project.slug, pair, expected: null })
const listSolutions = (page = 1) =>
  listPairSolutions.execute(reviewer, { project: project.slug, pair, page })
const listUnanswered = (page = 1) =>
  listUnansweredSolutions.execute(reviewer, { project: project.slug, page })

/**
 * One pair with three solutions, one of them judged by its file; two without an answer; one without a reference answer.
 */
const answers = [
  [
    'p',
    '(1, 2)',
    [
      { answer: '1, 2', score: 0.9 },
      { answer: null, score: 0.8 },
      { answer: '7', score: 0.7 },
    ],
  ],
  [
    'q',
    '(1, 2)',
    [
      { answer: '1, 2', score: 0.5 },
      { answer: '1, 2', score: 0.4, isCorrect: false },
      { answer: null, score: 0.95 },
    ],
  ],
  ['r', null, [{ answer: '1, 2' }, { answer: null }]],
] as const

describe('an overridden verdict of one solution', () => {
  test('stays when its answer pair is decided or graded again', async () => {
    await importAnswers(project, answers)
    expect(await override('p/0', 'wrong', ' It says 12. ')).toMatchObject({
      verdict: 'wrong',
      reason: 'Decided by a reviewer for this solution: It says 12.',
      by: 'person',
      decidedBy: 'Rui Costa',
      decidedAt: expect.any(String) as string,
      note: 'It says 12.',
    })
    const overriddenVerdict = await readVerdict(project, 'p/0')
    expect(overriddenVerdict).toMatchObject({
      by: 'person',
      user: reviewer.userId,
      tier: 1,
      pass: 1,
    })
    expect(await readVerdict(project, 'p/2')).toMatchObject({ tier: 1, pass: 2 })
    expect(await readVerdict(project, 'q/0')).toMatchObject({ verdict: 'unsure' })
    expect(await decide('correct')).toMatchObject({
      changed: 2,
      pair: { verdicts: { correct: 2, wrong: 1, unsure: 0 } },
    })
    expect(await readVerdict(project, 'p/0')).toEqual(overriddenVerdict)
    await withdrawDecision()
    expect(await readVerdict(project, 'p/0')).toEqual(overriddenVerdict)
    await override('p/0', 'correct')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'correct', tier: 3 })
  })

  test('requires a reason, unless the solution has no answer', async () => {
    await importAnswers(project, answers)
    await expect(override('p/0', 'wrong', ' ')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await readVerdict(project, 'p/0')).toMatchObject({ by: 'grader' })
    expect(await override('p/1', 'wrong', '')).toMatchObject({
      verdict: 'wrong',
      reason: 'Decided by a reviewer for this solution.',
      note: '',
    })
  })

  test('is distinguished from a decision on the answer pair, whatever the text of its reason', async () => {
    await importAnswers(project, answers)
    await decide('wrong', 'of this solution: not a point')
    const verdict = await readVerdict(project, 'p/0')
    await getDatabase().$executeRaw`
      update solution set verdict_reason = 'Decided by a reviewer for this solution: x'
      where project_id = ${project.id}::uuid and id = ${verdict.id}::uuid`
    await decide('correct')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'correct' })
    await override('p/0', 'wrong')
    await getDatabase().$executeRaw`
      update solution set verdict_reason = 'Decided by a reviewer.'
      where project_id = ${project.id}::uuid and id = ${verdict.id}::uuid`
    await decide('unsure')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'wrong' })
  })

  test('makes the pair list show mixed verdicts, with the reason of the decision on the pair', async () => {
    await importAnswers(project, answers)
    await override('p/0', 'correct', 'Only here.')
    const { pairs } = await listAnswerPairs.execute(
      reviewer,
      listAnswerPairs.contract.input.parse({ project: project.slug, show: 'search', text: '1, 2' }),
    )
    expect(pairs.find((each) => each.pair === pair)).toMatchObject({
      verdicts: { correct: 1, wrong: 1, unsure: 1 },
      by: 'grader',
      decidedBy: null,
      decidedAt: null,
      note: null,
    })
    const { pair: decidedPair } = await decide('unsure', 'Who knows.')
    expect(decidedPair).toMatchObject({
      verdict: 'unsure',
      reason: 'Decided by a reviewer: Who knows.',
      by: 'person',
      decidedBy: 'Rui Costa',
      note: 'Who knows.',
      verdicts: { correct: 1, wrong: 0, unsure: 2 },
    })
  })

  test('can’t be set, entered or removed for a solution of another project', async () => {
    const otherProject = await makeProject({}, project.admin)
    await importAnswers(otherProject, answers)
    const before = await readVerdicts(otherProject)
    const { id: solution } = await readVerdict(otherProject, 'p/0')
    const input = { project: project.slug, solution, expected: null }
    for (const action of [
      () => overrideVerdict.execute(reviewer, { ...input, verdict: 'wrong', note: 'So.' }),
      () => enterFinalAnswer.execute(reviewer, { ...input, answer: '(1, 2)' }),
      () => restoreVerdict.execute(reviewer, input),
    ])
      await expect(action()).rejects.toMatchObject({ code: 'not_found' })
    expect(await readVerdicts(otherProject)).toEqual(before)
  })
})

describe('restoring the verdict of one solution', () => {
  test('restores the verdict of the grader or the file', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    for (const solution of ['p/0', 'q/1', 'p/1']) {
      await override(solution, 'correct')
      await override(solution, 'unsure')
      await restore(solution)
    }
    expect(await readVerdicts(project)).toEqual(before)
    await expect(restore('p/0')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('restores the decision on the answer pair first, then the verdict of the file', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    await override('q/1', 'unsure')
    await decide('correct', 'Same.')
    expect(await restore('q/1')).toMatchObject({
      verdict: 'correct',
      reason: 'Decided by a reviewer: Same.',
      by: 'person',
      decidedAt: null,
    })
    await withdrawDecision()
    expect(await readVerdicts(project)).toEqual(before)
  })

  test('ignores decisions on answer pairs of other projects', async () => {
    const otherProject = await makeProject({}, project.admin)
    await importAnswers(otherProject, answers)
    await importAnswers(project, answers)
    const input = {
      project: otherProject.slug,
      pair,
      verdict: 'wrong',
      note: '',
      expected: null,
    } as const
    await decideAnswerPair.execute(project.admin, input)
    await override('p/0', 'correct')
    expect(await restore('p/0')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })
})

test('a reviewer can’t replace or withdraw a decision of someone else that they have not seen', async () => {
  await importAnswers(project, answers)
  const { decidedAt } = await override('p/0', 'wrong', 'No.', { by: project.admin })
  const before = await readVerdicts(project)
  for (const action of [
    () => override('p/0', 'correct'),
    () => override('p/0', 'correct', 'So.', { expected: '2026-01-01T00:00:00.000Z' }),
    () => restore('p/0'),
    () => enterAnswer('p/0', '(1, 2)'),
  ])
    await expect(action()).rejects.toMatchObject({
      code: 'conflict',
      details: {
        current: { verdict: 'wrong', note: 'No.', decidedBy: project.admin.name, decidedAt },
      },
    })
  expect(await readVerdicts(project)).toEqual(before)
  await restore('p/0', { expected: decidedAt })
  expect(await readVerdict(project, 'p/0')).toMatchObject({ by: 'grader' })
})

describe('lists of solutions for verdicts', () => {
  test('contain the solutions of an answer pair in pages, by score', async () => {
    const samples = Array.from({ length: 21 }, (_, i) => ({ answer: '1, 2', score: i / 100 }))
    await importAnswers(project, [['p', '(1, 2)', [...samples, { answer: '7' }]]])
    const { solutions, pages } = await listSolutions()
    expect(pages).toBe(2)
    expect(solutions.map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 20 }, (_, i) => `p/${20 - i}`),
    )
    expect((await listSolutions(2)).solutions).toMatchObject([
      { externalId: 'p/0', verdict: 'unsure', by: 'grader', decidedAt: null },
    ])
    await decide('wrong', 'Not a point.')
    expect((await listSolutions()).solutions[0]).toMatchObject({
      by: 'person',
      reason: 'Decided by a reviewer: Not a point.',
      decidedBy: null,
      decidedAt: null,
    })
  })

  test('contain undecided solutions without an answer before decided ones', async () => {
    await importAnswers(project, answers)
    expect(await listUnanswered()).toMatchObject({
      pages: 1,
      solutions: [
        { externalId: 'q/2', referenceAnswer: '(1, 2)', verdict: 'unsure' },
        { externalId: 'p/1', referenceAnswer: '(1, 2)' },
      ],
    })
    await override('q/2', 'wrong', 'It stops.')
    expect((await listUnanswered()).solutions).toMatchObject([
      { externalId: 'p/1' },
      { externalId: 'q/2', verdict: 'wrong', decidedBy: 'Rui Costa', note: 'It stops.' },
    ])
    const counts = async () =>
      (
        await listAnswerPairs.execute(
          reviewer,
          listAnswerPairs.contract.input.parse({ project: project.slug }),
        )
      ).counts
    // Solutions without a reference answer can't be decided, so they are not waiting.
    const readReviewCounts = () => getReviewCounts.execute(reviewer, { project: project.slug })
    expect(await counts()).toMatchObject({ unsure: 5, noAnswer: 1, noReferenceAnswer: 2 })
    expect(await readReviewCounts()).toMatchObject({ unsureAnswers: 2, noAnswer: 1 })
    await decide('unsure')
    expect(await counts()).toMatchObject({ unsure: 6, decidedUnsure: 3, noAnswer: 1 })
    expect(await readReviewCounts()).toMatchObject({ unsureAnswers: 0, noAnswer: 1 })
  })

  test('suggest the answer in the last step of the solution, with its verdict', async () => {
    await importAnswers(project, [['p', '2', [{ answer: null }, { answer: null }]]])
    await getDatabase().$executeRaw`
      update solution set steps = case external_id
        when 'p/0' then array['First.', 'So there are 12.'] else array['So it is some $n$.'] end
      where project_id = ${project.id}::uuid`
    const { solutions } = await listUnanswered()
    expect(solutions.map(({ suggestion }) => suggestion)).toEqual([
      { answer: '12', verdict: 'wrong', reason: expect.any(String) as string },
      null,
    ])
  })
})

describe('entering the answer of a solution', () => {
  test('stores the verdict of the grader as a decision with the entered answer', async () => {
    await importAnswers(project, answers)
    expect(await enterAnswer('p/1', ' (1, 2) ')).toMatchObject({
      verdict: 'correct',
      by: 'person',
      decidedBy: 'Rui Costa',
      note: expect.stringMatching(/^Entered answer: \(1, 2\)\. ./) as string,
    })
    expect(await enterAnswer('q/2', '(1, 3)')).toMatchObject({ verdict: 'wrong' })
    expect(await readVerdict(project, 'q/2')).toMatchObject({ tier: 1, by: 'person' })
  })

  test('stores nothing if the grader is unsure', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    await expect(enterAnswer('p/1', '1, 2')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The grader is unsure: ') as string,
    })
    expect(await readVerdicts(project)).toEqual(before)
  })
})
