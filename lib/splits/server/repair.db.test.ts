import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import { revealOptionsOfStep } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimBestItem } from '@/lib/queue/server/claim.sql'
import { claimNext, skipSolution } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { repairSteps } from './commands'
import { getSolutionSplit, previewRepair } from './queries'

useTestDatabase()

const steps = ['One and two.', 'Three.', 'Four. Five.', 'Six.', 'Seven.']
type Change = Parameters<typeof repairSteps.execute>[1]['change']
const splitChange: Change = { kind: 'split', step: 2, at: [5] }
const mergeChange: Change = { kind: 'merge', step: 1, through: 2 }

let project: TestProject
let reviewer: Person
let solution: string

beforeEach(async () => {
  project = await makeProject({ overlap: 3, hidesAnnotatorNames: false })
  reviewer = await makeMember(project, 'reviewer')
  const sample = {
    id: 's',
    steps,
    answer: '3',
    score: 0.9,
    step_scores: [0.1, 0.2, 0.3, 0.4, 0.5],
    alternatives: { '2': ['Four, then.'], '3': ['Six, then.', 'Six or so.'] },
    explanations: { '2': ['sign'], '3': ['sum'] },
  }
  await importLines(project, [{ problem: 'How many?', answer: '2', samples: [sample] }])
  const row = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  solution = row.id
})

type Content = Partial<RequestInputOf<(typeof saveAnnotation)['contract']>>

async function claim(person: Person) {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  return reply
}

function makeState(lease: string, ratings: Rating[], content: Content) {
  const state = { writer: randomUUID(), basedOn: 0, sequence: 1, activeMs: 900, events: [] }
  return { project: project.slug, lease, ...state, ratings, ...content }
}

/** Options can be rated once their step was rated negative. */
async function revealRatedSteps(
  lease: string,
  person: Person,
  { options = {}, revision }: Content,
) {
  for (const step of Object.keys(options))
    await revealOptionsOfStep(
      { person, input: { project: project.slug, lease } },
      Number(step),
      revision,
    )
}

async function save(lease: string, person: Person, ratings: Rating[], content: Content = {}) {
  const { contract, execute } = saveAnnotation
  await revealRatedSteps(lease, person, content)
  return execute(person, contract.input.parse(makeState(lease, ratings, content)))
}

async function submit(
  person: Person,
  ratings: Rating[],
  content: Content & { finishReason?: 'solution' | 'found_error' | 'give_up' } = {},
) {
  const { lease } = await claim(person)
  await revealRatedSteps(lease.id, person, content)
  const input = { ...makeState(lease.id, ratings, content), finishNote: 'no time' }
  const finishReason = content.finishReason ?? (ratings.at(-1) === -1 ? 'found_error' : 'solution')
  const { contract, execute } = submitAnnotation
  return execute(person, contract.input.parse({ ...input, finishReason }))
}

const repair = (change: Change, revision = 1) =>
  repairSteps.execute(reviewer, { project: project.slug, solution, revision, change })

const join = (name: string) => makeMember(project, 'annotator', { name })

const readSolution = () =>
  getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id, id: solution },
    select: { steps: true, stepIds: true, revision: true, stepScores: true, stepSpans: true },
  })

async function readAnnotation(person: Person) {
  const [row] = await getDatabase().$queryRaw<Record<string, unknown>[]>`
    select state::text, revision, step_count as "stepCount", to_jsonb(ratings) as ratings, to_jsonb(superseded_ratings) as "supersededRatings",
      to_jsonb(flagged) as flagged, to_jsonb(chosen) as chosen, to_jsonb(offered) as offered,
      finish_reason::text as "finishReason", explanation, tags, step_times_ms as "stepTimesMs",
      (select count(*)::int from annotation_archive a where a.annotation_id = l.id) as archived,
      (select note from queue_rework d where d.user_id = l.user_id and d.solution_id = l.solution_id) as note
    from annotation l where l.project_id = ${project.id}::uuid and l.user_id = ${person.userId}::uuid`
  return row!
}

const readOptions = () =>
  getDatabase().stepOption.findMany({
    where: { projectId: project.id },
    orderBy: [{ step: 'asc' }, { option: 'asc' }],
    select: { step: true, option: true, text: true },
  })

