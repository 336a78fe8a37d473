import { beforeAll, describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { stepmarkSchema } from '@/lib/formats/stepmark-schema'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { excludedHeaderName, parseExcludedHeader } from '../excluded-header'
import { exportAnnotations } from './queries'
import { labelSolution, makeProjectWithSolutions } from './testing/labelled-project'
import { type ReleaseTestOptions, makeTestRelease, readReleaseIndex } from './testing/test-releases'

useTestDatabase()

/** Annotations by a name for what is special about them; most are ordinary. */
const kinds = [
  ...(['plain', 'plain2', 'newer', 'imported', 'generation3', 'early', 'slice', 'giveUp'] as const),
  ...(['badProblem', 'gold', 'control', 'screening', 'irregular', 'draft'] as const),
]
type Kind = (typeof kinds)[number]

let project: TestProject
const ids = {} as Record<Kind, string>
const labelers = {} as Record<Kind, string>

beforeAll(async () => {
  const created = await makeProjectWithSolutions(kinds.length)
  project = created.project
  const db = getDatabase()
  const solutions = [...created.solutions.values()].flat()
  const solutionOf = {} as Record<Kind, string>
  for (const [i, kind] of kinds.entries()) {
    // `plain` and `newer` are two annotations of one solution.
    solutionOf[kind] = kind === 'newer' ? solutionOf.plain : solutions[i]!
    ids[kind] = await labelSolution(project, solutionOf[kind])
  }
  const { importId } = await db.solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { importId: true },
  })
  const change = (kind: Kind, data: object) =>
    db.annotation.update({
      where: { projectId_id: { projectId: project.id, id: ids[kind] } },
      data,
      select: { id: true },
    })
  // In SQL, because Prisma's times are in milliseconds.
  await db.$executeRaw`update annotation set submitted_at = '2026-03-02T09:01:10.250001Z'
    where project_id = ${project.id}::uuid and id = ${ids.newer}::uuid`
  await change('generation3', { generation: 3 })
  await change('early', { submittedAt: '2026-01-01T00:00:00Z' })
  await change('giveUp', { finishReason: 'give_up', finishNote: 'Too long.' })
  await change('badProblem', { finishReason: 'bad_problem', finishNote: 'No answer.' })
  await change('control', { isQualityControl: true })
  await change('screening', { isScreening: true })
  const imported = { origin: 'imported', importId, userId: null, submittedAt: null } as const
  await change('imported', { ...imported, recordedAt: '2022-07-01T10:00:00', labeler: 'alice' })
  await change('irregular', { ...imported, recordedAt: '', irregular: 'It goes on.' })
  await change('draft', { state: 'draft', finishReason: null, submittedAt: null })
  // Screening is served on gold.
  for (const kind of ['gold', 'screening'] as const)
    await db.goldItem.create({
      data: { projectId: project.id, solutionId: solutionOf[kind], firstErrors: [] },
    })
  await db.queueItem.updateMany({
    where: { projectId: project.id, solutionId: { not: solutionOf.slice } },
    data: { slice: 'other' },
  })
  await db.queueItem.updateMany({
    where: { projectId: project.id, solutionId: solutionOf.slice },
    data: { slice: 'some-slice' },
  })
  const rows = await db.annotation.findMany({
    where: { projectId: project.id },
    select: { id: true, labeler: true },
  })
  for (const kind of kinds) labelers[kind] = rows.find(({ id }) => id === ids[kind])!.labeler
})

async function release(options: Partial<ReleaseTestOptions> = {}): Promise<Kind[]> {
  const { number, state, message } = await makeTestRelease(project, options)
  if (state === 'failed') {
    expect(message).toMatch(/^The release would be empty/)
    return []
  }
  const index = await readReleaseIndex(project, number)
  return index.map(({ annotation }) => kinds.find((kind) => ids[kind] === annotation)!)
}

const exportedKinds: Kind[] = [
  'plain',
  'plain2',
  'newer',
  'imported',
  'generation3',
  'early',
  'slice',
]

