import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import { listOwnAnnotations } from '@/lib/annotations/server/own-work'
import type { StepmarkLine } from '@/lib/formats/stepmark-schema'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getProgress } from '@/lib/progress/server/queries'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import {
  countRowsByKind,
  exportInStepmarkFormat,
  makeSolutionFlowLines,
  makeProjectFromPlan,
  type ProjectPlan,
  formatJsonLines,
} from './testing/project-plans'

useTestDatabase()

const noRecords = { problems: 0, solutions: 0, annotations: 0, invalidLines: 0 }
const action: ProjectPlan['actions'][number] = {
  ratings: [1, -1, 0, 1, 1, 1],
  givesUp: false,
  notes: true,
  explanation: 'own words',
  progress: 'some',
  tags: ['sum'],
  times: [5],
  thenReopens: false,
}
const simplePlan: ProjectPlan = {
  flow: 'solution',
  asksExplanation: true,
  actions: [action, action],
  repairs: [],
  lines: [],
  unlabelledLines: [],
}

let project: TestProject
let otherProject: TestProject
/** An export with the lines of two annotators of one solution. */
let text: string

async function makeSource() {
  project = await makeProjectFromPlan(simplePlan)
  text = await exportInStepmarkFormat(project)
}
beforeAll(makeSource)
beforeEach(async () => {
  otherProject = await makeProject({}, project.admin)
})

const readLines = (jsonl: string) =>
  jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StepmarkLine)

function change(line: StepmarkLine, applyChange: (line: StepmarkLine) => void): StepmarkLine {
  const copy = structuredClone(line)
  applyChange(copy)
  return copy
}

const readIds = async ({ id }: TestProject) =>
  getDatabase().$queryRaw<{ problem: string; solution: string; annotation: string }[]>`
    select p.id as problem, s.id as solution, l.id as annotation
    from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where l.project_id = ${id}::uuid order by l.id`

const idsOf = ({ problem, solution, annotation }: StepmarkLine) => ({
  problem: problem.id,
  solution: solution.id,
  annotation: annotation.id,
})

async function expectRejected(lines: readonly unknown[], location: string, reason: RegExp) {
  const before = [await countRowsByKind(otherProject), await exportInStepmarkFormat(otherProject)]
  await expect(importLines(otherProject, lines)).rejects.toMatchObject({
    code: 'invalid_lines',
    details: {
      lineErrors: [{ location, reason: expect.stringMatching(reason) as string }],
    },
  })
  expect([await countRowsByKind(otherProject), await exportInStepmarkFormat(otherProject)]).toEqual(
    before,
  )
}

describe('lines of two annotators of one solution', () => {
  test('are imported as one solution with the ids of the file', async () => {
    expect(await importLines(otherProject, text)).toMatchObject({
      problems: 1,
      solutions: 1,
      annotations: 2,
      duplicates: 1,
      queued: 0,
      unservable: 0,
    })
    expect(await readIds(otherProject)).toEqual(readLines(text).map(idsOf))
    expect(await countRowsByKind(otherProject)).toMatchObject({
      problems: 1,
      solutions: 1,
      annotations: 2,
    })
  })

  test('are imported as one solution even from two files, with the later line first', async () => {
    const [first = '', second = ''] = text.split('\n')
    await importLines(otherProject, second)
    expect(await importLines(otherProject, first)).toMatchObject({ annotations: 1, duplicates: 1 })
    expect(await exportInStepmarkFormat(otherProject)).toBe(text)
  })

  test('get the events of a later file exactly once', async () => {
    const exportWithoutEvents = await exportInStepmarkFormat(project, { events: false })
    await importLines(otherProject, exportWithoutEvents)
    expect(await countRowsByKind(otherProject)).toMatchObject({ events: 0 })
    expect(await exportInStepmarkFormat(otherProject, { events: false })).toBe(exportWithoutEvents)
    expect(await importLines(otherProject, text)).toMatchObject({ ...noRecords, duplicates: 2 })
    expect(await exportInStepmarkFormat(otherProject)).toBe(text)
    await importLines(otherProject, exportWithoutEvents)
    expect(await exportInStepmarkFormat(otherProject)).toBe(text)
  })

  test('get no events when imported into the project that exported them', async () => {
    onTestFinished(makeSource)
    await getDatabase().annotationEvent.deleteMany({ where: { projectId: project.id } })
    await importLines(project, text)
    expect(await countRowsByKind(project)).toMatchObject({ events: 0 })
  })
})