describe('the steps of a repaired solution', () => {
  test('get a new revision, and the old revision is archived with its author and change', async () => {
    expect(await repair(splitChange)).toMatchObject({
      revision: 2,
      returned: 0,
      drafts: 0,
      unchanged: 0,
    })
    expect(await readSolution()).toEqual({
      revision: 2,
      steps: ['One and two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.'],
      stepIds: [0, 1, 5, 6, 3, 4],
      stepScores: null,
      stepSpans: [],
    })
    const revisions = await getDatabase().solutionRevision.findMany({
      where: { projectId: project.id },
      select: { revision: true, steps: true, stepIds: true, change: true, userId: true },
    })
    const change = 'split step 3 in two'
    expect(revisions).toEqual([
      { revision: 1, steps, stepIds: [], change, userId: reviewer.userId },
    ])
    await expect(
      getDatabase()
        .$executeRaw`update solution_revision set change = 'other' where project_id = ${project.id}::uuid`,
    ).rejects.toThrow(/never changed/)
  })

  test('are restored when the parts of a split are merged, with new ids', async () => {
    await repair(splitChange)
    await repair({ kind: 'merge', step: 2, through: 3 }, 2)
    expect(await readSolution()).toMatchObject({ steps, revision: 3, stepIds: [0, 1, 7, 3, 4] })
  })

  test('keep their alternatives and candidate explanations', async () => {
    await repair(mergeChange)
    expect(await readOptions()).toEqual([
      { step: 1, option: 1, text: 'Three.\n\nFour, then.' },
      { step: 2, option: 1, text: 'Six, then.' },
      { step: 2, option: 2, text: 'Six or so.' },
    ])
    await repair({ kind: 'split', step: 0, at: [8] }, 2)
    expect(await readOptions()).toMatchObject([{ step: 2 }, { step: 3 }, { step: 3 }])
    const explanations = await getDatabase().stepExplanation.findMany({
      where: { projectId: project.id },
      orderBy: { step: 'asc' },
      select: { step: true, position: true, text: true },
    })
    expect(explanations).toEqual([
      { step: 2, position: 0, text: 'sign' },
      { step: 3, position: 0, text: 'sum' },
    ])
  })
})

