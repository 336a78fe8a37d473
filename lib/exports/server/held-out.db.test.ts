import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'
import { storableText } from '@/lib/formats/testing/prm800k-lines'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'
import { removeHeldOutList } from './commands'
import { hashStatement } from './hash-statement'
import { HeldOutNames, readHeldOutNames } from './held-out.sql'
import { listHeldOutLists } from './release-queries'
import { label, makeLabelled, makeSolutions } from './testing/labelled-project'
import {
  addList,
  makeRelease,
  orderRelease,
  readIndex,
  writeOrdered,
} from './testing/made-releases'

useTestDatabase()

const list = async ({ admin, slug }: MadeProject) =>
  (await listHeldOutLists.execute(admin, { project: slug })).lists

const lineOf = (problem: number) =>
  `${JSON.stringify({ problem: `What  is\n${problem} plus one? ` })}\n`

describe('a list', () => {
  test('is added by any of three keys, each problem once, and says what of the project it holds out', async () => {
    const { project } = await makeSolutions(3)
    const text =
      '{"problem": "What is 1 plus one?", "answer": "2"}\n\n' +
      '{"question": "What is   2 plus one?"}\r\n{"statement": "Another."}\n{"problem": " Another. "}'
    const added = await addList(project, text, ' Mine ')
    expect(added).toMatchObject({ name: 'Mine', problems: 3, inProject: 2, by: 'Ada Okoro' })
    expect(await list(project)).toEqual([added])
  })

  test('of MATH-500 is added whole', async (context) => {
    const lines = readSharedLines(context, 'math500/test.jsonl')
    const project = await makeProject()
    const { problem } = JSON.parse(lines[7]!) as { problem: string }
    await importLines(project, [{ ...makeProblemLine('x', [1]), problem: `${problem}\n` }])
    const added = await addList(project, lines.join('\n'), 'MATH-500')
    expect(added).toMatchObject({ problems: 500, inProject: 1 })
  })

  test('with lines that cannot be used is refused as a whole, and they are named', async () => {
    const project = await makeProject()
    const text = '{"problem": "a"}\n{"text": "b"}\n\n{"question": 3}\nno\n'
    await expect(addList(project, text)).rejects.toMatchObject({
      code: 'invalid_lines',
      message: expect.stringMatching(/^3 lines cannot be used, the first at line 2\./) as string,
      details: {
        refused: 3,
        problems: [
          { line: 2, offset: 17, place: 'line', start: '{"text": "b"}' },
          { line: 4, place: 'question' },
          { line: 5, place: 'column 1' },
        ],
      },
    })
    await expect(addList(project, '\n')).rejects.toMatchObject({ code: 'invalid_lines' })
    expect(await list(project)).toEqual([])
  })

  test('replaces none of its name', async () => {
    const project = await makeProject()
    const added = await addList(project, '{"problem": "a"}', 'Mine')
    await expect(addList(project, '{"problem": "b"}', 'Mine')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await list(project)).toEqual([added])
  })

  test('is removed with its problems; not by another project', async () => {
    const [project, other] = [await makeProject(), await makeProject()]
    const { list: id } = await addList(project, '{"problem": "a"}')
    const remove = (from: MadeProject) =>
      removeHeldOutList.execute(from.admin, { project: from.slug, list: id })
    await expect(remove(other)).rejects.toMatchObject({ code: 'not_found' })
    expect(await remove(project)).toEqual({ removed: id })
    expect(await list(project)).toEqual([])
    expect(await getDatabase().heldOutProblem.count({ where: { listId: id } })).toBe(0)
  })
})

