import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { consensusNames, isCombiningConsensus } from '../consensus-names'
import { previewReleaseContract } from '../contract'
import { makeEmptyExclusionCounts } from '../release-manifest'
import { previewProjectRelease } from './preview-release'
import { listReleases, previewRelease } from './release-queries'
import {
  storeImportedTestAnnotation,
  storeTestAdjudication,
} from './testing/imported-test-annotations'
import {
  labelSolution,
  makeLabelledProject,
  makeProjectWithSolutions,
} from './testing/labelled-project'
import {
  addTestHeldOutList,
  makeTestRelease,
  readReleaseManifest,
  readReleaseBytes,
} from './testing/test-releases'

useTestDatabase()

type PreviewRequest = Omit<RequestInputOf<typeof previewReleaseContract>, 'project'>

const preview = (project: TestProject, request: PreviewRequest = {}) =>
  previewRelease.execute(
    project.admin,
    previewReleaseContract.input.parse({ project: project.slug, ...request }),
  )

let project: TestProject
const submittedCount = 12

beforeAll(async () => {
  const created = await makeProjectWithSolutions(8, 1)
  project = created.project
  const all = [...created.solutions.values()].flat()
  const ids: string[] = []
  for (const solution of [...all, ...all.slice(0, 4)])
    ids.push(await labelSolution(project, solution))
  const db = getDatabase()
  const { importId } = await db.solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { importId: true },
  })
  const change = (i: number, data: object) =>
    db.annotation.update({
      where: { projectId_id: { projectId: project.id, id: ids[i]! } },
      data,
      select: { id: true },
    })
  const imported = { origin: 'imported', importId, userId: null } as const
  await change(0, { generation: 3, finishReason: 'give_up' })
  await change(1, { isQualityControl: true, isScreening: true })
  await change(2, { isScreening: true })
  await change(3, { ...imported, irregular: 'It goes on.', submittedAt: null, recordedAt: '' })
  await change(4, { generation: 3 })
  await change(5, { ...imported, labeler: 'alice', submittedAt: null, recordedAt: '' })
  await labelSolution(project, all[7]!).then((id) =>
    db.annotation.update({
      where: { projectId_id: { projectId: project.id, id } },
      data: { state: 'draft', finishReason: null, submittedAt: null },
      select: { id: true },
    }),
  )
  await db.goldItem.create({
    data: { projectId: project.id, solutionId: all[6]!, firstErrors: [] },
  })
})

const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0)