describe('a submitted annotation of a repaired solution', () => {
  test('that ends before the repaired step keeps its ratings', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, -1], {
      supersededRatings: [1, 0],
      explanation: { option: null, text: 'No' },
    })
    expect(await repair(splitChange)).toMatchObject({ unchanged: 1, returned: 0 })
    expect(await readAnnotation(ada)).toMatchObject({
      state: 'submitted',
      finishReason: 'found_error',
      revision: 2,
      stepCount: 6,
      ratings: [1, -1],
      supersededRatings: [null, null, 0],
      explanation: 'No',
      archived: 1,
      note: null,
    })
  })

  test('that rated the repaired step is archived and returned to its annotator with its other ratings', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, 0, 1, -1], {
      options: { '3': [0, -1] },
      explanation: { option: 0 },
      stepTimesMs: [5, 6, 7, 8],
      notes: [
        { step: 2, option: null, kind: 'bad_split', text: 'Two steps' },
        { step: 3, option: 1, kind: 'flag', text: '' },
      ],
    })
    expect(await repair(splitChange)).toMatchObject({
      revision: 2,
      returned: 1,
      drafts: 0,
      unchanged: 0,
    })
    expect(await readAnnotation(ada)).toEqual({
      state: 'draft',
      finishReason: null,
      revision: 2,
      stepCount: 6,
      explanation: null,
      ratings: [1, 0],
      supersededRatings: [null, null, -1],
      flagged: [null, null],
      chosen: [0, 0],
      offered: [1, 1],
      tags: [],
      stepTimesMs: [5, 6, 0, 0, 8],
      archived: 1,
      note: 'Step 3 was split in two. Rate each step without a rating, up to the first error. Your other ratings are kept.',
    })
    const archived = await getDatabase().annotationArchive.findFirstOrThrow({
      where: { projectId: project.id },
      select: { record: true, reason: true },
    })
    expect(archived).toMatchObject({
      reason: 'repaired',
      record: { ratings: [1, 0, 1, -1], explanation: 'sum', revision: 1 },
    })
  })

  test('that a pause withdrew keeps its steps and ratings, and its annotator is not served the solution again', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, 1, 1, 1, 1])
    await getDatabase().$executeRaw`
      update annotation set state = 'withdrawn' where project_id = ${project.id}::uuid`
    const before = await readAnnotation(ada)
    expect(await repair(splitChange)).toMatchObject({ unchanged: 0, returned: 0, drafts: 0 })
    expect(await readAnnotation(ada)).toEqual(before)
    expect(before).toMatchObject({ state: 'withdrawn', ratings: [1, 1, 1, 1, 1], revision: 1 })
    const reply = await claimNext.execute(ada, { project: project.slug, prefetch: false })
    expect(reply.kind).toBe('none_left')
  })

  test('that was returned is served to its annotator, who rates the new steps and submits', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, 0, 1, -1], { options: { '3': [0, -1] } })
    await repair(splitChange)
    const servedItem = await claim(ada)
    expect(servedItem).toMatchObject({ reason: 'rework', solution, note: /Step 3 was split/ })
    const work = await getWork.execute(ada, { project: project.slug, lease: servedItem.lease.id })
    expect(work.draft).toMatchObject({
      ratings: [1, 0],
      supersededRatings: [null, null, -1],
      options: { '4': [0, -1] },
    })
    const state = makeState(servedItem.lease.id, [1, 0, 1, 1, -1], {
      basedOn: work.draft!.sequence,
      sequence: work.draft!.sequence + 1,
      options: { '4': [0, -1] },
      revision: work.revision,
    })
    await submitAnnotation.execute(
      ada,
      submitAnnotation.contract.input.parse({ ...state, finishReason: 'found_error' }),
    )
    expect(await readAnnotation(ada)).toMatchObject({ state: 'submitted', revision: 2, note: null })
    const { count } = await getDatabase().$queryRaw<{ count: number }[]>`
      select count(*)::int from option_rating where project_id = ${project.id}::uuid and step = 4`.then(
      ([row]) => row!,
    )
    expect(count).toBe(2)
  })

  test.each([
    ['solution', [1, 1, 1, 1, 1]],
    ['give_up', [1, 1, 0]],
  ] as const)(
    'that ended as %s after the repaired step is returned to its annotator',
    async (finishReason, ratings) => {
      const ada = await join('Ada')
      await submit(ada, [...ratings], { finishReason })
      expect(await repair(splitChange)).toMatchObject({ returned: 1 })
      expect(await readAnnotation(ada)).toMatchObject({ state: 'draft', ratings: [1, 1] })
    },
  )

  test('that is returned by two repairs has the notes of both', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, 1, 1, 1, 1])
    await repair(splitChange)
    expect(await repair({ kind: 'merge', step: 0, through: 1 }, 2)).toMatchObject({ drafts: 1 })
    expect(await readAnnotation(ada)).toMatchObject({
      ratings: [],
      supersededRatings: [null, null, null, 1, 1],
      stepCount: 5,
      archived: 1,
      note: 'Step 3 was split in two. Steps 1 and 2 were merged. Rate each step without a rating, up to the first error. Your other ratings are kept.',
    })
  })
})

