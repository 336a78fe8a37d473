import { describe, expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { maxReleaseHeldOutLists } from '../max-release-held-out-lists'
import { removeHeldOutList } from './commands'
import { listHeldOutLists } from './release-queries'
import {
  labelSolution,
  makeLabelledProject,
  makeProjectWithSolutions,
} from './testing/labelled-project'
import {
  addTestHeldOutList,
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  readReleaseManifest,
  runRequestedRelease,
} from './testing/test-releases'

useTestDatabase()

const list = async ({ admin, slug }: TestProject) =>
  (await listHeldOutLists.execute(admin, { project: slug })).lists

const lineOf = (problem: number) =>
  `${JSON.stringify({ problem: `What  is\n${problem} plus one? ` })}\n`

describe('a held-out list', () => {
  test('accepts the keys problem, question and statement, and counts each problem once', async () => {
    const { project } = await makeProjectWithSolutions(3)
    const text =
      '{"problem": "What is 1 plus one?", "answer": "2"}\n\n' +
      '{"question": "What is   2 plus one?"}\r\n{"statement": "Another."}\n{"problem": " Another. "}'
    const addedList = await addTestHeldOutList(project, text, ' Mine ')
    expect(addedList).toMatchObject({ name: 'Mine', problems: 3, inProject: 2, by: 'Ada Okoro' })
    expect(await list(project)).toEqual([addedList])
  })

  test('accepts all of MATH-500', async (context) => {
    const lines = readSharedDataLines(context, 'math500/test.jsonl')
    const project = await makeProject()
    const { problem } = JSON.parse(lines[7]!) as { problem: string }
    await importLines(project, [{ ...makeProblemLine('x', [1]), problem: `${problem}\n` }])
    const addedList = await addTestHeldOutList(project, lines.join('\n'), 'MATH-500')
    expect(addedList).toMatchObject({ problems: 500, inProject: 1 })
  })

  test('rejects the whole list for invalid lines and reports them', async () => {
    const project = await makeProject()
    const text = '{"problem": "a"}\n{"text": "b"}\n\n{"question": 3}\nno\n'
    await expect(addTestHeldOutList(project, text)).rejects.toMatchObject({
      code: 'invalid_lines',
      message: expect.stringMatching(
        /^3 lines can’t be used\. The first is line 2: Expected "problem", "question" or "statement"\. Nothing/,
      ) as string,
      details: {
        invalidLines: 3,
        problems: [
          { line: 2, offset: 17, location: 'line', excerpt: '{"text": "b"}' },
          { line: 4, location: 'question' },
          { line: 5, location: 'column 1' },
        ],
      },
    })
    await expect(addTestHeldOutList(project, '{"question": 3}')).rejects.toMatchObject({
      message: expect.stringMatching(
        /The first is line 1, at question: Expected text\. Not/,
      ) as string,
    })
    await expect(addTestHeldOutList(project, 'no')).rejects.toMatchObject({
      message: expect.stringMatching(
        /The first is line 1, at column 1: Unexpected "n": expected a value\. Not/,
      ) as string,
    })
    await expect(addTestHeldOutList(project, '\n')).rejects.toMatchObject({ code: 'invalid_lines' })
    expect(await list(project)).toEqual([])
  })

  test('rejects more than 16 MiB', async () => {
    const project = await makeProject()
    const spaces = (count: number) => `{"problem": "a"}${' '.repeat(count - 16)}`
    const mebibyte = 1024 * 1024
    const lines = (last: number) => [...Array.from({ length: 31 }, () => mebibyte / 2 - 1), last]
    const text = (last: number) => lines(last).map(spaces).join('\n')
    await expect(addTestHeldOutList(project, text(mebibyte / 2 + 1))).rejects.toMatchObject({
      code: 'too_large',
    })
    expect(await addTestHeldOutList(project, text(mebibyte / 2))).toMatchObject({ problems: 1 })
  })

  test('does not replace a list of the same name', async () => {
    const project = await makeProject()
    const addedList = await addTestHeldOutList(project, '{"problem": "a"}', 'Mine')
    await expect(addTestHeldOutList(project, '{"problem": "b"}', 'Mine')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await list(project)).toEqual([addedList])
  })

  test('can be removed with its problems, but only by its own project', async () => {
    const [project, otherProject] = [await makeProject(), await makeProject()]
    const { list: id } = await addTestHeldOutList(project, '{"problem": "a"}')
    const remove = (from: TestProject) =>
      removeHeldOutList.execute(from.admin, { project: from.slug, list: id })
    await expect(remove(otherProject)).rejects.toMatchObject({ code: 'not_found' })
    expect(await remove(project)).toEqual({ removed: id })
    expect(await list(project)).toEqual([])
    expect(await getDatabase().heldOutProblem.count({ where: { listId: id } })).toBe(0)
  })
})

describe('a release request that names no held-out lists', () => {
  test('holds out every list that existed at its request, unlike a release with an empty selection', async () => {
    const { project, annotations } = await makeLabelledProject(4)
    const firstList = await addTestHeldOutList(project, lineOf(1), 'One')
    const secondList = await addTestHeldOutList(project, lineOf(2), 'Two')
    await addTestHeldOutList(await makeProject(), lineOf(3), 'Of another project')
    const { number } = await requestRelease(project)
    // Did not exist yet when the release was requested.
    await addTestHeldOutList(project, lineOf(0), 'Later')
    const releaseWithAllLists = await runRequestedRelease(project, number)
    expect(releaseWithAllLists.options.heldOut).toEqual({
      lists: [firstList.list, secondList.list],
      action: 'exclude',
    })
    expect(releaseWithAllLists.counts).toMatchObject({
      train: { annotations: 2 },
      heldOut: { annotations: 2 },
    })
    const index = await readReleaseIndex(project, releaseWithAllLists.number)
    expect(index.map(({ annotation }) => annotation)).toEqual([annotations[0], annotations[3]])
    const manifest = await readReleaseManifest(project, releaseWithAllLists.number)
    expect(manifest.heldOut.lists).toMatchObject([
      { list: firstList.list, name: 'One', problems: 1 },
      { list: secondList.list, name: 'Two', problems: 1 },
    ])
    const releaseWithoutLists = await makeTestRelease(project, { heldOut: { lists: [] } })
    expect(releaseWithoutLists.options.heldOut.lists).toEqual([])
    expect(releaseWithoutLists.counts).toMatchObject({
      train: { annotations: 4 },
      heldOut: { annotations: 0 },
    })
  })

  test('is rejected if the project has more lists than one release can use', async () => {
    const { project } = await makeLabelledProject(1)
    const lists: string[] = []
    for (let i = 0; i <= maxReleaseHeldOutLists; i++)
      lists.push((await addTestHeldOutList(project, lineOf(i + 1), `List ${i}`)).list)
    await expect(requestRelease(project)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/more than 20: name those/) as string,
    })
    const heldOut = { lists: lists.slice(1) }
    expect((await makeTestRelease(project, { heldOut })).options.heldOut.lists).toEqual(
      heldOut.lists,
    )
  })
})

