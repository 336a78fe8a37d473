import { beforeEach, describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { getImport, readImportReport } from './queries'
import { runJobOfStartedImport, startImportOfLines } from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const makeKeys = (id: string) => ({ project: project.slug, import: id })
const readImport = (id: string) => getImport.execute(project.admin, makeKeys(id))

async function readReport(id: string) {
  const reply = await readImportReport.execute(project.admin, makeKeys(id))
  const texts = await readReplyLines(reply)
  return texts.map((text) => JSON.parse(text) as { line: number; offset: number; location: string })
}

const validLine = makeProblemLine('a', [0.5])
const invalidLine = { problem: 1, samples: 2 }

describe('a JSON list on one line', () => {
  test('counts each invalid element as an invalid line', async () => {
    const list = JSON.stringify([
      validLine,
      invalidLine,
      invalidLine,
      makeProblemLine('b', [0.5]),
      invalidLine,
    ])
    const { id } = await uploadImportLines(project, list)
    await expect(runImport(project, id)).rejects.toMatchObject({
      details: { state: 'rejected', lines: 5, invalidLines: 3 },
    })
    expect(await readImport(id)).toMatchObject({
      message: expect.stringMatching(/^3 of 5 lines/),
    })
    const report = await runImport(project, id, { onInvalidLines: 'skip' })
    expect(report).toMatchObject({ state: 'done', lines: 5, invalidLines: 3, solutions: 2 })
    expect(new Set((await readReport(id)).map(({ offset }) => offset)).size).toBe(3)
  })

  test('is rejected despite "skip" if no element is valid', async () => {
    const { id } = await uploadImportLines(project, JSON.stringify([invalidLine, invalidLine]))
    await expect(runImport(project, id, { onInvalidLines: 'skip' })).rejects.toMatchObject({
      message: expect.stringMatching(/^2 of 2 lines/),
      details: { state: 'rejected', invalidLines: 2 },
    })
  })

  test('counts unreadable elements together with elements that contradict the project', async () => {
    await importLines(project, [validLine])
    const list = JSON.stringify([invalidLine, { ...validLine, answer: '7' }, invalidLine])
    const { id } = await uploadImportLines(project, list)
    await expect(runImport(project, id)).rejects.toMatchObject({ details: { invalidLines: 3 } })
  })
})

test('sorts the import’s error report by file order', async () => {
  const lines = Array.from({ length: 1_300 }, (_, i) => makeProblemLine(`p${i}`, [0.5]))
  await importLines(project, lines)
  const changedLines = lines.map((line, i) => (i % 3 === 0 ? { ...line, answer: '7' } : line))
  const mixedLines = changedLines
    .map((line, i) => JSON.stringify(i % 3 === 1 ? invalidLine : line))
    .join('\n')
  const { id } = await uploadImportLines(project, mixedLines)
  await expect(runImport(project, id)).rejects.toMatchObject({ details: { invalidLines: 867 } })
  const offsets = (await readReport(id)).map(({ offset }) => offset)
  expect(new Set(offsets).size).toBe(867)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
})

test.each(isFullTestRun ? ['k', '%', '😀', '\ud83d'] : ['\ud83d'])(
  'keeps the import’s reply short for a key of 500,000 UTF-16 units of %j',
  async (part) => {
    const key = part.repeat(500_000 / part.length)
    const line = { ...makeProblemLine('a', [0.5]), [key]: '\u0000' }
    const sample = { text: 'So.', [key]: 1, [`${key}!`]: 1 }
    const { id } = await uploadImportLines(project, [line, { problem: 'Why?', samples: [sample] }])
    await runImport(project, id).catch(() => undefined)
    expect(JSON.stringify(await readImport(id)).length).toBeLessThan(20_000)
    const report = await readReport(id)
    expect(report.length).toBeGreaterThan(0)
    for (const { location } of report) expect(location.length).toBeLessThanOrEqual(500)
  },
)

test('stops reading the request file when the process shuts down, and leaves the import to another process', async () => {
  const requests = '{"custom_id":"a","problem":"Why?"}\n'.repeat(3)
  const startedImport = await startImportOfLines(project, '{}\n', { requests })
  expect(
    await runJobOfStartedImport(startedImport, AbortSignal.abort(new Error('the process ends'))),
  ).toBe('later')
  expect(await readImport(startedImport.id)).toMatchObject({ state: 'running' })
})

test('an import reports at most 100 invalid lines of its batch request file', async () => {
  const requests = '{"custom_id":1}\n'.repeat(5_000)
  await expect(importLines(project, '{}\n', { requests })).rejects.toMatchObject({
    message: expect.stringContaining('has 100 errors or more. '),
    details: { state: 'failed' },
  })
})
