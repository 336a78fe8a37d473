import { describe, expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listQueueHead } from '@/lib/queue/server/queries'
import { importLines, makeProblemLine, makeProject } from '@/prisma/seed/factories'

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
})

test('a dry run says what would come and changes nothing', async () => {
  const project = await makeProject()
  const report = await importLines(project, [makeProblemLine('a', [0.1, 0.2])], { dryRun: true })
  expect(report).toMatchObject({ import: null, solutions: 2, queued: 2, refused: 0 })
  expect(report.sample?.steps[0]).toBe('Step 1 of a/0.')
  expect(await countSolutions(project.id)).toBe(0)
  expect(await getDatabase().importBatch.count({ where: { projectId: project.id } })).toBe(0)
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

test('a file that breaks off leaves nothing', async () => {
  const project = await makeProject()
  const { runImport } = await import('./commands')
  async function* breakOff() {
    yield new TextEncoder().encode(`${JSON.stringify(makeProblemLine('a', [0.1]))}\n`)
    throw new Error('connection lost')
  }
  const input = runImport.contract.input.parse({ project: project.slug })
  await expect(runImport.execute(project.admin, input, { file: breakOff() })).rejects.toThrow(
    'connection lost',
  )
  expect(await countSolutions(project.id)).toBe(0)
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
