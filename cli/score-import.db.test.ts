import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { planAndStartRound } from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  type TestProject,
  makeProject,
} from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepmark-scores-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let project: TestProject
/** Ids of the project's three solutions, ordered by problem. All answers are wrong. */
let ids: string[]
beforeEach(async () => {
  project = await makeProject({}, server.admin())
  await importLines(
    project,
    ['a', 'b', 'c'].map((id) => makeProblemLine(id, [0.5])),
  )
  const rows = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true, problem: { select: { externalId: true } } },
  })
  ids = rows
    .sort((a, b) => (a.problem.externalId! < b.problem.externalId! ? -1 : 1))
    .map(({ id }) => id)
})

const run = (argv: readonly string[], input = '') =>
  runCommand([...argv, '--project', project.slug], { input })
const importScores = (lines: readonly (object | string)[], ...more: string[]) =>
  run(['score', 'import', '-', ...more], write(lines))
const write = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
const nameOptions = ['--name', 'prm-7b step 2000']
const scores = () => ids.map((id, i) => ({ solution_id: id, prm_score: i }))

describe('`score import`', () => {
  test('creates a score run whose scores a round can use to rank solutions', async () => {
    const finishedResult = await importScores(scores(), ...nameOptions)
    expect(finishedResult).toEqual({
      status: 0,
      stdout: '1\n',
      stderr: 'Run 1 of Imported (prm-7b step 2000): done. 3 solutions scored.\n',
    })
    expect((await run(['score', 'list'])).stdout).toMatch(
      /^1 {2}Imported \(prm-7b step 2000\) {2}done {2}3 of 3 {2}0 failed/,
    )
    expect((await run(['scorer', 'list'])).stdout).toBe('Imported  imported  scores from files\n')
    const { id: source } = await getDatabase().scoreRun.findFirstOrThrow({
      where: { projectId: project.id },
      select: { id: true },
    })
    await planAndStartRound(project, { scores: { source, aggregation: 'minimum' } })
    const queued = await getDatabase().queueItem.findMany({
      where: { projectId: project.id },
      select: { solutionId: true, score: true },
      orderBy: { priority: 'desc' },
    })
    expect(queued.map(({ solutionId }) => solutionId)).toEqual(ids.toReversed())
    expect(queued.map(({ score }) => score)).toEqual([2, 1, 0])
  })

  test('stores scores of the solutions that `score export --unscored` writes', async () => {
    await importScores(scores().slice(1), ...nameOptions)
    const exported = await run(['score', 'export', '1', '--unscored'])
    expect(exported.stderr).toMatch(/^1 solution, /)
    const line = JSON.parse(exported.stdout) as { steps: string[] }
    expect(line).toMatchObject({
      solution_id: ids[0],
      unique_id: 'a',
      rating_probs: null,
      step_scores: null,
      prm_score: null,
      disagreement: null,
    })
    await importScores([{ ...line, step_scores: line.steps.map(() => 0.5) }], '--name', 'more')
    // Without a run: the solutions that none has scored.
    const unscoredByAny = await run(['score', 'export', '--unscored'])
    expect(unscoredByAny).toMatchObject({ stdout: '', status: 0 })
    const unscored = await run(['score', 'export', '2', '--unscored'])
    const samples = unscored.stdout.trim().split('\n')
    expect(
      samples.map((sample) => (JSON.parse(sample) as { solution_id: string }).solution_id).sort(),
    ).toEqual(ids.slice(1).sort())
  })

  test('stores scores of all solutions, exported before the first run', async () => {
    const exported = await run(['score', 'export', '--unscored'])
    const lines = exported.stdout.trim().split('\n')
    expect(lines).toHaveLength(ids.length)
    const samples = lines.map((line) => JSON.parse(line) as { steps: string[] })
    await importScores(
      samples.map((sample) => ({ ...sample, step_scores: sample.steps.map(() => 0.5) })),
      ...nameOptions,
    )
    expect((await run(['score', 'export', '1'])).stdout.trim().split('\n')).toHaveLength(ids.length)
    const withoutRun = await run(['score', 'export'])
    expect(withoutRun.stderr).toContain('Name a run, or pass --unscored')
  })

  test('reads the output of `score export`, plain or gzipped', async () => {
    await importScores(scores(), ...nameOptions)
    const exported = await run(['score', 'export', '1'])
    const file = join(folder, 'scores.jsonl.gz')
    writeFileSync(file, gzipSync(exported.stdout))
    const secondResult = await run([
      'score',
      'import',
      file,
      '--name',
      'again',
      '--scorer',
      'PRM',
      '--json',
    ])
    expect(JSON.parse(secondResult.stdout)).toMatchObject({
      number: 2,
      scorerName: 'PRM',
      model: 'again',
      state: 'done',
      doneRows: 3,
      lines: 3,
      stored: 3,
      repeated: 0,
      rejected: 0,
      unknown: 0,
      twice: 0,
    })
    expect((await run(['score', 'export', '2'])).stdout).toBe(exported.stdout)
  })

  test('reports invalid lines, imports the others and ends with 1', async () => {
    const [a, b] = scores()
    const lines = [
      { ...a, prm_score: undefined, step_scores: [0.5, 0.5, 0.5, 0.5] },
      'no JSON',
      { ...b, steps: undefined },
      '[1]',
      { external_id: 'missing', prm_score: 1 },
      { ...b, prm_score: 9 },
    ]
    const { status, stdout, stderr } = await importScores(lines, ...nameOptions)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '1\n' })
    expect(stderr).toMatch(/^-:1: step_scores: There are \d+ steps? but 4 step scores\./)
    expect(stderr.match(/^-:\d+: \w+/gm)).toEqual([
      ...['-:1: step_scores', '-:2: column', '-:4: line', '-:5: external_id', '-:6: solution_id'],
    ])
    expect(stderr).toContain(
      'done. 1 solution scored. 5 of 6 lines invalid (1 match no solution or several, 1 repeat a solution).\n',
    )
    expect((await run(['score', 'show', '1'])).status).toBe(0)
  })

  test('starts no run for a file without a valid line, and cancels the run if no line matches a solution', async () => {
    const empty = await importScores([], ...nameOptions)
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('The file is empty. No run was started.')
    const broken = await importScores(['{'], ...nameOptions)
    expect(broken.stderr).toContain('All lines are invalid. No run was started.')
    const unknown = await importScores([{ external_id: 'missing', prm_score: 1 }], ...nameOptions)
    expect(unknown).toMatchObject({ status: 1, stdout: '1\n' })
    expect(unknown.stderr).toContain(
      'No line could be used, so run 1 was cancelled. Fix the lines and import again. 1 of 1 line invalid (1 match no solution or several).\n',
    )
  })

  test('a cancelled run is resumed with --resume and the same file, and skips the lines already stored', async () => {
    const input = { project: project.slug, name: 'prm' }
    const { beginScoreImport, sendScores } = await import('@/lib/scoring/server/import-commands')
    const scoreImport = await beginScoreImport.execute(
      project.admin,
      beginScoreImport.contract.input.parse(input),
    )
    const [sample] = scores()
    const lines = [{ line: 1, sample: sample! }]
    await sendScores.execute(project.admin, { project: project.slug, run: scoreImport.run, lines })
    expect((await run(['score', 'list'])).stdout).toMatch(/running {2}1 of \? /)
    expect((await run(['score', 'show', '1'])).stdout).toContain('not finished. 1 solution scored.')
    expect((await run(['score', 'resume', '1'])).stderr).toContain('score import FILE --resume 1')
    expect((await run(['score', 'cancel', '1'])).stderr).toContain('cancelled. 1 solution scored.')
    const resumed = await importScores(scores(), '--resume', '1')
    expect(resumed).toMatchObject({ status: 0, stdout: '1\n' })
    expect(resumed.stderr).toContain('done. 3 solutions scored. 1 line already stored.')
  })

  test('rejects a missing --name, --name with --resume, an unknown run and a reserved scorer', async () => {
    expect(await importScores(scores())).toMatchObject({ status: 2 })
    expect((await importScores(scores())).stderr).toContain(
      'Pass --name, such as "prm-7b step 2000"',
    )
    expect((await importScores(scores(), '--resume', '7')).stderr).toContain(
      'This project has no score run 7.',
    )
    expect((await importScores(scores(), ...nameOptions, '--resume', '1')).status).toBe(2)
    const reserved = await importScores(scores(), ...nameOptions, '--scorer', 'Embedded')
    expect(reserved).toMatchObject({ status: 1, stdout: '' })
    expect(reserved.stderr).toContain('Choose another scorer')
  })
})

test('`stepmark import` keeps the scores of existing solutions and reports lines whose scores differ', async () => {
  const line = (score: number) => ({ problem: 'One and one?', samples: [{ steps: ['2'], score }] })
  const file = join(folder, 'again.jsonl')
  writeFileSync(file, write([line(0.1)]))
  expect((await run(['import', file])).stderr).not.toContain('different scores')
  writeFileSync(file, write([line(0.1), line(0.9)]))
  const secondResult = await run(['import', file])
  expect(secondResult.status).toBe(0)
  expect(secondResult.stderr).toContain(
    '  different scores, not changed: 1 solution (line 2). To change them, use "stepmark score import"\n',
  )
})