describe('an annotation that is in progress during a repair', () => {
  test('keeps the answers about errors on steps that are not replaced, also after a second repair', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    const makeAnswers = (text: string) => ({
      explanation: { option: null, text },
      progress: null,
      tags: [],
    })
    await save(lease.id, ada, [1, -1], {
      supersededRatings: [-1, -1, -1],
      ...makeAnswers('at step 2'),
      supersededErrors: {
        2: makeAnswers('at step 3'),
        3: makeAnswers('at step 4'),
        4: makeAnswers('at step 5'),
      },
    })
    const readErrors = async () =>
      (await getWork.execute(ada, { project: project.slug, lease: lease.id })).draft
        ?.supersededErrors
    await repair(splitChange)
    expect(await readErrors()).toEqual({
      4: makeAnswers('at step 4'),
      5: makeAnswers('at step 5'),
    })
    await repair({ kind: 'merge', step: 0, through: 1 }, 2)
    expect(await readErrors()).toEqual({
      3: makeAnswers('at step 4'),
      4: makeAnswers('at step 5'),
    })
  })

  test('continues with the new steps and rejects saves with the old ones', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    const writer = randomUUID()
    await save(lease.id, ada, [1, 0, 1, 0], { writer })
    expect(await repair(splitChange)).toMatchObject({
      revision: 2,
      returned: 0,
      drafts: 1,
      unchanged: 0,
    })
    expect(await readAnnotation(ada)).toMatchObject({
      ratings: [1, 0],
      supersededRatings: [null, null, 0],
      revision: 2,
      archived: 0,
      note: null,
    })
    for (const sequence of [2, 3, 4])
      await expect(
        save(lease.id, ada, [1, 0, 1, 0, 1], { writer, basedOn: 1, sequence }),
      ).rejects.toMatchObject({ code: 'conflict' })
    const { draft, revision } = await getWork.execute(ada, {
      project: project.slug,
      lease: lease.id,
    })
    const basedOn = draft!.sequence
    await save(lease.id, ada, [1, 0, 1, 1, 0], { writer, basedOn, revision, sequence: 5 })
  })

  test('is not counted if its annotator skipped the solution, but has the new steps when it is served again', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    await save(lease.id, ada, [1, 0, 1, 0])
    await skipSolution.execute(ada, { project: project.slug, lease: lease.id, reason: 'Too long.' })
    const inProject = { project: project.slug, solution }
    const preview = await previewRepair.execute(reviewer, {
      ...inProject,
      revision: 1,
      change: splitChange,
    })
    expect(preview.effects).toMatchObject([{ state: 'skipped', isReturned: false }])
    expect(await getSolutionSplit.execute(reviewer, inProject)).toMatchObject({
      annotations: [{ state: 'skipped', reached: 4 }],
    })
    expect(await repair(splitChange)).toMatchObject({ returned: 0, drafts: 0, unchanged: 0 })
    expect(await readAnnotation(ada)).toMatchObject({ ratings: [1, 0], revision: 2 })
  })

  test('is counted if its annotator skipped the solution in an earlier round', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    await save(lease.id, ada, [1, 0, 1, 0])
    await skipSolution.execute(ada, { project: project.slug, lease: lease.id, reason: 'Too long.' })
    await getDatabase().queueItem.updateMany({
      where: { projectId: project.id, solutionId: solution },
      data: { round: 1 },
    })
    expect(await repair(splitChange)).toMatchObject({ drafts: 1 })
  })

  test('is counted if it was returned to an annotator who had skipped the solution before', async () => {
    const ada = await join('Ada')
    await submit(ada, [1, 1, 1, 1, 1])
    await getDatabase().skip.create({
      data: {
        projectId: project.id,
        solutionId: solution,
        userId: ada.userId,
        reason: 'Too long.',
      },
    })
    await repair(splitChange)
    expect(await repair({ kind: 'merge', step: 0, through: 1 }, 2)).toMatchObject({ drafts: 1 })
  })

  test('keeps ratings of alternatives after unchanged steps only', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    await save(lease.id, ada, [1, 1, -1], { options: { '2': [1], '3': [0, 1] } })
    const read = () => getDatabase().$queryRaw<unknown[]>`
      select r.step, r.option, r.rating from option_rating r join annotation l on l.id = r.annotation_id
      where l.project_id = ${project.id}::uuid and l.user_id = ${ada.userId}::uuid order by r.step, r.option`
    await repair(splitChange)
    expect(await read()).toEqual([
      { step: 2, option: 1, rating: 1 },
      { step: 4, option: 1, rating: 0 },
      { step: 4, option: 2, rating: 1 },
    ])
    await repair(mergeChange, 2)
    expect(await read()).toEqual([
      { step: 3, option: 1, rating: 0 },
      { step: 3, option: 2, rating: 1 },
    ])
  })

  test('is repaired even if it has the highest possible sequence number', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    await save(lease.id, ada, [1, 0, 1], { sequence: 2_147_483_647 })
    expect(await repair(splitChange)).toMatchObject({ drafts: 1 })
    expect(await readAnnotation(ada)).toMatchObject({ ratings: [1, 0], revision: 2 })
  })

  test('rejects saves with the old steps even if it was never saved before', async () => {
    const ada = await join('Ada')
    const { lease } = await claim(ada)
    await repair(splitChange)
    for (const sequence of [1, 2])
      await expect(save(lease.id, ada, [1, 1, 1], { sequence })).rejects.toMatchObject({
        code: 'conflict',
      })
    expect(await readAnnotation(ada)).toMatchObject({ state: 'draft', ratings: [], revision: 2 })
    await save(lease.id, ada, [1], { basedOn: 1, revision: 2, sequence: 3 })
  })

  test('rejects saves with the old steps if it is being claimed during the repair', async () => {
    const ada = await join('Ada')
    const claimer = { projectId: project.id, userId: ada.userId }
    const item = { isPrefetched: false, leaseMinutes: 30 }
    let repaired: Promise<unknown> = Promise.resolve()
    await getDatabase().$transaction(async (db) => {
      await claimBestItem(db, claimer, item)
      repaired = repair(splitChange)
      await db.$executeRaw`select pg_sleep(0.3)`
    })
    await repaired
    expect(await readAnnotation(ada)).toMatchObject({ state: 'draft', ratings: [], revision: 2 })
  })
})

