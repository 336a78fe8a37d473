import { beforeAll, expect, test } from 'vitest'
import {
  findFirstSolutionId,
  claimAndLabelSolution,
} from '@/lib/adjudication/testing/adjudication-project'
import { makeImportLineWithAlternatives } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { makeTestRelease, readReleaseLines } from '@/lib/exports/server/testing/test-releases'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { adjudicateSolution } from './commands'
import { compareAnnotations, getErrorOptions } from './queries'

useTestDatabase()

type Input = RequestInputOf<(typeof adjudicateSolution)['contract']>
type Answers = NonNullable<Input['answers']>

let project: TestProject
let reviewer: Person
let solutionInput: { project: string; solution: string }

/** The second of three steps has two options and two candidate explanations. Ann rates it negative, Ben rates all steps positive. */
beforeAll(async () => {
  project = await makeProject({ overlap: 2, asksExplanation: true, asksProgress: true })
  await importLines(project, [makeImportLineWithAlternatives()])
  const ann = await makeMember(project, 'annotator')
  const ben = await makeMember(project, 'annotator')
  reviewer = await makeMember(project, 'reviewer')
  const content = {
    options: { 1: [1, 1] as (1 | -1)[] },
    explanation: { option: 0 },
    progress: 'some' as const,
  }
  await claimAndLabelSolution(project, ann, [1, -1], { content })
  await claimAndLabelSolution(project, ben, [1, 1, 1])
  solutionInput = { project: project.slug, solution: await findFirstSolutionId(project) }
})

const readComparison = () => compareAnnotations.execute(reviewer, solutionInput)

async function adjudicate(answers: Answers | undefined, ratings: Input['ratings'] = [1, -1]) {
  const { annotations, adjudication } = await readComparison()
  const expected = {
    annotations: annotations.map(({ annotation, version }) => ({ annotation, version })),
    adjudication: adjudication?.adjudication ?? null,
  }
  const input = { ...solutionInput, revision: 1, ratings, expected, ...(answers && { answers }) }
  await adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
  return (await readComparison()).adjudication!.answers
}

const completeAnswers = {
  options: [-1, 1],
  explanation: { option: 1 },
  progress: 'most',
} satisfies Answers

test('getErrorOptions returns the options and candidate explanations of a step to a reviewer', async () => {
  const read = (input: { step: number; revision?: number }) =>
    getErrorOptions.execute(reviewer, { ...solutionInput, revision: 1, ...input })
  const listSources = async (step: number) => {
    const { options, explanations } = await read({ step })
    return [options, explanations].map((list) => list.map(({ source }) => source))
  }
  expect(await listSources(1)).toEqual([
    ['One way', 'Another way'],
    ['The sum is wrong.', 'It repeats itself.'],
  ])
  expect(await listSources(0)).toEqual([[], []])
  await expect(read({ step: 3 })).rejects.toMatchObject({ code: 'not_found' })
  // Revision 2 does not exist.
  await expect(read({ step: 1, revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
})

test('an adjudication stores the answers about the first error, including the text of a chosen candidate explanation', async () => {
  expect(await adjudicate(completeAnswers)).toEqual(completeAnswers)
  const readText = async () =>
    getDatabase().adjudication.findFirstOrThrow({
      where: { projectId: project.id, withdrawnAt: null },
      select: { explanation: true, explanationOption: true },
    })
  expect(await readText()).toEqual({ explanation: 'It repeats itself.', explanationOption: 1 })
  const ownExplanation = { ...completeAnswers, explanation: { option: null, text: ' It is $3$. ' } }
  expect(await adjudicate(ownExplanation)).toEqual({
    ...ownExplanation,
    explanation: { option: null, text: 'It is $3$.' },
  })
  expect(await adjudicate(undefined, [1, 1, 1])).toEqual({
    options: [],
    explanation: null,
    progress: null,
  })
})

test.each<[string, Answers, Input['ratings'], string]>([
  ['an option that is not rated', { ...completeAnswers, options: [] }, [1, -1], 'answers.options'],
  [
    'a mistake that is not explained',
    { ...completeAnswers, explanation: null },
    [1, -1],
    'answers.explanation',
  ],
  [
    'progress that is not rated',
    { ...completeAnswers, progress: null },
    [1, -1],
    'answers.progress',
  ],
  [
    'more options than the step has',
    { ...completeAnswers, options: [1, 1, 1] },
    [1, -1],
    'answers.options',
  ],
  [
    'a candidate that is missing',
    { ...completeAnswers, explanation: { option: 2 } },
    [1, -1],
    'answers.explanation',
  ],
  [
    'an explanation without an error',
    { explanation: { option: 0 } },
    [1, 1, 1],
    'answers.explanation',
  ],
  ['progress without an error', { progress: 'some' }, [1, 1, 1], 'answers.explanation'],
  ['options without an error', { options: [1] }, [1, 1, 1], 'answers.options'],
])('rejects an adjudication with %s', async (_, answers, ratings, location) => {
  await expect(adjudicate(answers, ratings)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [{ location }] },
  })
})

test('a release contains the adjudicated answers instead of the annotator’s', async () => {
  await adjudicate({ ...completeAnswers, explanation: { option: null, text: 'The reviewer’s.' } })
  const { number } = await makeTestRelease(project, {
    formats: ['prm800k'],
    consensus: 'adjudicated',
  })
  const read = async (file: string) =>
    (await readReleaseLines(project, number, file)).map((line) => JSON.parse(line) as unknown)
  expect(await read('consensus.jsonl')).toMatchObject([
    { policy: 'adjudicated', first_error: 1, explanation: 'The reviewer’s.', progress: 'most' },
  ])
  const completions = [
    { text: 'Step 2 of p/0.', rating: -1 },
    { text: 'One way', rating: -1 },
    { text: 'Another way', rating: 1 },
  ]
  const [line] = await read('prm800k-train.jsonl')
  expect(line).toMatchObject({ label: { steps: [{}, { completions, chosen_completion: null }] } })
})

test('database constraints reject inconsistent answers of an adjudication', async () => {
  await adjudicate(completeAnswers)
  const insertCopy = (
    ratings: string,
    options: string,
    explanation: string | null,
    option: number | null,
  ) =>
    getDatabase().$executeRaw`
      insert into adjudication (project_id, id, solution_id, revision, step_count, ratings, finish_reason, option_ratings,
        explanation, explanation_option, note, user_id, withdrawn_at)
      select project_id, gen_random_uuid(), solution_id, 1, 3, ${ratings}::smallint[],
        case when ${ratings} = '{1,-1}' then 'found_error' else 'solution' end::finish_reason, ${options}::smallint[],
        ${explanation}, ${option}, '', user_id, now()
      from adjudication where project_id = ${project.id}::uuid and withdrawn_at is null`
  await insertCopy('{1,-1}', '{1,-1}', 'Wrong.', 0)
  await expect(insertCopy('{1,-1}', '{2}', null, null)).rejects.toThrow(
    /adjudication_option_ratings/,
  )
  await expect(insertCopy('{1,-1}', '{NULL}', null, null)).rejects.toThrow(
    /adjudication_option_ratings/,
  )
  await expect(insertCopy('{1,-1}', '{}', null, 0)).rejects.toThrow(/adjudication_explanation_text/)
  await expect(insertCopy('{1,1,1}', '{1}', null, null)).rejects.toThrow(
    /adjudication_answers_error/,
  )
  await expect(insertCopy('{1,1,1}', '{}', 'Wrong.', null)).rejects.toThrow(
    /adjudication_answers_error/,
  )
})