test('releases and exports contain nothing of other projects', async () => {
  const otherProject = await makeProjectWithSolutions(1)
  const foreign = await labelSolution(
    otherProject.project,
    [...otherProject.solutions.values()].flat()[0]!,
  )
  expect(await release()).toEqual(exportedKinds)
  const reply = await exportAnnotations.execute(
    project.admin,
    exportAnnotations.contract.input.parse({ project: project.slug, format: 'stepmark' }),
  )
  const text = (await readReplyLines(reply)).join('\n')
  expect(text).toContain(ids.plain)
  expect(text).not.toContain(foreign)
})

describe('an export', () => {
  async function exportKinds(more: object = {}) {
    const reply = await exportAnnotations.execute(
      project.admin,
      exportAnnotations.contract.input.parse({
        project: project.slug,
        format: 'stepmark',
        ...more,
      }),
    )
    const lines = await readReplyLines(reply)
    const exported = lines.map((line) => stepmarkSchema.parse(JSON.parse(line)))
    return {
      kinds: exported.map(({ annotation }) => kinds.find((kind) => ids[kind] === annotation.id)!),
      excluded: parseExcludedHeader(reply.headers[excludedHeaderName] ?? null),
    }
  }
  const qualityControl: readonly Kind[] = ['gold', 'control', 'screening']
  const submitted = kinds.filter((kind) => kind !== 'draft')

  test('excludes gold, screening and quality control, and reports their counts', async () => {
    expect(await exportKinds()).toEqual({
      kinds: submitted.filter((kind) => !qualityControl.includes(kind)),
      excluded: { gold: 2, screening: 1 },
    })
    expect(await exportKinds({ labels: 'imported' })).toEqual({
      kinds: ['imported', 'irregular'],
      excluded: { gold: 0, screening: 0 },
    })
  })

  test.each([
    { format: 'csv' },
    { format: 'trl-stepwise', neutral: 'negative' },
    { format: 'prm800k', consensus: 'majority' },
  ])('excludes gold from $format', async (more) => {
    const read = async (includeQualityControl: string) => {
      const reply = await exportAnnotations.execute(
        project.admin,
        exportAnnotations.contract.input.parse({
          project: project.slug,
          includeQualityControl,
          ...more,
        }),
      )
      return (await readReplyLines(reply)).length
    }
    expect(await read('false')).toBeLessThan(await read('true'))
  })

  test('includes gold, screening and quality control with includeQualityControl', async () => {
    expect(await exportKinds({ includeQualityControl: 'true' })).toEqual({
      kinds: submitted,
      excluded: { gold: 0, screening: 0 },
    })
  })
})