describe('a repair is rejected for', () => {
  test.each(['in the queue', 'not in the queue'])(
    'steps that another of three concurrent repairs has changed (solution %s)',
    async (where) => {
      if (where === 'not in the queue')
        await getDatabase()
          .$executeRaw`delete from queue_item where project_id = ${project.id}::uuid`
      const outcomes = await Promise.allSettled([
        repair(splitChange),
        repair(mergeChange),
        repair(splitChange),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ code: 'conflict' })
      expect((await readSolution()).revision).toBe(2)
    },
  )

  test('an invalid split, and changes nothing', async () => {
    const impossible: Change = { kind: 'split', step: 1, at: [6] }
    await expect(repair(impossible)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await readSolution()).toMatchObject({ revision: 1, steps })
  })

  test('solutions with imported labels', async () => {
    const [{ id }] = (await getDatabase().$queryRaw<{ id: string }[]>`
      insert into annotation (project_id, id, solution_id, import_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, recorded_at)
      values (${project.id}::uuid, gen_random_uuid(), ${solution}::uuid, gen_random_uuid(), 'ada', 'submitted',
        'solution', 5, '{-1}', '{null}', '{null}', '{1}', 'found_error', '2026-01-01') returning id`) as [
      { id: string },
    ]
    await expect(repair(splitChange)).rejects.toThrow(
      /has imported labels, which never change.*Nothing was changed/,
    )
    const row = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, id },
      select: { revision: true, stepCount: true },
    })
    expect(row).toEqual({ revision: 1, stepCount: 5 })
  })

  test('solutions of another project', async () => {
    const otherProject = await makeProject()
    const input = { project: otherProject.slug, solution, revision: 1, change: splitChange }
    await expect(repairSteps.execute(otherProject.admin, input)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('too many options at the merged step', async () => {
    await getDatabase().stepOption.createMany({
      data: Array.from({ length: 100 }, (_, i) => ({
        projectId: project.id,
        solutionId: solution,
        step: 1,
        option: i + 1,
        text: `${i}`,
      })),
    })
    await expect(repair(mergeChange)).rejects.toThrow(/at most 100 options/)
  })
})

test('the preview of a repair changes nothing', async () => {
  const [ada, ben] = [await join('Ada'), await join('Ben')]
  await submit(ada, [-1])
  await submit(ben, [1, 1, 0, -1], { options: { '3': [0, 0] } })
  const input = { project: project.slug, solution, revision: 1, change: splitChange }
  const preview = await previewRepair.execute(reviewer, input)
  expect(preview.steps.map(({ source }) => source)).toEqual(['Four.', 'Five.'])
  expect(preview.effects).toMatchObject([
    { person: 'Ada', isReturned: false, removedRatings: 0 },
    { person: 'Ben', isReturned: true, removedRatings: 1 },
  ])
  expect(await readSolution()).toMatchObject({ revision: 1, steps })
  await expect(previewRepair.execute(reviewer, { ...input, revision: 2 })).rejects.toMatchObject({
    code: 'conflict',
  })
})
