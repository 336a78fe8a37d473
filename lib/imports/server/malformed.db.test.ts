import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { formatProcessLoad, watchProcessLoad } from '@/lib/platform/testing/watch-process-load'
import {
  importLines,
  type TestProject,
  makePerson,
  makeProject,
  runImport,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { readImportReport } from './queries'
import type { MalformedFile } from './testing/malformed-file'
import { allMalformedFileGenerators } from './testing/malformed-files'
import { SeededRandom } from './testing/seeded-random'

useTestDatabase()

/** More than 300 files in the full run. Otherwise one of every fourth kind: the tests of the readers cover each. */
const filesPerKind = isFullTestRun ? 4 : 1
const timeoutMs = 120_000
const allKinds = Object.entries(allMalformedFileGenerators)
const kinds = allKinds.filter((_, i) => isFullTestRun || i % 4 === 0)

const stopWatching = watchProcessLoad()
afterAll(() =>
  reportTestFigures('Malformed files', {
    files: kinds.length * filesPerKind,
    process: formatProcessLoad('all of them', stopWatching()),
  }),
)

let adminPromise: Promise<Person> | null = null
/** Shared, because creating a person takes longer than an import. */
const getAdmin = () => (adminPromise ??= makePerson({ isInstanceAdmin: true }))

let projectPromise: Promise<TestProject> | null = null
/** Shared by all files that add no rows. */
const getEmptyProject = async () => (projectPromise ??= makeProject({}, await getAdmin()))

type Report = Awaited<ReturnType<typeof importLines>>

async function countRows(projectId: string) {
  const [row] = await getDatabase().$queryRaw<Record<string, number>[]>`
    select (select count(*)::int from problem where project_id = ${projectId}::uuid) as problems,
      (select count(*)::int from solution where project_id = ${projectId}::uuid) as solutions,
      (select count(*)::int from annotation where project_id = ${projectId}::uuid) as annotations,
      (select count(*)::int from step_option where project_id = ${projectId}::uuid) as options,
      (select count(*)::int from queue_item where project_id = ${projectId}::uuid) as queued`
  return row!
}

/** The report of a rejected import. Throws any other error. */
async function readRejection(importPromise: Promise<Report>): Promise<Report> {
  const outcome = await importPromise.then(
    () => new Error('the file was accepted'),
    (error: unknown) => error,
  )
  if (outcome instanceof AppError && outcome.code === 'invalid_lines')
    return outcome.details as Report
  throw outcome
}

async function readReportLines(project: TestProject, id: string): Promise<unknown[]> {
  const reply = await readImportReport.execute(project.admin, {
    project: project.slug,
    import: id,
  })
  return (await readReplyLines(reply)).map((line): unknown => JSON.parse(line))
}

async function expectRejected(project: TestProject, file: MalformedFile): Promise<string> {
  const { id } = await uploadImportLines(project, file.bytes)
  const reply = await readRejection(runImport(project, id))
  expect(reply.message?.length).toBeGreaterThan(20)
  const lines = [...new Set(reply.lineErrors.map(({ line }) => line))]
  if (file.rejectedLines === null) expect(lines.length).toBeLessThanOrEqual(1)
  else {
    expect(lines).toEqual(file.rejectedLines)
    expect(reply).toMatchObject({ state: 'rejected', invalidLines: file.rejectedLines.length })
  }
  for (const { offset, location, reason } of reply.lineErrors) {
    expect(offset).toBeGreaterThanOrEqual(0)
    expect(location).toMatch(file.location ?? /./)
    expect(reason).toMatch(/^[^a-z].*[.:]$/su)
  }
  expect(await readReportLines(project, id)).toEqual(reply.lineErrors)
  return id
}

describe.each(kinds)('a malformed file: %s', (name, make) => {
  test.each(Array.from({ length: filesPerKind }, (_, i) => i))(
    'is rejected with its errors, file %i',
    { timeout: timeoutMs },
    async (i) => {
      const file = make(new SeededRandom(name.length * 1_000 + i))
      const isEmpty = file.before === undefined && file.valid === 0
      const project = isEmpty ? await getEmptyProject() : await makeProject({}, await getAdmin())
      if (file.before !== undefined) await importLines(project, file.before)
      const before = await countRows(project.id)
      const id = await expectRejected(project, file)
      expect(await countRows(project.id)).toEqual(before)

      const skippingImport = runImport(project, id, { onInvalidLines: 'skip' })
      if (file.valid === 0) {
        await readRejection(skippingImport)
        expect(await countRows(project.id)).toEqual(before)
      } else {
        const result = await skippingImport
        expect(result).toMatchObject({ state: 'done', invalidLines: file.rejectedLines!.length })
        const { solutions } = await countRows(project.id)
        expect(solutions).toBe(before.solutions! + file.valid)
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )
})

const unusualFiles = {
  'a byte order mark at the start': (lines: string[]) => `\ufeff${lines.join('\n')}`,
  'Windows line ends': (lines: string[]) => lines.join('\r\n'),
  'blank lines between the lines': (lines: string[]) => `\n \n${lines.join('\n\n\t\n')}\n\n`,
  'spaces around the lines': (lines: string[]) => lines.map((line) => `  ${line}\t`).join('\n'),
  'no line end after the last line': (lines: string[]) => lines.join('\n'),
  'one JSON list': (lines: string[]) => `[${lines.join(',')}]`,
  'objects over several lines': (lines: string[]) =>
    lines.map((line) => JSON.stringify(JSON.parse(line), null, 2)).join('\n'),
}
const unusualTexts = [
  'One\u2028line\u2029still\u0085one.',
  '$'.repeat(500),
  `$${'{'.repeat(500)}x${'}'.repeat(500)}$`,
  '\\def\\a{\\a\\a}'.repeat(50),
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '\u202eright to left',
  '😀'.repeat(100),
]

test.each(Object.entries(unusualFiles))(
  'imports a valid but unusual file: %s',
  async (_name, write) => {
    const project = await makeProject({}, await getAdmin())
    const lines = unusualTexts.map((text, i) =>
      JSON.stringify({
        problem: `${i}: ${text}`,
        samples: [{ steps: [text] }],
        constructor: { prototype: { polluted: true } },
      }),
    )
    const report = await importLines(project, write(lines))
    expect(report).toMatchObject({ lines: lines.length, solutions: lines.length, invalidLines: 0 })
    const storedSolutions = await getDatabase().solution.findMany({
      where: { projectId: project.id },
      select: { steps: true },
    })
    expect(storedSolutions.flatMap(({ steps }) => steps).sort()).toEqual([...unusualTexts].sort())
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

test('these tests cover at least 30 kinds of malformed files, and 120 kinds with 300 files in the full run', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(isFullTestRun ? 120 : 30)
  expect(allKinds.length * 4).toBeGreaterThanOrEqual(300)
})