describe('a held-out list in a release', () => {
  test('excludes its problems or puts them in test, never in train', async () => {
    const { project, annotations } = await makeLabelledProject(8)
    const { list: id } = await addTestHeldOutList(project, [1, 2, 5].map(lineOf).join(''))
    const split = { testShare: 0.3, seed: 's' }
    const assign = async (action: 'exclude' | 'test') => {
      const release = await makeTestRelease(project, { split, heldOut: { lists: [id], action } })
      const index = await readReleaseIndex(project, release.number)
      const splits = new Map(index.map((row) => [row.annotation, row.split]))
      return { release, sides: annotations.map((annotation) => splits.get(annotation)) }
    }
    const releaseWithoutLists = await makeTestRelease(project, { split, heldOut: { lists: [] } })
    const sides = (await readReleaseIndex(project, releaseWithoutLists.number)).map(
      (row) => row.split,
    )
    const expectedSides = (side: 'test' | undefined) =>
      sides.map((otherSide, i) => ([1, 2, 5].includes(i) ? side : otherSide))
    expect(sides).toContain('train')
    const excludingAssignment = await assign('exclude')
    expect(excludingAssignment.sides).toEqual(expectedSides(undefined))
    expect(excludingAssignment.release.counts?.heldOut).toEqual({
      annotations: 3,
      solutions: 3,
      problems: 3,
    })
    expect((await assign('test')).sides).toEqual(expectedSides('test'))
  })

  test('fails the release with a reason if the list was removed before the release was written', async () => {
    const { project } = await makeLabelledProject(1)
    const { list: id } = await addTestHeldOutList(project, lineOf(0))
    const { number } = await requestRelease(project, { heldOut: { lists: [id] } })
    await removeHeldOutList.execute(project.admin, { project: project.slug, list: id })
    expect(await runRequestedRelease(project, number)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/list of this release was removed/) as string,
    })
  })

  test('can’t be used by a release of another project', async () => {
    const [project, otherProject] = [(await makeLabelledProject(1)).project, await makeProject()]
    const { list: id } = await addTestHeldOutList(otherProject, lineOf(0))
    await expect(requestRelease(project, { heldOut: { lists: [id] } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('a release with a test share', () => {
  test('puts problems with the same statement in the same split with any seed', async () => {
    const project = await makeProject()
    const lines = Array.from({ length: 30 }, (_, i) => ({
      ...makeProblemLine(`p${i}`, [1]),
      problem: i % 2 === 0 ? `Problem ${i}?` : `Problem  ${i - 1}?\n`,
    }))
    await importLines(project, lines)
    const solutions = await getDatabase().solution.findMany({
      where: { projectId: project.id },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    for (const { id } of solutions) await labelSolution(project, id)
    for (const seed of ['a', 'b']) {
      const { number } = await makeTestRelease(project, { split: { testShare: 0.5, seed } })
      const sides = (await readReleaseIndex(project, number)).map((row) => row.split)
      expect(new Set(sides).size).toBe(2)
      sides.forEach((side, i) => expect(side).toBe(sides[i - (i % 2)]))
    }
  })

  test('leaves a problem in its split when other problems are added', async () => {
    const { project } = await makeLabelledProject(10)
    const split = { testShare: 0.5, seed: 'a' }
    const before = await readReleaseIndex(
      project,
      (await makeTestRelease(project, { split })).number,
    )
    await importLines(project, [{ ...makeProblemLine('new', [1]), id: 'new' }])
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, externalId: 'new/0' },
      select: { id: true },
    })
    await labelSolution(project, id)
    const after = await readReleaseIndex(
      project,
      (await makeTestRelease(project, { split })).number,
    )
    expect(after.slice(0, 10)).toEqual(before)
  })
})
