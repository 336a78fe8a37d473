import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeAnnotation } from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import {
  applyListChanges,
  correctGroups,
  countWrongGroups,
} from '@/lib/platform/server/stored-lists.sql'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { listQuestions } from './queries'
import { questionSteps } from './question-steps.sql'
import { countStepsWithQuestionsUpTo } from './questions.sql'

useTestDatabase()

let people: Person[]
let project: TestProject
let annotations: string[]

beforeAll(async () => {
  const { admin } = await makeProject()
  project = await makeProject({}, admin)
  people = await Promise.all([0, 1, 2].map(() => makeMember(project, 'annotator')))
})
beforeEach(() => makeAnnotatedProject())

/** Two solutions of three steps, each with the annotations of three people. */
async function makeAnnotatedProject() {
  project = await makeProject({}, project.admin)
  await importLines(project, [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])])
  annotations = []
  for (const [i, person] of people.entries())
    for (const name of ['a/0', 'b/0'])
      annotations.push(
        await storeAnnotation(project, name, person, [1, 1, 1], {
          submittedAt: `2026-03-0${i + 1}T10:00:00Z`,
        }),
      )
}

interface Change {
  kind: keyof typeof changes
  annotation: number
  step: number
}

type ApplyChange = (
  db: Transaction,
  target: { project: string; annotation: string; step: number },
) => Promise<unknown>

const setNotes = (dismissed: boolean): ApplyChange => {
  const value = dismissed ? new Date('2026-03-09') : null
  return (db, { annotation, step }) =>
    db.stepNote.updateMany({
      where: { annotationId: annotation, step },
      data: { dismissedAt: value },
    })
}
const addNote =
  (kind: 'flag' | 'comment' | 'bad_split'): ApplyChange =>
  (db, { project: projectId, annotation, step }) =>
    db.$executeRaw`
      insert into step_note (project_id, annotation_id, step, option, kind, text)
      select project_id, id, ${step}::int, ${step}::int, ${kind}::step_note_kind, 'Why?' from annotation
      where project_id = ${projectId}::uuid and id = ${annotation}::uuid
      on conflict (project_id, annotation_id, step, option, kind) do update set dismissed_at = null`
const setState =
  (state: 'draft' | 'submitted' | 'withdrawn'): ApplyChange =>
  (db, { annotation }) =>
    db.$executeRaw`
      update annotation set state = ${state}::annotation_state,
        finish_reason = case when ${state} <> 'draft' then 'solution'::finish_reason end,
        submitted_at = coalesce(submitted_at, '2026-03-08') where id = ${annotation}::uuid`
const setQuestions =
  (state: 'open' | 'dismissed'): ApplyChange =>
  (db, { project: projectId, step }) =>
    db.$executeRaw`
      update question set state = ${state}::question_state,
        user_id = case when ${state} <> 'open' then asked_by end, resolved_at = case when ${state} <> 'open' then now() end
      where project_id = ${projectId}::uuid and step = ${step}`

/** What can open or close a question. */
const changes = {
  flag: addNote('flag'),
  comment: addNote('comment'),
  report: addNote('bad_split'),
  dismiss: setNotes(true),
  reopen: setNotes(false),
  deleteNotes: (db, { annotation }) =>
    db.stepNote.deleteMany({ where: { annotationId: annotation } }),
  submit: setState('submitted'),
  unsubmit: setState('draft'),
  withdraw: setState('withdrawn'),
  deleteAnnotation: (db, { annotation }) => db.annotation.deleteMany({ where: { id: annotation } }),
  repair: (db, { annotation }) => db.$executeRaw`
    insert into solution_revision (project_id, solution_id, revision, steps, user_id, change)
    select l.project_id, l.solution_id, l.revision, '{a,b,c}', l.user_id, 'Split' from annotation l where l.id = ${annotation}::uuid
    on conflict do nothing`,
  updateToRepair: (db, { annotation }) =>
    db.$executeRaw`update annotation set revision = revision + 1 where id = ${annotation}::uuid`,
  ask: (db, { annotation, step }) => db.$executeRaw`
    insert into question (project_id, id, solution_id, revision, step, kind, text, asked_by, state)
    select project_id, gen_random_uuid(), solution_id, 1, ${step}::int, 'reviewer', 'Right?', user_id, 'open'
    from annotation where id = ${annotation}::uuid`,
  resolve: setQuestions('dismissed'),
  askAgain: setQuestions('open'),
  moveQuestions: (db, { project: projectId }) =>
    db.$executeRaw`update question set step = (step + 1) % 3 where project_id = ${projectId}::uuid`,
  deleteQuestions: (db, { project: projectId, step }) =>
    db.question.deleteMany({ where: { projectId, step } }),
  runJob: () => applyListChanges(getDatabase(), questionSteps),
} satisfies Record<string, ApplyChange>

const makeChange = ({ kind, annotation, step }: Change, db: Transaction = getDatabase()) => {
  const target = { project: project.id, annotation: annotations[annotation]!, step }
  return changes[kind](db, target)
}

interface ListedStep {
  solution: string
  step: number
  annotators: number
}