describe('an id that is already in use', () => {
  /** The same id with another statement or solution. */
  const changesByKind = {
    problem: (line: StepmarkLine) => {
      Object.assign(line.problem, { statement: 'Another?', external_id: null })
      Object.assign(line.solution, { id: randomUUID(), external_id: null })
      line.annotation.id = randomUUID()
    },
    solution: (line: StepmarkLine) => {
      Object.assign(line.solution, { external_id: null, text: null, splitter: null })
      Object.assign(line.solution, { step_spans: [], step_scores: null })
      line.solution.steps = line.solution.steps.map((step) => `${step}!`)
      line.annotation.id = randomUUID()
    },
  }

  test.each(['problem', 'solution'] as const)(
    'of a %s stays with its row, and the imported record gets another id',
    async (kind) => {
      const [line] = readLines(text)
      await importLines(otherProject, [line])
      const before = await exportInStepmarkFormat(otherProject)
      const foreignLine = change(line!, changesByKind[kind])
      expect(await importLines(otherProject, [foreignLine])).toMatchObject({
        solutions: 1,
        annotations: 1,
      })
      const rows = await readIds(otherProject)
      expect(rows).toHaveLength(2)
      expect(new Set(rows.map((row) => row[kind])).size).toBe(2)
      expect(await exportInStepmarkFormat(otherProject)).toContain(before)
      expect(await importLines(otherProject, [foreignLine])).toMatchObject({
        ...noRecords,
        duplicates: 1,
      })
      const lineOfOtherAnnotation = change(foreignLine, ({ annotation }) => {
        annotation.id = randomUUID()
      })
      expect(await importLines(otherProject, [lineOfOtherAnnotation])).toMatchObject({
        solutions: 0,
        annotations: 1,
      })
    },
  )
})

test('ids that are not UUIDs are replaced by derived ids, the same for each import', async () => {
  const linesWithNames = readLines(text).map((line, i) =>
    change(line, ({ problem, solution, annotation }) => {
      Object.assign(problem, { id: 'problem 1' })
      Object.assign(solution, { id: 'solution 1' })
      Object.assign(annotation, { id: `annotation ${i}` })
    }),
  )
  expect(await importLines(otherProject, linesWithNames)).toMatchObject({
    solutions: 1,
    annotations: 2,
  })
  expect(await importLines(otherProject, linesWithNames)).toMatchObject({
    ...noRecords,
    duplicates: 2,
  })
})

describe('an annotation with the id of an earlier one', () => {
  const reason = /same annotation .* different content/

  test.each<[string, (line: StepmarkLine) => void]>([
    ['other ratings', ({ annotation }) => (annotation.ratings[0] = 0)],
    ['another explanation', ({ annotation }) => (annotation.explanation = 'Otherwise.')],
    ['other notes', ({ annotation }) => annotation.notes.pop()],
    ['other times', ({ annotation }) => (annotation.submitted_at = '2026-01-01T00:00:00Z')],
    [
      'another origin',
      ({ annotation }) => Object.assign(annotation, { origin: 'imported', started_at: null }),
    ],
  ])('is rejected with %s, and the earlier one stays unchanged', async (_, applyChange) => {
    const [line] = readLines(text)
    await importLines(otherProject, [line])
    await expectRejected([change(line!, applyChange)], 'annotation', reason)
  })

  test('is rejected with other ratings even if both are in the same file', async () => {
    const [line] = readLines(text)
    const lineWithRating = change(line!, ({ annotation }) => (annotation.ratings[0] = 0))
    await expectRejected([line, lineWithRating], 'annotation', reason)
  })

  test('is rejected when an export is imported back after the annotation was changed', async () => {
    onTestFinished(makeSource)
    const { id } = (await readIds(project)).map(({ annotation }) => ({ id: annotation }))[0]!
    await getDatabase().$executeRaw`
      update annotation set ratings[1] = 0 where project_id = ${project.id}::uuid and id = ${id}::uuid`
    await expect(importLines(project, text)).rejects.toMatchObject({ code: 'invalid_lines' })
  })
})

test('rejects a solution or problem with the id of an earlier one but different content', async () => {
  const [line] = readLines(text)
  await importLines(otherProject, [line])
  const lineWithGenerator = change(line!, ({ solution }) => (solution.generator = 'another'))
  await expectRejected([lineWithGenerator], 'solution', /same solution .* different content/)
  const lineWithAnswer = change(line!, ({ problem }) => (problem.answer = '17'))
  await expectRejected([lineWithAnswer], 'problem.answer', /same problem .* another answer/)
})