describe('the exclusion reasons of a release', () => {
  test('count every submitted annotation once, under the first reason that applies', async () => {
    const { counts } = await preview(project, { consensus: 'latest' })
    expect(counts.excluded).toEqual({
      ...makeEmptyExclusionCounts(),
      unfinished: 1,
      gold: 1,
      screening: 2,
      irregular: 1,
    })
    expect(counts.train.annotations).toBe(7)
    const all = {
      includeUnfinished: true,
      includeGold: true,
      includeScreening: true,
      includeIrregular: true,
    }
    const latest = await preview(project, { consensus: 'latest', filters: all })
    expect(latest.counts.excluded).toMatchObject({ notLatest: 4, gold: 0, unfinished: 0 })
    const third = await preview(project, { filters: { generations: [3] } })
    expect(third.counts.excluded).toMatchObject({ filtered: 10, unfinished: 1, gold: 0 })
    expect(third.counts.train.annotations).toBe(1)
  })

  test('add up with the selection to all submitted annotations for any options', async () => {
    const flag = fc.boolean()
    const filters = fc.record(
      {
        labels: fc.constantFrom('all', 'own', 'imported'),
        generations: fc.constantFrom([3], [], [7]),
        from: fc.constantFrom('2026-03-02T09:01:10.250Z', '2020-01-01T00:00:00Z'),
        labelers: fc.constantFrom(['alice'], []),
        subjects: fc.constantFrom(['Algebra'], ['Geometry']),
        slices: fc.constantFrom(['none']),
        includeUnfinished: flag,
        includeGold: flag,
        includeScreening: flag,
        includeIrregular: flag,
      },
      { requiredKeys: [] },
    )
    const options = fc.record({
      filters,
      consensus: fc.constantFrom(...consensusNames),
      split: fc.record({ testShare: fc.constantFrom(0, 0.5) }),
    })
    await fc.assert(
      fc.asyncProperty(options, async (request) => {
        if (isCombiningConsensus(request.consensus))
          Object.assign(request.filters, { includeUnfinished: false, includeIrregular: false })
        const { counts } = await preview(project, request as PreviewRequest)
        const { train, test: testSplit, heldOut, excluded } = counts
        const counted = train.annotations + testSplit.annotations + heldOut.annotations
        expect(counted + sum(excluded)).toBe(submittedCount)
        expect(excluded.unchanged).toBe(0)
      }),
      { numRuns: isFullTestRun ? 60 : 15 },
    )
  })

  test('are the same in the preview, the reply, the manifest and the card', async () => {
    const options = { consensus: 'latest', split: { testShare: 0.4, seed: 'x' } } as const
    const before = await preview(project, options)
    const release = await makeTestRelease(project, options)
    expect(release.counts).toEqual(before.counts)
    expect((await readReleaseManifest(project, release.number)).counts).toEqual(before.counts)
    const card = (await readReleaseBytes(project, release.number, 'README.md')).toString()
    expect(card).toContain(
      'Excluded annotations: 1 given up or bad problem; 1 gold or quality control; 2 screening; 1 irregular.',
    )
  })

  test('count annotations unchanged since the earlier release only as unchanged, despite other reasons', async () => {
    const created = await makeLabelledProject(2)
    const { number } = await makeTestRelease(created.project)
    await labelSolution(created.project, created.solutions.get('p0')![0]!)
    const { counts } = await preview(created.project, { since: number })
    expect(counts).toMatchObject({ train: { annotations: 1 }, excluded: { unchanged: 2 } })
    const filteredPreview = await preview(created.project, {
      since: number,
      filters: { subjects: ['None'] },
    })
    expect(filteredPreview.counts.excluded).toMatchObject({ unchanged: 2, filtered: 1 })
  })
})

