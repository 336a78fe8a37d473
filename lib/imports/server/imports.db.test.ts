import { describe, expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listQueue } from '@/lib/queue/server/list-queue'
import { importLines, makeProblemLine, makeProject, runImport } from '@/prisma/seed/factories'
import { countProjectRows } from './testing/started-import'

useTestDatabase()

const countSolutions = (projectId: string) => getDatabase().solution.count({ where: { projectId } })

const fileWithInvalidLines = [
  JSON.stringify(makeProblemLine('good', [0.5])),
  '{"problem": "cut off',
  JSON.stringify({ problem: 'No samples' }),
  JSON.stringify({ ...makeProblemLine('bad', [0.5]), answer: 12 }),
  JSON.stringify(makeProblemLine('also-good', [0.6])),
  '',
].join('\n')

describe('invalid lines', () => {
  test('cause the file to be rejected, with line, location and reason of each error', async () => {
    const project = await makeProject()
    const error = await importLines(project, fileWithInvalidLines).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: 'invalid_lines' })
    const { lineErrors, invalidLines } = (error as { details: Record<string, unknown> })
      .details as {
      lineErrors: { line: number; location: string; reason: string; excerpt: string }[]
      invalidLines: number
    }
    expect(invalidLines).toBe(3)
    expect([...new Set(lineErrors.map(({ line }) => line))]).toEqual([2, 3, 4])
    expect(lineErrors.every(({ location, reason, excerpt }) => location && reason && excerpt)).toBe(
      true,
    )
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('are skipped on request, and the fixed file adds the rest', async () => {
    const project = await makeProject()
    const report = await importLines(project, fileWithInvalidLines, { onInvalidLines: 'skip' })
    expect(report).toMatchObject({ solutions: 2, invalidLines: 3, queued: 2 })
    const fixedLines = [
      makeProblemLine('good', [0.5]),
      makeProblemLine('bad', [0.5]),
      makeProblemLine('also-good', [0.6]),
    ]
    expect(await importLines(project, fixedLines)).toMatchObject({
      solutions: 1,
      duplicates: 2,
      queued: 1,
    })
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('cause the file to be rejected despite "skip" if no line is valid', async () => {
    const project = await makeProject()
    await expect(
      importLines(project, '{"problem": 1}\n{"a": 1}\n', { onInvalidLines: 'skip' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('2 of 2 lines have errors') })
  })

  test('do not hide contradictions in other lines', async () => {
    const project = await makeProject()
    await importLines(project, [makeProblemLine('a', [0.1])])
    const changedLine = makeProblemLine('a', [0.1])
    changedLine.samples[0]!.steps[0] = 'Another first step.'
    const lines = ['{"problem": "cut off', JSON.stringify(changedLine), '']
    await expect(importLines(project, lines.join('\n'))).rejects.toMatchObject({
      details: {
        invalidLines: 2,
        lineErrors: [{ line: 1 }, { line: 2, location: 'samples[0]' }],
      },
    })
    const reorderedLines = [lines[1], lines[0], JSON.stringify(makeProblemLine('b', [0.1])), '']
    await expect(importLines(project, reorderedLines.join('\n'))).rejects.toMatchObject({
      message: expect.stringContaining('2 of 3 lines'),
      details: { lineErrors: [{ line: 1, location: 'samples[0]' }, { line: 2 }] },
    })
    expect(await countSolutions(project.id)).toBe(1)
  })
})

test('a dry run reports what an import would add, and changes nothing', async () => {
  const project = await makeProject()
  const report = await importLines(project, [makeProblemLine('a', [0.1, 0.2])], { dryRun: true })
  expect(report).toMatchObject({ state: 'checked', solutions: 2, queued: 2, invalidLines: 0 })
  expect(report.samples[0]?.steps[0]).toBe('Step 1 of a/0.')
  expect(Object.values(await countProjectRows(project.id))).toEqual([0, 0, 0, 0, 0, 0])
  expect(await runImport(project, report.import)).toMatchObject({ state: 'done', solutions: 2 })
})

test('a dry run counts invalid lines, and what the valid lines would add', async () => {
  const project = await makeProject()
  const report = await importLines(project, fileWithInvalidLines, { dryRun: true })
  expect(report).toMatchObject({ state: 'checked', invalidLines: 3, solutions: 2, queued: 2 })
  const skipOptions = { dryRun: true, onInvalidLines: 'skip' } as const
  expect(await runImport(project, report.import, skipOptions)).toMatchObject({
    invalidLines: 3,
    queued: 2,
  })
})

test('reports changed content under a known external id', async () => {
  const project = await makeProject()
  await importLines(project, [makeProblemLine('a', [0.1])])
  const changedLine = makeProblemLine('a', [0.1])
  changedLine.samples[0]!.steps[0] = 'Another first step.'
  await expect(importLines(project, [changedLine])).rejects.toMatchObject({
    details: { lineErrors: [{ line: 1, location: 'samples[0]' }] },
  })
  await expect(
    importLines(project, [{ ...makeProblemLine('a', [0.1]), problem: 'Another problem' }]),
  ).rejects.toMatchObject({ details: { lineErrors: [{ line: 1, location: 'problem' }] } })
  expect(await countSolutions(project.id)).toBe(1)
})

describe('an import of repeated solutions', () => {
  const [sample] = makeProblemLine('a', [0.1]).samples
  const changes = [
    { answer: '4' },
    { is_correct: false },
    { score: 0.2 },
    { step_scores: [0.1, 0.2, 0.3] },
    { alternatives: { '1': ['Another second step.'] } },
    { explanations: { '1': ['It is wrong.'] } },
  ]

  test.each(changes)(
    'rejects %j under a known external id, in a later file and in the same file',
    async (change) => {
      const project = await makeProject()
      const line = makeProblemLine('a', [0.1])
      const changedLine = { ...line, samples: [{ ...sample, ...change }] }
      await importLines(project, [line])
      await expect(importLines(project, [changedLine])).rejects.toMatchObject({
        details: { invalidLines: 1, lineErrors: [{ line: 1, location: 'samples[0]' }] },
      })
      expect(await importLines(project, [line])).toMatchObject({ solutions: 0, duplicates: 1 })
      const otherProject = await makeProject()
      await expect(importLines(otherProject, [line, changedLine])).rejects.toMatchObject({
        details: { invalidLines: 1, lineErrors: [{ line: 2, location: 'samples[0]' }] },
      })
    },
  )

  test('rejects two different samples with the same id in one line', async () => {
    const project = await makeProject()
    const line = makeProblemLine('a', [0.1])
    const duplicatedLine = { ...line, samples: [sample, { ...sample, steps: ['Quite another.'] }] }
    await expect(importLines(project, [duplicatedLine])).rejects.toMatchObject({
      details: { lineErrors: [{ line: 1, location: 'samples[1]' }] },
    })
    const repeated = await importLines(project, [{ ...line, samples: [sample, sample] }])
    expect(repeated).toMatchObject({ solutions: 1, duplicates: 1 })
  })

  test('counts duplicates with conflicting scores', async () => {
    const project = await makeProject()
    const line = (problem: string, sample: Record<string, unknown>) => ({
      problem,
      samples: [{ steps: ['One', 'Two'], ...sample }],
    })
    const lines = [
      line('scored alike', { score: 0.5, step_scores: [0.5, 1] }),
      line('scored as a whole', { score: 0.5 }),
      line('scored by step', { step_scores: [0.5, 0.1] }),
      line('not scored', {}),
    ]
    expect((await importLines(project, lines)).conflictingScores).toEqual({
      solutions: 0,
      lines: [],
    })
    expect((await importLines(project, lines)).conflictingScores).toEqual({
      solutions: 0,
      lines: [],
    })
    const linesWithOtherScores = [
      lines[0],
      line('scored as a whole', { score: 0.6 }),
      line('scored by step', { step_scores: [0.5, 0.2] }),
      line('not scored', { score: 0 }),
      line('scored as a whole', {}),
      line('new', { score: 1 }),
      line('new', { score: 2 }),
    ]
    const conflicting = { solutions: 4, lines: [2, 3, 4, 7] }
    const dryRunReport = await importLines(project, linesWithOtherScores, { dryRun: true })
    expect(dryRunReport).toMatchObject({ duplicates: 6, conflictingScores: conflicting })
    expect((await importLines(project, linesWithOtherScores)).conflictingScores).toEqual(
      conflicting,
    )
    const storedSolution = await getDatabase().solution.findFirst({
      where: { projectId: project.id, problem: { statement: 'scored as a whole' } },
      select: { score: true },
    })
    expect(storedSolution?.score).toBe(0.5)
  })

  test('without an external id, counts the same content as a duplicate whatever its score', async () => {
    const project = await makeProject()
    const line = { problem: 'Why?', samples: [{ text: 'So.', score: 0.1 }] }
    await importLines(project, [line])
    const secondLine = { ...line, samples: [{ text: 'So.', score: 0.2 }] }
    expect(await importLines(project, [secondLine])).toMatchObject({
      solutions: 0,
      duplicates: 1,
    })
  })
})

test('rejects a line whose number of step scores differs from its number of steps', async () => {
  const project = await makeProject()
  const line = { problem: 'Why?', samples: [{ text: 'One.\n\nTwo.', step_scores: [0.5] }] }
  await expect(importLines(project, [line])).rejects.toMatchObject({
    details: { lineErrors: [{ line: 1, location: 'samples[0].step_scores' }] },
  })
})

test('stores unlabelled step-choice solutions without queueing them', async () => {
  const project = await makeProject()
  const choices = ['So.', 'Thus.'].map((text) => ({ problem: 'Why?', options: [[text, 'No.']] }))
  const lines = [makeProblemLine('a', [0.1]), ...choices]
  expect(await importLines(project, lines)).toMatchObject({
    solutions: 3,
    queued: 1,
    unservable: 2,
  })
  expect(await importLines(project, lines)).toMatchObject({ duplicates: 3, unservable: 0 })
})

test('queues real model solutions: wrong answers, highest score first, one per problem first', async (context) => {
  const lines = readSharedDataLines(
    context,
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
  )
  const project = await makeProject()
  const report = await importLines(project, lines.join('\n'))
  expect(report).toMatchObject({ problems: 20, invalidLines: 0 })
  const { items } = await listQueue.execute(project.admin, {
    project: project.slug,
    limit: 200,
  })
  const wrongItems = items.filter((item) => item.verdict === 'wrong')
  const firstItems = items.slice(0, new Set(wrongItems.map((item) => item.problem)).size)
  expect(firstItems.length).toBeGreaterThan(10)
  expect(new Set(firstItems.map((item) => item.problem)).size).toBe(firstItems.length)
  expect(items.slice(0, wrongItems.length)).toEqual(wrongItems)
  const scores = firstItems.map((item) => item.score!)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test('with labels "drop", imports neither annotations nor alternatives', async (context) => {
  const lines = readSharedDataLines(context, 'prm800k/samples.jsonl')
  const project = await makeProject()
  await importLines(project, `${lines.join('\n')}\n`, { labels: 'drop' })
  const remainingCount = await getDatabase().stepOption.count({
    where: { projectId: project.id, solution: { flow: 'solution' } },
  })
  expect(remainingCount).toBe(0)
  expect(await getDatabase().annotation.count({ where: { projectId: project.id } })).toBe(0)
})