describe('imported labels in the stepmark format', () => {
  test("belong to no annotator and can't be reopened", async () => {
    onTestFinished(makeSource)
    const [line] = readLines(text)
    const [{ id: annotation, userId, origin } = { id: '' }] =
      await getDatabase().annotation.findMany({
        where: { projectId: project.id },
        orderBy: { id: 'asc' },
        select: { id: true, userId: true, origin: true },
      })
    expect({ userId: line!.annotation.labeler, origin }).toEqual({ userId, origin: 'own' })
    const person = await getDatabase().user.findUniqueOrThrow({ where: { id: userId! } })
    const annotator = await makeMember(otherProject, 'annotator')
    const rejoined = await joinAgain(otherProject, annotator, person.id)
    await getDatabase().annotation.updateMany({
      where: { projectId: project.id },
      data: { submittedAt: new Date() },
    })
    await importLines(otherProject, await exportInStepmarkFormat(project))
    const rows = await getDatabase().annotation.findMany({
      where: { projectId: otherProject.id },
      select: { userId: true, importId: true, origin: true },
    })
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toEqual({ userId: null, importId: expect.any(String) as string, origin: 'own' })
    const input = { project: otherProject.slug, limit: 20 }
    const { annotations } = await listOwnAnnotations.execute(
      rejoined,
      listOwnAnnotations.contract.input.parse(input),
    )
    expect(annotations).toEqual([])
    expect(await getProgress.execute(rejoined, { project: otherProject.slug })).toMatchObject({
      doneToday: 0,
    })
    await expect(
      reopenAnnotation.execute(rejoined, { project: otherProject.slug, annotation }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  const joinAgain = async (
    { id }: TestProject,
    as: Awaited<ReturnType<typeof makeMember>>,
    userId: string,
  ) => {
    await getDatabase().member.create({ data: { projectId: id, userId, role: 'annotator' } })
    return { ...as, userId }
  }

  test('are exported with their origin', async () => {
    await importLines(otherProject, text)
    expect(await exportInStepmarkFormat(otherProject, { labels: 'own' })).toBe(text)
    expect(await exportInStepmarkFormat(otherProject, { labels: 'imported' })).toBe('')
  })
})

describe('lines of other formats', () => {
  test('match solutions that were imported in the stepmark format before', async () => {
    await importLines(otherProject, text)
    expect(await importLines(otherProject, ratingLines)).toMatchObject({
      problems: 0,
      solutions: 1,
      duplicates: 1,
      invalidLines: 0,
    })
  })

  test('match solutions imported in the stepmark format even if they have no external ids', async () => {
    const [, line] = makeSolutionFlowLines('q')
    const source = await makeProject()
    await importLines(source, formatJsonLines([line!]))
    const person = await makeMember(source, 'annotator')
    const rows = await labelAll(source, person.userId)
    expect(rows).toBe(3)
    await importLines(otherProject, await exportInStepmarkFormat(source))
    expect(await importLines(otherProject, formatJsonLines([line!]))).toMatchObject({
      ...noRecords,
      duplicates: 3,
    })
  })

  test('match lines in the stepmark format that are imported later', async () => {
    await importLines(otherProject, ratingLines)
    const before = await countRowsByKind(otherProject)
    expect(await importLines(otherProject, text)).toMatchObject({
      problems: 0,
      solutions: 0,
      annotations: 2,
      duplicates: 2,
    })
    expect(await countRowsByKind(otherProject)).toMatchObject({ ...before, ...counts, queued: 0 })
  })

  const counts = {
    annotations: 2,
    notes: 6,
    events: 2,
    optionRatings: expect.any(Number) as number,
  }
  const ratingLines = formatJsonLines(makeSolutionFlowLines('p').slice(0, 1))
})

test('a solution imported in the stepmark format without its labels is queued for labelling', async () => {
  expect(await importLines(otherProject, text, { labels: 'drop' })).toMatchObject({
    problems: 1,
    solutions: 1,
    annotations: 0,
    duplicates: 1,
    queued: 1,
  })
  expect(await countRowsByKind(otherProject)).toMatchObject({
    options: 0,
    annotations: 0,
    events: 0,
  })
})

/** Inserts a submitted annotation of each solution. Returns their number. */
async function labelAll({ id }: TestProject, userId: string): Promise<number> {
  return getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, finish_note, submitted_at)
    select project_id, gen_random_uuid(), id, ${userId}::uuid, ${userId}, 'submitted', flow, cardinality(steps), '{1}',
      '{null}', '{0}', '{1}', 'give_up', 'Enough.', now()
    from solution where project_id = ${id}::uuid`
}
