import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjudicateSolution, withdrawAdjudication } from '@/lib/adjudication/server/commands'
import { compareAnnotations, listDisagreements } from '@/lib/adjudication/server/queries'
import {
  claimNextItem,
  makeFlagContent,
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import { computeAdjudicationPriority } from '@/lib/adjudication/testing/compute-adjudication-priority'
import { reopenAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { returnAnnotation } from '@/lib/reviews/server/commands'
import { repairSteps } from '@/lib/splits/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { type ComparedRatings, findDisagreement } from '../disagreement'
import { storeDisagreementsOfImport } from './disagreements-of-import.sql'

useTestDatabase()

const concurrentTurns = isFullTestRun ? 8 : 3

/** Disagreements as stored, and as computed here from all annotations. */
async function readBoth({ id }: TestProject) {
  const storedRows = await getDatabase().disagreement.findMany({
    where: { projectId: id },
    orderBy: { solutionId: 'asc' },
  })
  const rows = await getDatabase().$queryRaw<
    {
      solutionId: string
      stepCount: number
      score: number | null
      annotations: ComparedRatings[]
      isAdjudicated: boolean
    }[]
  >`
    select s.id as "solutionId", cardinality(s.steps) as "stepCount", coalesce(q.score, s.score) as score,
      jsonb_agg(jsonb_build_object('ratings', l.ratings, 'flagged', l.flagged)) as annotations,
      exists (select from adjudication a where a.solution_id = s.id and a.withdrawn_at is null) as "isAdjudicated"
    from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
      left join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
    where l.project_id = ${id}::uuid and l.state = 'submitted' and l.flow = 'solution' and l.irregular is null
      and l.revision = s.revision and l.finish_reason in ('solution', 'found_error')
      and not l.is_quality_control and not l.is_screening
    group by s.project_id, s.id, s.score, q.score order by s.id`
  const computed = rows.flatMap(({ solutionId, stepCount, score, annotations, isAdjudicated }) => {
    const disagreement = isAdjudicated ? null : findDisagreement(annotations, stepCount)
    if (!disagreement) return []
    const {
      priority,
      distance,
      score: high,
      certainty,
      earliness,
    } = computeAdjudicationPriority(disagreement, score)
    const parts = {
      prioritySpread: distance,
      priorityScore: high,
      priorityCertainty: certainty,
      priorityEarlyStep: earliness,
    }
    const { people, unflagged, foundError, ...shared } = disagreement
    const counts = { annotatorCount: people, sureCount: unflagged, errorCount: foundError }
    return [{ projectId: id, solutionId, ...shared, ...counts, score, priority, ...parts }]
  })
  return { stored: storedRows, computed }
}

async function expectStoredEqualsComputed(project: TestProject): Promise<number> {
  const { stored, computed } = await readBoth(project)
  expect(stored).toEqual(computed)
  return stored.length
}

const anyRating = fc.constantFrom<Rating>(-1, 0, 1, 1)
const anyAction = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('label' as const),
      person: fc.nat({ max: 2 }),
      ratings: fc.array(anyRating, { minLength: 8, maxLength: 8 }),
      isFlagged: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reopen' as const), person: fc.nat({ max: 2 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('return', 'delete', 'repair', 'adjudicate'),
      nth: fc.nat(),
    }),
  },
)
type Action = typeof anyAction extends fc.Arbitrary<infer T> ? T : never

type Fixture = Awaited<ReturnType<typeof makeAdjudicationProject>>

async function submit(
  { project, ann, ben, reviewer }: Fixture,
  action: Extract<Action, { kind: 'label' }>,
) {
  const person = [ann, ben, reviewer][action.person]!
  const item = await claimNextItem(project, person).catch(() => null)
  if (!item) return null
  const call = { project: project.slug, lease: item.lease.id }
  const { stepCount, revision, draft } = await getWork.execute(person, call)
  const all = action.ratings.slice(0, stepCount)
  const end = all.indexOf(-1)
  const ratings = end === -1 ? all : all.slice(0, end + 1)
  const content = action.isFlagged ? makeFlagContent(0, 'Why?') : {}
  await claimAndLabelSolution(project, person, ratings, {
    content,
    basedOn: draft?.sequence ?? 0,
    revision,
  })
  return 'label' as const
}

/** What an action did, so that the test can check that most kinds of effects occurred. */
type Effect = 'label' | 'reopen' | 'return' | 'delete' | 'repair' | 'adjudicate' | 'withdraw'

