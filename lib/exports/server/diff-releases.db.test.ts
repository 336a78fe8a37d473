import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { maxListedChanges } from '../contract'
import { listProblemDisplayNames, listSolutionDisplayNames } from './display-names.sql'
import { diffReleases } from './release-queries'
import { labelSolution, makeLabelledProject } from './testing/labelled-project'
import { makeTestRelease, requestRelease, readReleaseIndex } from './testing/test-releases'

useTestDatabase()

const diff = (project: TestProject, from: number, release: number) =>
  diffReleases.execute(project.admin, { project: project.slug, from, release })

test('reports no difference between two releases of the same state', async () => {
  const { project } = await makeLabelledProject(3)
  await makeTestRelease(project)
  await makeTestRelease(project)
  expect(await diff(project, 1, 2)).toEqual({
    from: 1,
    to: 2,
    unchanged: 3,
    added: 0,
    removed: 0,
    changed: 0,
    moved: 0,
    options: [],
    firstAdded: [],
    firstRemoved: [],
    firstChanged: [],
    firstMoved: [],
  })
})

test('reports added, removed, changed and moved annotations and changed options', async () => {
  const { project, solutions, annotations } = await makeLabelledProject(8)
  await makeTestRelease(project, { split: { testShare: 0.5, seed: 'a' } })
  const before = await readReleaseIndex(project, 1)
  const addedAnnotation = await labelSolution(project, solutions.get('p0')![0]!)
  const change = (data: object, i: number) =>
    getDatabase().annotation.update({
      where: { projectId_id: { projectId: project.id, id: annotations[i]! } },
      data,
      select: { id: true },
    })
  await change({ totalTimeMs: 99_000 }, 1)
  await change({ state: 'draft', finishReason: null, submittedAt: null }, 2)
  await makeTestRelease(project, { formats: ['csv'], split: { testShare: 0.5, seed: 'b' } })
  const after = new Map((await readReleaseIndex(project, 2)).map((row) => [row.annotation, row]))
  const movedRows = before.filter(
    (row) => (after.get(row.annotation)?.split ?? row.split) !== row.split,
  )
  const difference = await diff(project, 1, 2)
  expect(difference).toMatchObject({ added: 1, removed: 1, changed: 1, moved: movedRows.length })
  expect(movedRows.length).toBeGreaterThan(0)
  expect(difference.firstAdded.map(({ annotation }) => annotation)).toEqual([addedAnnotation])
  const [formerSplit, newSplit] = [before[2]!.split, after.get(addedAnnotation)!.split]
  expect(difference.firstRemoved).toMatchObject([
    {
      annotation: annotations[2],
      split: formerSplit,
      from: formerSplit,
      to: null,
      problemExternalId: 'p2',
      statementExcerpt: 'What is 2 plus one?',
      solutionExternalId: 'p2/0',
    },
  ])
  expect(difference.firstAdded).toMatchObject([{ from: null, to: newSplit, split: newSplit }])
  for (const { split, from, to } of difference.firstMoved) {
    expect([split, from]).toEqual([to, to === 'test' ? 'train' : 'test'])
  }
  expect(difference.firstChanged.map(({ annotation }) => annotation)).toEqual([annotations[1]])
  expect(difference.firstMoved.map(({ annotation }) => annotation)).toEqual(
    movedRows.map(({ annotation }) => annotation),
  )
  const changedOrMoved = new Set([annotations[1], ...movedRows.map(({ annotation }) => annotation)])
  expect(difference.unchanged).toBe(7 - changedOrMoved.size)
  expect(difference.options).toEqual([
    { option: 'formats', from: ['stepmark'], to: ['csv'] },
    { option: 'split.seed', from: 'a', to: 'b' },
  ])
})

test('counts all changes between two releases, but lists only a limited number', async () => {
  const labelled = await makeLabelledProject(maxListedChanges + 6)
  const { labeler } = await getDatabase().annotation.findFirstOrThrow({
    where: { projectId: labelled.project.id, id: labelled.annotations[0]! },
    select: { labeler: true },
  })
  await makeTestRelease(labelled.project, { filters: { labelers: [labeler] } })
  await makeTestRelease(labelled.project)
  const difference = await diff(labelled.project, 1, 2)
  expect(difference.added).toBe(maxListedChanges + 5)
  expect(difference.firstAdded).toHaveLength(maxListedChanges)
})

test('returns display names of problems and solutions, and null for deleted ones', async () => {
  const { project, solutions } = await makeLabelledProject(2)
  const otherProject = await makeLabelledProject(1)
  await makeTestRelease(project)
  const db = getDatabase()
  await db.problem.updateMany({
    where: { projectId: project.id, externalId: 'p1' },
    data: { externalId: null, statement: `${'\u{1d465}'.repeat(79)}yz` },
  })
  await db.annotation.deleteMany({ where: { projectId: project.id } })
  await db.queueItem.deleteMany({ where: { projectId: project.id } })
  await db.solution.delete({
    where: { projectId_id: { projectId: project.id, id: solutions.get('p0')![0]! } },
    select: { id: true },
  })
  await db.problem.deleteMany({ where: { projectId: project.id, externalId: 'p0' } })
  await labelSolution(project, solutions.get('p1')![0]!)
  await makeTestRelease(project)
  const { firstRemoved, firstAdded } = await diff(project, 1, 2)
  const missingNames = { problemExternalId: null, statementExcerpt: null, solutionExternalId: null }
  const expected = {
    ...missingNames,
    statementExcerpt: `${'\u{1d465}'.repeat(79)}y …`,
    solutionExternalId: 'p1/0',
  }
  expect(firstRemoved).toMatchObject([missingNames, expected])
  expect(firstAdded).toMatchObject([expected])
  const foreign = [otherProject.solutions.get('p0')![0]!]
  expect(await listSolutionDisplayNames(db, project.id, foreign)).toEqual([])
  const { problemId } = await db.solution.findFirstOrThrow({
    where: { projectId: otherProject.project.id },
    select: { problemId: true },
  })
  expect(await listProblemDisplayNames(db, project.id, [problemId])).toEqual([])
})

test('rejects a comparison with an unfinished or unknown release', async () => {
  const { project } = await makeLabelledProject(1)
  await makeTestRelease(project)
  await requestRelease(project)
  await expect(diff(project, 1, 2)).rejects.toMatchObject({ code: 'conflict' })
  await expect(diff(project, 3, 1)).rejects.toMatchObject({ code: 'not_found' })
})
