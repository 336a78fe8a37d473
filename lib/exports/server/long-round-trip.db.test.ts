import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createImport, uploadImportFile } from '@/lib/imports/server/commands'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { formatProcessLoad, watchProcessLoad } from '@/lib/platform/testing/watch-process-load'
import { makeProject, type TestProject, runImport } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'
import { writeLongPrm800k } from './testing/long-prm800k'

useTestDatabase()

const mebibyte = 1024 ** 2
/** In the full run, 1 GiB. */
const fileMiB = isFullTestRun ? 1_024 : 2
const timeoutMs = isFullTestRun ? 90 * 60_000 : 60_000

async function* streamBlock(block: Uint8Array): AsyncGenerator<Uint8Array> {
  yield block
}

/** Uploads the file while it is generated. Returns the id of the import and the length and hash of what was sent. */
async function sendLongFile(project: TestProject) {
  const { admin, slug } = project
  const created = await createImport.execute(
    admin,
    createImport.contract.input.parse({ project: slug, fileName: 'long.jsonl' }),
  )
  const hash = createHash('sha256')
  let bytes = 0
  for (const block of writeLongPrm800k(fileMiB * mebibyte)) {
    hash.update(block)
    await uploadImportFile.execute(
      admin,
      { project: slug, import: created.import, part: 'data', offset: bytes },
      { file: streamBlock(block) },
    )
    bytes += block.length
  }
  return { id: created.import, sent: { bytes, sha256: hash.digest('hex') } }
}

async function readExport({ admin, slug }: TestProject) {
  const request = {
    project: slug,
    format: 'prm800k',
    labels: 'imported',
    includeQualityControl: true,
  } as const
  const { blocks } = await exportAnnotations.execute(admin, request)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const lines of blocks)
    for (const line of lines) {
      hash.update(line).update('\n')
      bytes += Buffer.byteLength(line) + 1
    }
  return { bytes, sha256: hash.digest('hex') }
}

const figures: Record<string, string> = {}
afterAll(() => reportTestFigures(`A file of ${fileMiB} MiB and back`, figures))

test(`a file of ${fileMiB} MiB round-trips byte for byte`, { timeout: timeoutMs }, async () => {
  const project = await makeProject()
  const measureDuration = async <T>(description: string, run: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const stop = watchProcessLoad()
    const outcome = await run()
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    figures[description] = formatProcessLoad(`${seconds} s`, stop())
    return outcome
  }
  const { id, sent } = await measureDuration('sent', () => sendLongFile(project))
  expect(sent.bytes).toBeGreaterThanOrEqual(fileMiB * mebibyte)
  const report = await measureDuration('imported', () => runImport(project, id))
  expect(report).toMatchObject({ state: 'done', invalidLines: 0, duplicates: 0 })
  expect(report.annotations).toBe(report.lines)
  expect(await measureDuration('exported', () => readExport(project))).toEqual(sent)
})