describe('filters', () => {
  test('without filters, selects finished and regular annotations, without quality control', async () => {
    expect(await release()).toEqual(exportedKinds)
  })

  test.each<[keyof NonNullable<ReleaseTestOptions['filters']>, Kind[]]>([
    ['includeUnfinished', ['giveUp', 'badProblem']],
    ['includeGold', ['gold', 'control']],
    ['includeScreening', ['screening']],
    ['includeIrregular', ['irregular']],
  ])('the filter %s adds these kinds of annotations: %j', async (name, more) => {
    expect(await release({ filters: { [name]: true } })).toEqual([...exportedKinds, ...more])
  })

  test('filters labels by their origin', async () => {
    const own = exportedKinds.filter((kind) => kind !== 'imported')
    expect(await release({ filters: { labels: 'own' } })).toEqual(own)
    expect(await release({ filters: { labels: 'imported' } })).toEqual(['imported'])
  })

  test('filters by generation, annotator, slice and subject', async () => {
    expect(await release({ filters: { generations: [3, 7] } })).toEqual(['generation3'])
    expect(await release({ filters: { labelers: ['alice', labelers.slice] } })).toEqual([
      ...(['imported', 'slice'] as const),
    ])
    expect(await release({ filters: { labelers: [] } })).toEqual([])
    expect(await release({ filters: { slices: ['some-slice'] } })).toEqual(['slice'])
    // Not selected for this slice: annotations of the other slice and of round 3, and imported ones.
    const selectedKinds = exportedKinds.filter(
      (kind) => !['slice', 'generation3', 'imported'].includes(kind),
    )
    expect(await release({ filters: { slices: ['other'] } })).toEqual(selectedKinds)
    expect(await release({ filters: { subjects: ['Geometry'] } })).toEqual([
      ...(['plain2', 'imported', 'early'] as const),
    ])
  })

  test('filters by time to the microsecond, and imported annotations by the time given in the imported line', async () => {
    const since2026 = exportedKinds.filter((kind) => kind !== 'imported')
    expect(await release({ filters: { from: '2026-01-01T00:00:00Z' } })).toEqual(since2026)
    expect(await release({ filters: { from: '2026-01-01T00:00:00.001Z' } })).toEqual(
      since2026.filter((kind) => kind !== 'early'),
    )
    expect(await release({ filters: { until: '2026-01-01T00:00:00Z' } })).toEqual(['imported'])
    expect(await release({ filters: { from: '2026-03-02T09:01:10.250001Z' } })).toEqual(['newer'])
    const ten = { from: '2022-07-01T12:00:00+02:00', until: '2022-07-01T10:00:01Z' }
    expect(await release({ filters: ten })).toEqual(['imported'])
    expect(await release({ filters: { until: '2022-07-01T10:00:00Z' } })).toEqual([])
  })

  test('combines several filters', async () => {
    const filters = { subjects: ['Algebra'], labels: 'own', from: '2026-01-02T00:00:00Z' } as const
    expect(await release({ filters: { ...filters, subjects: ['Algebra'] } })).toEqual([
      ...(['plain', 'newer', 'generation3', 'slice'] as const),
    ])
  })
})

describe('consensus', () => {
  test('latest: selects the last annotation of the slice, not one that another round served', async () => {
    const setGeneration = (generation: number | null) =>
      getDatabase().annotation.update({
        where: { projectId_id: { projectId: project.id, id: ids.newer } },
        data: { generation },
        select: { id: true },
      })
    const read = async () => {
      const selected = await release({ consensus: 'latest', filters: { slices: ['other'] } })
      return selected.filter((kind) => kind === 'plain' || kind === 'newer')
    }
    expect(await read()).toEqual(['newer'])
    await setGeneration(3)
    expect(await read()).toEqual(['plain'])
    await setGeneration(null)
  })

  test('latest: selects the last submitted annotation of each solution that matches the filters', async () => {
    expect(await release({ consensus: 'latest' })).toEqual(
      exportedKinds.filter((kind) => kind !== 'plain'),
    )
    const until = '2026-03-02T09:01:10.250001Z'
    expect(await release({ consensus: 'latest', filters: { until } })).toEqual(
      exportedKinds.filter((kind) => kind !== 'newer'),
    )
  })

  test('latest: with screening, selects the screening answer to gold, not later work on it', async () => {
    const { solutionId } = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, id: ids.screening },
      select: { solutionId: true },
    })
    const laterWork = await labelSolution(project, solutionId)
    const filters = { includeScreening: true }
    expect(await release({ consensus: 'latest', filters })).toContain('screening')
    await getDatabase().annotation.delete({
      where: { projectId_id: { projectId: project.id, id: laterWork } },
      select: { id: true },
    })
  })

  test('latest: the index has the number of annotations of each solution that match the filters', async () => {
    const { number } = await makeTestRelease(project, { consensus: 'latest' })
    const index = await readReleaseIndex(project, number)
    expect(
      index.map(({ annotation, annotations_of_solution: all }) => [annotation === ids.newer, all]),
    ).toEqual(exportedKinds.slice(1).map((kind) => [kind === 'newer', kind === 'newer' ? 2 : 1]))
  })
})
