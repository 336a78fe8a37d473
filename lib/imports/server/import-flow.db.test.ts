import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { fullStoredRecord } from '@/lib/formats/testing/full-stored-record'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { maxFileBytes, maxChunkBytes } from '../contract'
import { cancelImport, createImport, uploadImportFile, startImport } from './commands'
import { failImportAfterRetries } from './jobs'
import { getImport, listImports, readImportReport } from './queries'
import {
  countStoredFiles,
  countProjectRows,
  runJobOfStartedImport,
  startImportOfLines,
  startUploadedImport,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const lines = ['a', 'b', 'c'].map((id) => makeProblemLine(id, [0.5]))
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const textWithInvalidLine = `${text}{"problem": 1}\n`
const noRows = {
  problems: 0,
  solutions: 0,
  annotations: 0,
  options: 0,
  explanations: 0,
  queued: 0,
}

async function openImport() {
  const input = createImport.contract.input.parse({ project: project.slug })
  return (await createImport.execute(project.admin, input)).import
}

const makeKeys = (id: string) => ({ project: project.slug, import: id })
const readImport = (id: string) => getImport.execute(project.admin, makeKeys(id))
const cancel = (id: string) => cancelImport.execute(project.admin, makeKeys(id))

async function* streamText(...chunks: string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk)
}

const send = (id: string, offset: number, chunk: string, part: 'data' | 'requests' = 'data') =>
  uploadImportFile.execute(
    project.admin,
    { ...makeKeys(id), part, offset },
    { file: streamText(chunk) },
  )

async function readReport(id: string) {
  const reply = await readImportReport.execute(project.admin, makeKeys(id))
  return (await readReplyLines(reply)).map((line) => JSON.parse(line) as { line: number })
}