describe('a release preview', () => {
  test('fills in defaults, creates nothing, and rejects an unknown base release', async () => {
    const created = await makeLabelledProject(4)
    const { list } = await addTestHeldOutList(created.project, '{"problem": "What is 1 plus one?"}')
    const { counts, ...settled } = await preview(created.project)
    expect(counts).toMatchObject({ train: { problems: 3 }, heldOut: { problems: 1 } })
    expect(settled).toEqual({
      split: { testShare: 0, seed: '' },
      warnings: [],
      heldOut: { lists: [list], action: 'exclude' },
    })
    await expect(preview(created.project, { since: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
    const { releases } = await listReleases.execute(created.project.admin, {
      project: created.project.slug,
    })
    expect(releases).toEqual([])
  })

  test('warns about a split without annotations, unless the release would fail', async () => {
    const created = await makeLabelledProject(3)
    const split = { testShare: 0.1, seed: 'empty' }
    const warning = 'The test split has no annotations, so its files are empty.'
    expect((await preview(created.project, { split })).warnings).toEqual([warning])
    expect((await preview(created.project)).warnings).toEqual([])
    const { project: empty } = await makeProjectWithSolutions(1)
    expect((await preview(empty, { split })).warnings).toEqual([])
  })

  test('does not warn about a split of adjudicated solutions without votes, nor does the release', async () => {
    const created = await makeProjectWithSolutions(2)
    await addTestHeldOutList(created.project, '{"problem": "What is 1 plus one?"}')
    for (const id of [...created.solutions.values()].flat()) {
      await storeImportedTestAnnotation(created.project, id, {
        labeler: 'ann',
        ratings: [1],
        finishReason: 'give_up',
      })
      await storeTestAdjudication(created.project, id, [1, 0, 1])
    }
    const options = { consensus: 'adjudicated', heldOut: { action: 'test' } } as const
    const adjudicatedPreview = await preview(created.project, options)
    const counts = { annotations: 0, solutions: 1, problems: 1 }
    expect(adjudicatedPreview).toMatchObject({ counts: { train: counts, test: counts } })
    expect(adjudicatedPreview.warnings).toEqual([])
    const release = await makeTestRelease(created.project, { ...options, formats: ['prm800k'] })
    expect(release.warnings).toEqual([])
  })

  test('names annotators of the filter without submitted annotations', async () => {
    const { warnings } = await preview(project, {
      filters: { labelers: ['alicia', 'alice', 'bo'] },
    })
    expect(warnings).toEqual(['No submitted annotations in this project by “alicia”, “bo”.'])
    expect((await preview(project, { filters: { labelers: ['alice'] } })).warnings).toEqual([])
    const labelers = Array.from({ length: 12 }, (_, i) => `typo ${i}`)
    expect((await preview(project, { filters: { labelers } })).warnings).toEqual([
      expect.stringMatching(/“typo 9” and 2 more\.$/),
    ])
  })

  test('is rejected with an explanation if counting takes too long', async () => {
    const request = previewReleaseContract.input.parse({ project: project.slug })
    const counted = Promise.withResolvers<void>()
    const [isLocked, mayEnd] = [Promise.withResolvers<void>(), counted]
    const locking = getDatabase().$transaction(
      async (db) => {
        await db.$executeRaw`lock table gold_item in access exclusive mode`
        isLocked.resolve()
        await mayEnd.promise
      },
      { timeout: 20_000 },
    )
    await isLocked.promise
    await expect(previewProjectRelease(project.id, request, 200)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Create the release/) as string,
    })
    mayEnd.resolve()
    await locking
  })
})

/** Warnings about the base release, without those about empty files. */
const listBaseWarnings = ({ warnings }: { warnings: string[] }) =>
  warnings.filter((warning) => warning.startsWith('Release 1 '))

describe('the split of an incremental release', () => {
  test('is by default that of its base release, without warnings', async () => {
    const created = await makeLabelledProject(4)
    await addTestHeldOutList(created.project, '{"problem": "Another."}')
    const split = { testShare: 0.3, seed: 'a' }
    const base = await makeTestRelease(created.project, { split, heldOut: { action: 'test' } })
    await labelSolution(created.project, created.solutions.get('p0')![0]!)
    const next = await makeTestRelease(created.project, { since: base.number })
    expect(listBaseWarnings(next)).toEqual([])
    expect(next).toMatchObject({ options: { split, heldOut: { action: 'test' } } })
    await addTestHeldOutList(created.project, '{"problem": "A new one."}', 'New')
    expect(listBaseWarnings(await preview(created.project, { since: base.number }))).toEqual([
      expect.stringMatching(/^Release 1 did not hold out the list “New”/),
    ])
    const seeded = await preview(created.project, { since: base.number, split: { seed: 'b' } })
    expect(seeded.split).toEqual({ testShare: 0.3, seed: 'b' })
    const fullRelease = await makeTestRelease(created.project)
    expect(fullRelease.options).toMatchObject({
      split: { testShare: 0, seed: '' },
      heldOut: { action: 'exclude' },
    })
  })

  test('can differ from that of its base release, with warnings in the reply, manifest and card', async () => {
    const created = await makeLabelledProject(2)
    await addTestHeldOutList(created.project, '{"problem": "Another."}', 'A <list>')
    const base = await makeTestRelease(created.project, { split: { testShare: 0.3 } })
    await labelSolution(created.project, created.solutions.get('p0')![0]!)
    const request = { since: base.number, split: { testShare: 0.1 }, heldOut: { lists: [] } }
    const warnings = [
      'Release 1 uses a different split: its test problems may be in train here.',
      'Release 1 held out the list “A <list>”, which is not held out here. Its problems may be in train.',
    ]
    expect(listBaseWarnings(await preview(created.project, request))).toEqual(warnings)
    const next = await makeTestRelease(created.project, request)
    expect(next.state).toBe('done')
    expect(listBaseWarnings(next)).toEqual(warnings)
    expect(next.options).not.toHaveProperty('warnings')
    expect(listBaseWarnings(await readReleaseManifest(created.project, next.number))).toEqual(
      warnings,
    )
    const card = (await readReleaseBytes(created.project, next.number, 'README.md')).toString()
    expect(card).toContain(`- **${warnings[0]}**`)
    expect(card).toContain('A &lt;list')
  })
})