/** The steps of the list, computed from all notes and questions. */
function recount(order: 'newest' | 'most-asked'): Promise<ListedStep[]> {
  return getDatabase().$queryRaw<ListedStep[]>`
    select solution_id as solution, step, count(distinct person)::int as annotators
    from (
      select l.solution_id, n.step, l.user_id as person, l.submitted_at as asked_at
      from step_note n join annotation l on l.project_id = n.project_id and l.id = n.annotation_id
      where n.kind <> 'bad_split' and n.dismissed_at is null and l.state = 'submitted' and l.project_id = ${project.id}::uuid
        and not exists (select from solution_revision v where v.solution_id = l.solution_id and v.revision = l.revision)
      union all
      select solution_id, step, asked_by, asked_at from question where state = 'open' and project_id = ${project.id}::uuid
    ) asked
    group by solution_id, step
    order by case when ${order} = 'most-asked' then count(distinct person) end desc, max(asked_at) desc, solution_id, step`
}

async function listAll(order: 'newest' | 'most-asked', limit: number): Promise<ListedStep[]> {
  const steps: ListedStep[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await listQuestions.execute(project.admin, {
      project: project.slug,
      order,
      page,
      limit,
    })
    pages = list.pages
    steps.push(
      ...list.steps.map(({ solution, step, annotators }) => ({ solution, step, annotators })),
    )
    if (page === pages) expect(list.count).toBe(steps.length)
  }
  return steps
}

const countWrong = () => countWrongGroups(getDatabase(), questionSteps)
const countChanges = () =>
  getDatabase().questionStepChange.count({ where: { projectId: project.id } })

async function expectRecounted() {
  expect(await listAll('most-asked', 50)).toEqual(await recount('most-asked'))
  expect(await listAll('newest', 2)).toEqual(await recount('newest'))
  expect(await countWrong()).toBe(0)
}

describe('the stored steps with questions', () => {
  test(
    'are those of a recount after any changes, whenever the job runs',
    { timeout: 120_000 },
    async () => {
      const change = fc.record({
        kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
        annotation: fc.nat(5),
        step: fc.nat(2),
      })
      const initialNotes: Change[] = [0, 1, 2, 3, 4, 5].map((annotation) => ({
        kind: 'flag',
        annotation,
        step: annotation % 3,
      }))
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (list) => {
          await makeAnnotatedProject()
          for (const item of [...initialNotes, ...list]) await makeChange(item)
          await expectRecounted()
          await changes.runJob()
          expect(await countChanges()).toBe(0)
          await expectRecounted()
        }),
        { numRuns: isFullTestRun ? 60 : 12 },
      )
    },
  )

  test.each(Object.keys(changes) as Change['kind'][])('follow the change "%s"', async (kind) => {
    for (const annotation of [0, 2, 4]) await makeChange({ kind: 'flag', annotation, step: 1 })
    await makeChange({ kind: 'ask', annotation: 1, step: 1 })
    await changes.runJob()
    await makeChange({ kind, annotation: 0, step: 1 })
    await expectRecounted()
    await changes.runJob()
    await expectRecounted()
  })

  test('are not changed by saves that change no note', async () => {
    await makeChange({ kind: 'flag', annotation: 0, step: 1 })
    await changes.runJob()
    await getDatabase().$executeRaw`
      update annotation set sequence = sequence + 1, total_time_ms = total_time_ms + 1 where project_id = ${project.id}::uuid`
    await makeChange({ kind: 'unsubmit', annotation: 1, step: 0 })
    expect(await countChanges()).toBe(0)
  })

  test('are right after two transactions that did not see each other', async () => {
    await makeChange({ kind: 'flag', annotation: 0, step: 1 })
    await makeChange({ kind: 'dismiss', annotation: 0, step: 1 })
    await changes.runJob()
    const reopening = openLongTransaction((db) =>
      makeChange({ kind: 'reopen', annotation: 0, step: 1 }, db),
    )
    await reopening.started
    await makeChange({ kind: 'unsubmit', annotation: 0, step: 1 })
    await changes.runJob()
    await reopening.end()
    await changes.runJob()
    await expectRecounted()
    expect(await recount('newest')).toEqual([])
  })

  test('are stored while a transaction is open, and are right when it ends', async () => {
    for (const annotation of [0, 1]) await makeChange({ kind: 'flag', annotation, step: 1 })
    const dismissing = openLongTransaction((db) =>
      makeChange({ kind: 'dismiss', annotation: 0, step: 1 }, db),
    )
    await dismissing.started
    await Promise.all([changes.runJob(), changes.runJob()])
    await expectRecounted()
    expect(await listAll('newest', 50)).toHaveLength(2)
    await dismissing.end()
    await expectRecounted()
    expect(await listAll('newest', 50)).toHaveLength(1)
  })

  test('are counted up to a limit, stored or not', async () => {
    await makeChange({ kind: 'flag', annotation: 0, step: 0 })
    await makeChange({ kind: 'flag', annotation: 1, step: 0 })
    await changes.runJob()
    await makeChange({ kind: 'flag', annotation: 1, step: 1 })
    const count = (max: number) => countStepsWithQuestionsUpTo(getDatabase(), project.id, max)
    expect([await count(1), await count(2), await count(9)]).toEqual([1, 2, 3])
  })

  test('are compared with the questions and corrected', async () => {
    for (const annotation of [0, 1]) await makeChange({ kind: 'flag', annotation, step: 1 })
    await changes.runJob()
    const [first] = await recount('newest')
    await getDatabase().questionStep.updateMany({
      where: { projectId: project.id, solutionId: first!.solution },
      data: { annotators: 7, step: 2 },
    })
    expect(await countWrong()).toBe(1)
    expect(await correctGroups(getDatabase(), questionSteps)).toBe(1)
    await expectRecounted()
    await changes.runJob()
    await expectRecounted()
  })
})