/** Performs an action. Returns what it did, or null if it was not possible. */
async function perform(fixture: Fixture, action: Action): Promise<Effect | null> {
  const { project, ann, ben, reviewer } = fixture
  const slug = project.slug
  if (action.kind === 'label') return submit(fixture, action)
  const where = { projectId: project.id, state: 'submitted' as const }
  const all = await getDatabase().annotation.findMany({
    where,
    orderBy: { id: 'asc' },
    select: { id: true, userId: true, solutionId: true },
  })
  if ('person' in action) {
    const { userId } = [ann, ben, reviewer][action.person]!
    const lastOwn = all.filter((row) => row.userId === userId).at(-1)
    const person = [ann, ben, reviewer][action.person]!
    if (!lastOwn) return null
    return reopenAnnotation.execute(person, { project: slug, annotation: lastOwn.id }).then(
      () => 'reopen' as const,
      () => null,
    )
  }
  const row = all[action.nth % Math.max(1, all.length)]
  if (!row) return null
  const read = await compareAnnotations.execute(reviewer, {
    project: slug,
    solution: row.solutionId,
  })
  const expectedAnnotations = read.annotations.map(({ annotation, version }) => ({
    annotation,
    version,
  }))
  const key = { project: slug, solution: row.solutionId, revision: read.revision }
  if (action.kind === 'delete') {
    await getDatabase().annotation.deleteMany({ where: { id: row.id } })
    return 'delete'
  }
  if (action.kind === 'repair') {
    if (read.steps.length >= 8) return null
    const change = { kind: 'split' as const, step: 0, at: [2] }
    return repairSteps.execute(reviewer, { ...key, change }).then(
      () => 'repair' as const,
      () => null,
    )
  }
  if (action.kind === 'return') {
    const readVersion = expectedAnnotations.find(({ annotation }) => annotation === row.id)
    if (!readVersion) return null
    const call = { project: slug, ...readVersion, note: 'Again.' }
    await returnAnnotation.execute(reviewer, call)
    return 'return'
  }
  if (read.adjudication) {
    const { adjudication } = read.adjudication
    await withdrawAdjudication.execute(reviewer, { project: slug, adjudication })
    return 'withdraw'
  }
  const input = {
    ...key,
    ratings: [-1],
    expected: { annotations: expectedAnnotations, adjudication: null },
  }
  await adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
  return 'adjudicate'
}

test('stored disagreements equal those computed from annotations after any sequence of actions', async () => {
  let count = 0
  const effects = new Set<Effect | null>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 6, maxLength: 18 }), async (actions) => {
      const fixture = await makeAdjudicationProject({ steps: 4, overlap: 3, score: 0.7 })
      await importLines(fixture.project, [makeProblemLine('q', [0.4], 3)])
      for (const action of actions) {
        effects.add(await perform(fixture, action))
        count += await expectStoredEqualsComputed(fixture.project)
      }
    }),
    { numRuns: isFullTestRun ? 60 : 4 },
  )
  expect(count).toBeGreaterThan(10)
  // Without 'withdraw', which takes two actions on the same solution.
  for (const effect of ['adjudicate', 'delete', 'label', 'reopen', 'repair', 'return'])
    expect([...effects]).toContain(effect)
}, 300_000)

test('an import stores disagreements between the annotations that it imports', async () => {
  const project = await makeProject({})
  const lines = Array.from({ length: 40 }, (_, i) => ({
    prompt: `Why ${i}?`,
    completions: ['One.', 'Two.', 'Three.'],
  }))
  const labels = (row: number, labelerIndex: number) => [
    true,
    (row + labelerIndex) % 3 !== 0,
    row % 2 === 0,
  ]
  for (const labelerIndex of [0, 1])
    await importLines(
      project,
      lines.map((line, i) => ({ ...line, labels: labels(i, labelerIndex) })),
    )
  const disagreementCount = await expectStoredEqualsComputed(project)
  expect(disagreementCount).toBeGreaterThan(5)
})

test('a submission for a solution can commit during an import of labels for it, and is compared with them', async () => {
  const fixture = await makeAdjudicationProject({ steps: 2 })
  const { project, ann, ben, solution } = fixture
  await claimAndLabelSolution(project, ann, [1, -1])
  await claimNextItem(project, ben)
  const importId = randomUUID()
  await getDatabase().$transaction(async (db) => {
    await db.$executeRaw`
      insert into annotation (project_id, id, solution_id, import_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, recorded_at, identity)
      select project_id, gen_random_uuid(), solution_id, ${importId}::uuid, 'ada', state, flow, step_count, '{1,0}',
        flagged, chosen, offered, 'solution', '2026-01-01T00:00:00', decode('00', 'hex')
      from annotation where project_id = ${project.id}::uuid`
    const submitted = claimAndLabelSolution(project, ben, [1, 1]).then(() => 'submitted')
    const timeout = pause(5_000, 'waits', { ref: false })
    expect(await Promise.race([submitted, timeout])).toBe('submitted')
    await storeDisagreementsOfImport(db, { projectId: project.id, importId })
  })
  expect(await expectStoredEqualsComputed(project)).toBe(1)
  const [row] = await getDatabase().disagreement.findMany({ where: { solutionId: solution } })
  expect(row?.annotatorCount).toBe(3)
})