describe('a file uploaded in chunks', () => {
  test('resumes after an interruption, and counts no chunk twice', async () => {
    const id = await openImport()
    expect(await send(id, 0, text.slice(0, 100))).toEqual({ receivedBytes: 100 })
    await expect(send(id, 150, text.slice(150))).rejects.toMatchObject({
      code: 'conflict',
      details: { receivedBytes: 100 },
    })
    expect(await send(id, 0, text.slice(0, 100))).toEqual({ receivedBytes: 100 })
    expect(await send(id, 50, text.slice(50))).toEqual({ receivedBytes: text.length })
    await expect(send(id, 0, 'other bytes')).rejects.toMatchObject({ code: 'conflict' })
    expect(await readImport(id)).toMatchObject({ state: 'receiving', receivedBytes: text.length })
    const report = await runImport(project, id)
    expect(report).toMatchObject({ state: 'done', solutions: 3, readBytes: text.length, lines: 3 })
    expect(await countStoredFiles(project.id)).toBe(0)
  })

  test('is rejected if its first chunk does not start at byte 0', async () => {
    await expect(send(await openImport(), 5, text)).rejects.toMatchObject({
      code: 'conflict',
      details: { receivedBytes: 0 },
    })
  })

  test('keeps nothing of an interrupted chunk', async () => {
    const id = await openImport()
    await send(id, 0, text.slice(0, 10))
    const sendTruncatedChunk = async function* () {
      yield new TextEncoder().encode(text.slice(10, 20))
      throw new Error('connection lost')
    }
    const chunk = { ...makeKeys(id), part: 'data', offset: 10 } as const
    await expect(
      uploadImportFile.execute(project.admin, chunk, { file: sendTruncatedChunk() }),
    ).rejects.toThrow('connection lost')
    expect(await readImport(id)).toMatchObject({ receivedBytes: 10 })
  })

  test('is rejected if a chunk or the file exceeds the size limit', async () => {
    const id = await openImport()
    await expect(send(id, 0, 'a'.repeat(maxChunkBytes + 1))).rejects.toMatchObject({
      code: 'too_large',
    })
    await send(id, 0, text)
    await expect(send(id, maxFileBytes, 'a')).rejects.toMatchObject({ code: 'too_large' })
    expect(await readImport(id)).toMatchObject({ receivedBytes: text.length })
  })

  test('rejects further chunks once the import has started', async () => {
    const { id } = await startImportOfLines(project, text)
    await expect(send(id, text.length, text)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('can be compressed with gzip', async () => {
    const gzippedText = gzipSync(text)
    expect(await importLines(project, gzippedText)).toMatchObject({
      solutions: 3,
      receivedBytes: gzippedText.length,
      readBytes: gzippedText.length,
    })
    expect(await importLines(project, text)).toMatchObject({ solutions: 0, duplicates: 3 })
  })
})

describe('starting an import', () => {
  test('succeeds only once if it is requested four times concurrently', async () => {
    const { id } = await uploadImportLines(project, text)
    const starts = [1, 2, 3, 4].map(() => startUploadedImport(project, id))
    const outcomes = await Promise.allSettled(starts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    const [row] = await getDatabase().$queryRaw<{ jobs: number }[]>`
      select count(*)::int as jobs from pgboss.job where data->'payload'->>'importId' = ${id}`
    expect(row?.jobs).toBe(1)
  })

  test('is rejected without an uploaded file', async () => {
    await expect(startUploadedImport(project, await openImport())).rejects.toMatchObject({
      code: 'invalid_lines',
    })
  })

  test('is rejected for a done or cancelled import', async () => {
    const { import: doneImport } = await importLines(project, text)
    await expect(startUploadedImport(project, doneImport)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { id } = await uploadImportLines(project, text)
    await cancel(id)
    await expect(startUploadedImport(project, id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(send(id, 0, text)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('restarts a rejected import with other options', async () => {
    const { id } = await uploadImportLines(project, textWithInvalidLine)
    await expect(runImport(project, id)).rejects.toMatchObject({ details: { state: 'rejected' } })
    const options = { onInvalidLines: 'skip', splitting: 'line' } as const
    const report = await runImport(project, id, options)
    expect(report).toMatchObject({ state: 'done', solutions: 3, invalidLines: 1, options })
    expect(report.message).toBeNull()
  })
})

test('an import can’t be read, cancelled or started through another project', async () => {
  const { id } = await uploadImportLines(project, text)
  const otherProject = await makeProject({}, project.admin)
  for (const call of [getImport, cancelImport])
    await expect(
      call.execute(project.admin, { project: otherProject.slug, import: id }),
    ).rejects.toMatchObject({ code: 'not_found' })
  const input = startImport.contract.input.parse({ project: otherProject.slug, import: id })
  await expect(startImport.execute(project.admin, input)).rejects.toMatchObject({
    code: 'not_found',
  })
})

describe('cancelling an import', () => {
  test.each(['receiving', 'checked', 'rejected'] as const)(
    'ends an import that is %s, deletes its file, and can’t be repeated',
    async (state) => {
      const { id } = await uploadImportLines(project, textWithInvalidLine)
      if (state === 'checked') await runImport(project, id, { dryRun: true })
      if (state === 'rejected') await runImport(project, id).catch(() => undefined)
      expect(await readImport(id)).toMatchObject({ state })
      expect(await cancel(id)).toMatchObject({ state: 'cancelled' })
      expect(await countStoredFiles(project.id)).toBe(0)
      await expect(cancel(id)).rejects.toMatchObject({ code: 'conflict' })
    },
  )

  test('is possible before the job starts', async () => {
    const startedImport = await startImportOfLines(project, text)
    await cancel(startedImport.id)
    expect(await runJobOfStartedImport(startedImport)).toBeUndefined()
    expect(await countProjectRows(project.id)).toEqual(noRows)
  })

  test('rolls back a running import', async () => {
    const startedImport = await startImportOfLines(project, textWithInvalidLine, {
      onInvalidLines: 'skip',
    })
    const lockQueue = (db: Parameters<Parameters<typeof runWhileLocked>[0]>[0]) =>
      db.$executeRaw`lock table queue_item in exclusive mode`
    const running = await runWhileLocked(lockQueue, async () => {
      const run = runJobOfStartedImport(startedImport)
      await expect.poll(countBlockedStatements).toBe(1)
      // All lines are read, but only their count is visible.
      await expect
        .poll(async () => (await readImport(startedImport.id)).readLines, { timeout: 5_000 })
        .toBe(4)
      expect(await countProjectRows(project.id)).toEqual(noRows)
      expect(await cancel(startedImport.id)).toMatchObject({ state: 'cancelled' })
      return { run }
    })
    expect(await running.run).toBeUndefined()
    expect(await countProjectRows(project.id)).toEqual(noRows)
    expect(await readImport(startedImport.id)).toMatchObject({ state: 'cancelled', solutions: 0 })
  })

  test('is rejected once the import has finished', async () => {
    const { import: id } = await importLines(project, text)
    await expect(cancel(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await countProjectRows(project.id)).toMatchObject({ solutions: 3 })
  })
})

describe('an import run', () => {
  test('waits only for another import of the same project', async () => {
    const first = await startImportOfLines(project, text)
    const second = await startImportOfLines(project, [makeProblemLine('d', [0.5])])
    const lockImportRow = (db: Parameters<Parameters<typeof runWhileLocked>[0]>[0]) => db.$queryRaw`
      select from import_batch where id = ${first.id}::uuid for update`
    const running = await runWhileLocked(lockImportRow, async () => {
      const run = runJobOfStartedImport(first)
      await expect.poll(countBlockedStatements).toBe(1)
      expect(await runJobOfStartedImport(second)).toBe('later')
      await importLines(await makeProject({}, project.admin), text)
      return { run }
    })
    expect(await running.run).toBeUndefined()
    expect(await runJobOfStartedImport(second)).toBeUndefined()
    expect(await countProjectRows(project.id)).toMatchObject({ solutions: 4 })
  })

  test('of an earlier start has no effect once the import was started again', async () => {
    const firstStart = await startImportOfLines(project, text, { dryRun: true })
    await runJobOfStartedImport(firstStart)
    const secondStart = await startUploadedImport(project, firstStart.id)
    expect(await runJobOfStartedImport(firstStart)).toBeUndefined()
    expect(await readImport(secondStart.id)).toMatchObject({ state: 'running' })
    await runJobOfStartedImport(secondStart)
    expect(await runJobOfStartedImport(secondStart)).toBeUndefined()
    expect(await readImport(secondStart.id)).toMatchObject({
      state: 'done',
      solutions: 3,
      duplicates: 0,
    })
  })

  test('is completed by the next process if its own process shuts down', async () => {
    const startedImport = await startImportOfLines(project, text)
    const shutdown = AbortSignal.abort(new Error('the process ends'))
    expect(await runJobOfStartedImport(startedImport, shutdown)).toBe('later')
    expect(await countProjectRows(project.id)).toEqual(noRows)
    expect(await readImport(startedImport.id)).toMatchObject({ state: 'running' })
    await runJobOfStartedImport(startedImport)
    expect(await readImport(startedImport.id)).toMatchObject({ state: 'done', solutions: 3 })
  })

  test('fails if its job is given up, and can then be restarted', async () => {
    const startedImport = await startImportOfLines(project, text)
    await failImportAfterRetries(startedImport.payload)
    expect(await readImport(startedImport.id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Nothing was imported'),
    })
    await runImport(project, startedImport.id)
    await failImportAfterRetries(startedImport.payload)
    expect(await readImport(startedImport.id)).toMatchObject({ state: 'done' })
  })
})

describe('a batch request file of an import', () => {
  const answers = ['1', '2'].map((id) => ({
    id: `batch_${id}`,
    custom_id: `ask-${id}`,
    error: null,
    response: {
      status_code: 200,
      body: {
        choices: [{ index: 0, message: { role: 'assistant', content: String.raw`So \boxed{2}.` } }],
      },
    },
  }))
  const requests = ['1', '2']
    .map(
      (id) => `${JSON.stringify({ custom_id: `ask-${id}`, problem: `Why ${id}?`, answer: '2' })}\n`,
    )
    .join('')

  test('supplies the problem statements of the responses', async () => {
    const report = await importLines(project, answers, { requests })
    expect(report).toMatchObject({
      problems: 2,
      solutions: 2,
      formats: 'openai-batch',
      requestsBytes: null,
      samples: [{ problem: 'Why 1?', answer: '2', verdict: 'correct' }, {}],
    })
    expect(await countStoredFiles(project.id)).toBe(0)
  })

  test('can be uploaded after a dry run of the responses', async () => {
    const { id } = await uploadImportLines(project, answers)
    const checked = await runImport(project, id, { dryRun: true })
    expect(checked).toMatchObject({ invalidLines: 2, requestsBytes: null })
    await send(id, 0, requests, 'requests')
    expect(await readImport(id)).toMatchObject({ requestsBytes: requests.length })
    expect(await runImport(project, id)).toMatchObject({ state: 'done', solutions: 2 })
  })

  test('fails the import if a request is invalid, with its location', async () => {
    const files = { requests: `${requests}{"custom_id": 1}\n` }
    await expect(importLines(project, answers, files)).rejects.toMatchObject({
      message: expect.stringContaining('line 3, custom_id'),
      details: { state: 'failed' },
    })
    expect(await countProjectRows(project.id)).toEqual(noRows)
  })
})

test('an import lists all line errors in the report and the first in the reply', async () => {
  const invalidLineTexts = Array.from({ length: 250 }, (_, i) => `{"problem": ${i}, "samples": []}`)
  const changedLine = { ...lines[0]!, answer: '7' }
  await importLines(project, lines)
  const { id } = await uploadImportLines(
    project,
    [JSON.stringify(changedLine), ...invalidLineTexts, ''].join('\n'),
  )
  await expect(runImport(project, id)).rejects.toMatchObject({ details: { invalidLines: 251 } })
  const reportedErrors = await readReport(id)
  const numbers = reportedErrors.map(({ line }) => line)
  expect(new Set(numbers).size).toBe(251)
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  expect(reportedErrors[0]).toMatchObject({ line: 1, offset: 0, location: 'answer' })
  const { lineErrors } = await readImport(id)
  expect(lineErrors).toEqual(reportedErrors.slice(0, 100))
  await cancel(id)
  expect(await readReport(id)).toEqual([])
})

test('an import returns the first solutions of the file as samples', async () => {
  const samples = ['One.\n\nTwo.', 'Step 1: a\nStep 2: b', 'So.', 'Not shown.']
  const line = { problem: 'Why?', answer: '2', samples }
  const report = await importLines(project, [line], { dryRun: true, splitting: 'blank-line' })
  expect(report.samples).toHaveLength(3)
  expect(report.samples[0]).toMatchObject({
    problem: 'Why?',
    steps: ['One.', 'Two.'],
    ratings: null,
    splitter: expect.stringContaining('blank-line'),
  })
})

test.each([
  ['a line', (lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n')],
  ['an element of a JSON list in one line', (lines: object[]) => JSON.stringify(lines)],
])(
  '%s that contradicts the project is no sample, and its steps are not counted',
  async (_, write) => {
    await importLines(project, [{ problem: 'Why?', answer: '2', samples: ['Stored.'] }])
    const lines = [
      { problem: 'Why?', answer: '3', samples: ['Rejected.\n\nTwo steps.'] },
      { problem: 'How?', samples: ['Accepted.'] },
    ]
    const options = { dryRun: true, splitting: 'blank-line' } as const
    const report = await importLines(project, write(lines), options)
    expect(report).toMatchObject({ invalidLines: 1, samples: [{ steps: ['Accepted.'] }] })
    expect(report.stepCounts).toMatchObject({ min: 1, max: 1 })
  },
)

test('lists imports with their author, newest first', async () => {
  await importLines(project, text, { fileName: 'first.jsonl' })
  await uploadImportLines(project, text, { fileName: 'second.jsonl' })
  const { imports } = await listImports.execute(project.admin, { project: project.slug })
  expect(imports).toMatchObject([
    { fileName: 'second.jsonl', state: 'receiving', by: project.admin.name, sha256: '' },
    {
      fileName: 'first.jsonl',
      state: 'done',
      solutions: 3,
      sha256: expect.stringMatching(/^\w{64}$/),
    },
  ])
})

test('the audit log records what was imported and by whom', async () => {
  const { import: id, sha256 } = await importLines(project, text)
  const entries = await getDatabase().$queryRaw<{ detail: object }[]>`
    select detail::jsonb as detail from audit_entry where target = ${`import:${id}`} order by at`
  expect(entries.map(({ detail }) => detail)).toMatchObject([
    { operation: 'open' },
    { operation: 'send', receivedBytes: text.length },
    { operation: 'start', dryRun: false },
    { operation: 'done', sha256, solutions: 3, invalidLines: 0, by: project.admin.userId },
  ])
})

test('one sample is a solution whose text was split, even if the first solutions have steps', async () => {
  const makeLine = (content: object, index: number) =>
    JSON.stringify({ problem: `What is 1+${index}?`, samples: [content] })
  const steps = ['It is.', 'Done.']
  const lines = [
    { steps },
    { steps },
    { steps },
    { steps },
    { text: 'One.\n\nTwo.\n\nThree.' },
    { text: 'A.\n\nB.' },
  ]
  const { id } = await uploadImportLines(project, lines.map(makeLine).join('\n'))
  const { samples } = await runImport(project, id, { dryRun: true })
  expect(samples.map((sample) => sample.steps.length)).toEqual([2, 2, 3])
  expect(samples.map(({ splitter }) => splitter === null)).toEqual([true, true, false])
})

test('the samples of a stepmark file have no splitter, because its steps are kept as they are', async () => {
  expect(fullStoredRecord.solution.splitter).not.toBeNull()
  const { id } = await uploadImportLines(project, writeStepmarkLine(fullStoredRecord))
  const { samples } = await runImport(project, id, { dryRun: true })
  expect(samples.map(({ splitter }) => splitter)).toEqual([null])
})
