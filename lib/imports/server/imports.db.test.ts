import { describe, expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listQueueHead } from '@/lib/queue/server/queries'
import { importLines, makeProblemLine, makeProject, runImport } from '@/prisma/seed/factories'
import { countStored } from './testing/started-import'

useTestDatabase()

const countSolutions = (projectId: string) => getDatabase().solution.count({ where: { projectId } })

const brokenFile = [
  JSON.stringify(makeProblemLine('good', [0.5])),
  '{"problem": "cut off',
  JSON.stringify({ problem: 'No samples' }),
  JSON.stringify({ ...makeProblemLine('bad', [0.5]), answer: 12 }),
  JSON.stringify(makeProblemLine('also-good', [0.6])),
  '',
].join('\n')

describe('broken lines', () => {
  test('refuse the file, each with line, place and reason, and leave nothing', async () => {
    const project = await makeProject()
    const error = await importLines(project, brokenFile).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_lines' })
    const { problemsByLine, refused } = (error as { details: Record<string, unknown> }).details as {
      problemsByLine: { line: number; place: string; reason: string; start: string }[]
      refused: number
    }
    expect(refused).toBe(3)
    expect([...new Set(problemsByLine.map(({ line }) => line))]).toEqual([2, 3, 4])
    expect(problemsByLine.every(({ place, reason, start }) => place && reason && start)).toBe(true)
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('are left out when only valid lines are taken; mended, the file adds the rest', async () => {
    const project = await makeProject()
    const report = await importLines(project, brokenFile, { take: 'valid-lines' })
    expect(report).toMatchObject({ solutions: 2, refused: 3, queued: 2 })
    const mended = [
      makeProblemLine('good', [0.5]),
      makeProblemLine('bad', [0.5]),
      makeProblemLine('also-good', [0.6]),
    ]
    expect(await importLines(project, mended)).toMatchObject({
      solutions: 1,
      repeated: 2,
      queued: 1,
    })
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('refuse the file in any case where none is left', async () => {
    const project = await makeProject()
    await expect(
      importLines(project, '{"problem": 1}\n{"a": 1}\n', { take: 'valid-lines' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('None of the 2 lines') })
  })

  test('do not hide what contradicts the project further down', async () => {
    const project = await makeProject()
    await importLines(project, [makeProblemLine('a', [0.1])])
    const changed = makeProblemLine('a', [0.1])
    changed.samples[0]!.steps[0] = 'Another first step.'
    const lines = ['{"problem": "cut off', JSON.stringify(changed), '']
    await expect(importLines(project, lines.join('\n'))).rejects.toMatchObject({
      details: {
        refused: 2,
        problemsByLine: [{ line: 1 }, { line: 2, place: 'samples[0]' }],
      },
    })
    const turned = [lines[1], lines[0], JSON.stringify(makeProblemLine('b', [0.1])), '']
    await expect(importLines(project, turned.join('\n'))).rejects.toMatchObject({
      message: expect.stringContaining('2 of 3 lines'),
      details: { problemsByLine: [{ line: 1, place: 'samples[0]' }, { line: 2 }] },
    })
    expect(await countSolutions(project.id)).toBe(1)
  })
})

test('a dry run says what would come and changes nothing', async () => {
  const project = await makeProject()
  const report = await importLines(project, [makeProblemLine('a', [0.1, 0.2])], { dryRun: true })
  expect(report).toMatchObject({ state: 'checked', solutions: 2, queued: 2, refused: 0 })
  expect(report.samples[0]?.steps[0]).toBe('Step 1 of a/0.')
  expect(Object.values(await countStored(project.id))).toEqual([0, 0, 0, 0, 0, 0])
  expect(await runImport(project, report.import)).toMatchObject({ state: 'done', solutions: 2 })
})

test('a check lists bad lines and stays one', async () => {
  const project = await makeProject()
  const report = await importLines(project, brokenFile, { dryRun: true })
  expect(report).toMatchObject({ state: 'checked', refused: 3, solutions: 2, queued: 0 })
  const taking = { dryRun: true, take: 'valid-lines' } as const
  expect(await runImport(project, report.import, taking)).toMatchObject({ refused: 3, queued: 2 })
})

test('changed content under a known external id is reported, never replaced', async () => {
  const project = await makeProject()
  await importLines(project, [makeProblemLine('a', [0.1])])
  const changed = makeProblemLine('a', [0.1])
  changed.samples[0]!.steps[0] = 'Another first step.'
  await expect(importLines(project, [changed])).rejects.toMatchObject({
    details: { problemsByLine: [{ line: 1, place: 'samples[0]' }] },
  })
  await expect(
    importLines(project, [{ ...makeProblemLine('a', [0.1]), problem: 'Another problem' }]),
  ).rejects.toMatchObject({ details: { problemsByLine: [{ line: 1, place: 'problem' }] } })
  expect(await countSolutions(project.id)).toBe(1)
})

describe('under one external id', () => {
  const [sample] = makeProblemLine('a', [0.1]).samples
  const changes = [
    { answer: '4' },
    { is_correct: false },
    { score: 0.2 },
    { step_scores: [0.1, 0.2, 0.3] },
    { alternatives: { '1': ['Another second step.'] } },
    { explanations: { '1': ['It is wrong.'] } },
  ]

  test.each(changes)('%j is changed content, in another file and in the same', async (change) => {
    const project = await makeProject()
    const line = makeProblemLine('a', [0.1])
    const changed = { ...line, samples: [{ ...sample, ...change }] }
    await importLines(project, [line])
    await expect(importLines(project, [changed])).rejects.toMatchObject({
      details: { refused: 1, problemsByLine: [{ line: 1, place: 'samples[0]' }] },
    })
    expect(await importLines(project, [line])).toMatchObject({ solutions: 0, repeated: 1 })
    const other = await makeProject()
    await expect(importLines(other, [line, changed])).rejects.toMatchObject({
      details: { refused: 1, problemsByLine: [{ line: 2, place: 'samples[0]' }] },
    })
  })

  test('two samples of one line must be the same', async () => {
    const project = await makeProject()
    const line = makeProblemLine('a', [0.1])
    const doubled = { ...line, samples: [sample, { ...sample, steps: ['Quite another.'] }] }
    await expect(importLines(project, [doubled])).rejects.toMatchObject({
      details: { problemsByLine: [{ line: 1, place: 'samples[1]' }] },
    })
    const repeated = await importLines(project, [{ ...line, samples: [sample, sample] }])
    expect(repeated).toMatchObject({ solutions: 1, repeated: 1 })
  })

  test('without one, scores that differ from those that stay are counted, with their lines', async () => {
    const project = await makeProject()
    const line = (problem: string, said: Record<string, unknown>) => ({
      problem,
      samples: [{ steps: ['One', 'Two'], ...said }],
    })
    const lines = [
      line('scored alike', { score: 0.5, step_scores: [0.5, 1] }),
      line('scored as a whole', { score: 0.5 }),
      line('scored by step', { step_scores: [0.5, 0.1] }),
      line('not scored', {}),
    ]
    expect((await importLines(project, lines)).otherScores).toEqual({ solutions: 0, lines: [] })
    expect((await importLines(project, lines)).otherScores).toEqual({ solutions: 0, lines: [] })
    const others = [
      lines[0],
      line('scored as a whole', { score: 0.6 }),
      line('scored by step', { step_scores: [0.5, 0.2] }),
      line('not scored', { score: 0 }),
      line('scored as a whole', {}),
      line('new', { score: 1 }),
      line('new', { score: 2 }),
    ]
    const found = { solutions: 4, lines: [2, 3, 4, 7] }
    const looked = await importLines(project, others, { dryRun: true })
    expect(looked).toMatchObject({ repeated: 6, otherScores: found })
    expect((await importLines(project, others)).otherScores).toEqual(found)
    const kept = await getDatabase().solution.findFirst({
      where: { projectId: project.id, problem: { statement: 'scored as a whole' } },
      select: { score: true },
    })
    expect(kept?.score).toBe(0.5)
  })

  test('without one the same content again is repeated, whatever its score', async () => {
    const project = await makeProject()
    const line = { problem: 'Why?', samples: [{ text: 'So.', score: 0.1 }] }
    await importLines(project, [line])
    const again = { ...line, samples: [{ text: 'So.', score: 0.2 }] }
    expect(await importLines(project, [again])).toMatchObject({ solutions: 0, repeated: 1 })
  })
})

test('what points at steps that a text does not have is refused', async () => {
  const project = await makeProject()
  const line = { problem: 'Why?', samples: [{ text: 'One.\n\nTwo.', step_scores: [0.5] }] }
  await expect(importLines(project, [line])).rejects.toMatchObject({
    details: { problemsByLine: [{ line: 1, place: 'samples[0].step_scores' }] },
  })
})

test('step choices without labels are kept, and told apart from what stands in the queue', async () => {
  const project = await makeProject()
  const choices = ['So.', 'Thus.'].map((text) => ({ problem: 'Why?', options: [[text, 'No.']] }))
  const lines = [makeProblemLine('a', [0.1]), ...choices]
  expect(await importLines(project, lines)).toMatchObject({ solutions: 3, queued: 1, unserved: 2 })
  expect(await importLines(project, lines)).toMatchObject({ repeated: 3, unserved: 0 })
})

test('real candidates stand in the queue: wrong answers by falling score, one of each problem first', async (context) => {
  const lines = readSharedLines(context, 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl')
  const project = await makeProject()
  const report = await importLines(project, lines.join('\n'))
  expect(report).toMatchObject({ problems: 20, refused: 0 })
  const { items } = await listQueueHead.execute(project.admin, {
    project: project.slug,
    limit: 200,
  })
  const wrong = items.filter((item) => item.verdict === 'wrong')
  const head = items.slice(0, new Set(wrong.map((item) => item.problem)).size)
  expect(head.length).toBeGreaterThan(10)
  expect(new Set(head.map((item) => item.problem)).size).toBe(head.length)
  expect(items.slice(0, wrong.length)).toEqual(wrong)
  const scores = head.map((item) => item.score!)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('labels that are left out take the alternatives at their error with them', async (context) => {
  const lines = readSharedLines(context, 'prm800k/samples.jsonl')
  const project = await makeProject()
  await importLines(project, `${lines.join('\n')}\n`, { labels: 'leave-out' })
  const left = await getDatabase().stepOption.count({
    where: { projectId: project.id, solution: { flow: 'solution' } },
  })
  expect(left).toBe(0)
  expect(await getDatabase().annotation.count({ where: { projectId: project.id } })).toBe(0)
})