test('stores the disagreement between two annotations that are submitted concurrently', async () => {
  for (let turn = 0; turn < concurrentTurns; turn += 1) {
    const fixture = await makeAdjudicationProject({ steps: 2 })
    const { project, ann, ben } = fixture
    await Promise.all([claimNextItem(project, ann), claimNextItem(project, ben)])
    await Promise.all([
      claimAndLabelSolution(project, ann, [1, -1]),
      claimAndLabelSolution(project, ben, [1, 1]),
    ])
    expect(await expectStoredEqualsComputed(project)).toBe(1)
  }
})

test('stores no disagreement if one annotator submits while the other reopens theirs', async () => {
  for (let turn = 0; turn < concurrentTurns; turn += 1) {
    const fixture = await makeAdjudicationProject({ steps: 2 })
    const { project, ann, ben } = fixture
    const annotation = await claimAndLabelSolution(project, ann, [1, -1])
    await claimNextItem(project, ben)
    await Promise.all([
      claimAndLabelSolution(project, ben, [1, 1]),
      reopenAnnotation.execute(ann, { project: project.slug, annotation }),
    ])
    expect(await expectStoredEqualsComputed(project)).toBe(0)
  }
})

/** Labels one of two solutions, the first or the second that is served, and prefetches the other. */
async function labelAndPrefetchOther(
  project: TestProject,
  person: Person,
  labelledItem: 'first' | 'second',
) {
  const fetch = async (prefetch: boolean) => {
    const item = await claimNext.execute(person, {
      project: project.slug,
      prefetch,
    })
    if (item.kind !== 'solution') throw new Error('No solution was served.')
    return item.lease.id
  }
  const [first, second] = [await fetch(false), labelledItem === 'second' ? await fetch(true) : null]
  const { annotation } = await submitAnnotation.execute(person, {
    project: project.slug,
    lease: second ?? first,
    ...makeSaveInput([1]),
    ...finishInputByReason.solution,
  })
  if (labelledItem === 'first') await fetch(false)
  await getDatabase().lease.updateMany({
    where: { projectId: project.id, userId: person.userId },
    data: { isPrefetched: true },
  })
  return annotation
}

test('two annotators who have prefetched each other’s solution can reopen their annotations concurrently without a deadlock', async () => {
  const project = await makeProject({ overlap: 2 })
  await importLines(
    project,
    ['a', 'b'].map((id) => makeProblemLine(id, [0.9], 1)),
  )
  const [ann, ben] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const ownAnnotations = [
    { person: ann, annotation: await labelAndPrefetchOther(project, ann, 'first') },
    { person: ben, annotation: await labelAndPrefetchOther(project, ben, 'second') },
  ]
  const reopen = ({ person, annotation }: (typeof ownAnnotations)[number]) =>
    reopenAnnotation.execute(person, { project: project.slug, annotation })
  // Both wait for a queue item before either has locked one, and continue at the same moment.
  const { reopenings } = await runWhileLocked(
    (db) => db.$queryRaw`select from queue_item where project_id = ${project.id}::uuid for update`,
    async () => {
      const reopenings = Promise.allSettled(ownAnnotations.map(reopen))
      await expect.poll(countBlockedStatements).toBe(2)
      return { reopenings }
    },
  )
  expect((await reopenings).map(({ status: end }) => end)).toEqual(['fulfilled', 'fulfilled'])
})

test('the pages of disagreements are sorted by priority, and together contain each disagreement once', async () => {
  const project = await makeProject({ overlap: 2 })
  const scores = [0.9, 0.1, 0.5, 0.5, 0.7]
  await importLines(
    project,
    scores.map((score, i) => makeProblemLine(`p${i}`, [score], 2)),
  )
  const people = await Promise.all([
    makeMember(project, 'annotator'),
    makeMember(project, 'annotator'),
  ])
  for (const [i, person] of people.entries())
    for (const _ of scores) await claimAndLabelSolution(project, person, i === 0 ? [1, -1] : [1, 1])
  const read: { solution: string; priority: number }[] = []
  let after: string | undefined
  do {
    const input = { project: project.slug, limit: 2, ...(after ? { after } : {}) }
    const page = await listDisagreements.execute(project.admin, input)
    read.push(...page.disagreements.map(({ solution, priority }) => ({ solution, priority })))
    after = page.next ?? undefined
  } while (after)
  const rows = await getDatabase().disagreement.findMany({
    where: { projectId: project.id },
    select: { solutionId: true, priority: true },
  })
  const bySolution = (list: typeof read) =>
    list.toSorted((a, b) => a.solution.localeCompare(b.solution))
  expect(bySolution(read)).toEqual(
    bySolution(rows.map(({ solutionId, priority }) => ({ solution: solutionId, priority }))),
  )
  const priorities = read.map(({ priority }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
  expect(new Set(priorities).size).toBe(4) // Two solutions have the same score.
  const neutral = await listDisagreements.execute(project.admin, {
    project: project.slug,
    limit: 9,
    kind: 'neutral',
  })
  expect([neutral.count, neutral.highestScore]).toEqual([0, 0.9])
})