describe('in a release', () => {
  test('its problems are left out, or in test, never in train', async () => {
    const { project, labellings } = await makeLabelled(8)
    const { list: id } = await addList(project, [1, 2, 5].map(lineOf).join(''))
    const split = { testShare: 0.3, seed: 's' }
    const place = async (become: 'left-out' | 'test') => {
      const release = await makeRelease(project, { split, heldOut: { lists: [id], become } })
      const index = await readIndex(project, release.number)
      const splits = new Map(index.map((row) => [row.labelling, row.split]))
      return { release, sides: labellings.map((labelling) => splits.get(labelling)) }
    }
    const plain = await makeRelease(project, { split })
    const drawn = (await readIndex(project, plain.number)).map((row) => row.split)
    const held = (side: 'test' | undefined) =>
      drawn.map((other, i) => ([1, 2, 5].includes(i) ? side : other))
    expect(drawn).toContain('train')
    const leftOut = await place('left-out')
    expect(leftOut.sides).toEqual(held(undefined))
    expect(leftOut.release.counts?.leftOut).toEqual({ labellings: 3, solutions: 3, problems: 3 })
    expect((await place('test')).sides).toEqual(held('test'))
  })

  test('the same words under two ids stand on one side, with any seed', async () => {
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
    for (const { id } of solutions) await label(project, id)
    for (const seed of ['a', 'b']) {
      const { number } = await makeRelease(project, { split: { testShare: 0.5, seed } })
      const sides = (await readIndex(project, number)).map((row) => row.split)
      expect(new Set(sides).size).toBe(2)
      sides.forEach((side, i) => expect(side).toBe(sides[i - (i % 2)]))
    }
  })

  test('a problem stays where it is when others come', async () => {
    const { project } = await makeLabelled(10)
    const split = { testShare: 0.5, seed: 'a' }
    const before = await readIndex(project, (await makeRelease(project, { split })).number)
    await importLines(project, [{ ...makeProblemLine('new', [1]), id: 'new' }])
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, externalId: 'new/0' },
      select: { id: true },
    })
    await label(project, id)
    const after = await readIndex(project, (await makeRelease(project, { split })).number)
    expect(after.slice(0, 10)).toEqual(before)
  })

  test('a list that was removed before it was written fails it, and says so', async () => {
    const { project } = await makeLabelled(1)
    const { list: id } = await addList(project, lineOf(0))
    const { number } = await orderRelease(project, { heldOut: { lists: [id] } })
    await removeHeldOutList.execute(project.admin, { project: project.slug, list: id })
    expect(await writeOrdered(project, number)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/list of this release was removed/) as string,
    })
  })

  test('lists of another project hold nothing out', async () => {
    const [project, other] = [(await makeLabelled(1)).project, await makeProject()]
    const { list: id } = await addList(other, lineOf(0))
    await expect(orderRelease(project, { heldOut: { lists: [id] } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

test('the database names problems as we do', async () => {
  const project = await makeProject()
  const gap = fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\u0085', '\u3000', '\ufeff', '  ')
  const text = fc
    .tuple(fc.array(fc.tuple(storableText, gap), { maxLength: 4 }), fc.constantFrom('NFC', 'NFD'))
    .map(([parts, form]) => parts.flat().join('').normalize(form))
  const statements = fc.sample(text, 300).filter((each) => each.trim() !== '')
  await importLines(
    project,
    statements.map((problem, i) => ({ ...makeProblemLine(`p${i}`, [1], 1), problem })),
  )
  const lines = statements.map((problem) => JSON.stringify({ problem })).join('\n')
  expect((await addList(project, lines)).inProject).toBe(statements.length)
})

test('many names are found, and no other', async () => {
  const project = await makeProject()
  const lines = Array.from({ length: 60_000 }, (_, i) =>
    JSON.stringify({ problem: `Problem ${i}` }),
  )
  const one = await addList(project, lines.slice(0, 40_000).join('\n'), 'One')
  const two = await addList(project, lines.slice(20_000).join('\n'), 'Two')
  const names = await readHeldOutNames(getDatabase(), project.id, [one.list, two.list])
  const has = (problem: string) => names.has(hashStatement(problem))
  expect(lines.every((_, i) => has(`Problem ${i}`))).toBe(true)
  expect(Array.from({ length: 1_000 }, (_, i) => has(`Problem ${60_000 + i}`))).not.toContain(true)
  expect(new HeldOutNames(Buffer.alloc(0)).has(hashStatement('x'))).toBe(false)
  const half = await readHeldOutNames(getDatabase(), project.id, [two.list])
  expect(half.has(hashStatement('Problem 19999'))).toBe(false)
  expect(half.has(hashStatement('Problem 20000'))).toBe(true)
})
