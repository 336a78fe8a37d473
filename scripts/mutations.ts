import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { reportTestFigures } from '@/lib/platform/testing/report-figures'
import { allMutations } from './mutations/all-mutations'
import { applyMutation } from './mutations/apply-mutation'
import {
  judgeMutation,
  type MutationJudgement,
  type MutationTestReport,
} from './mutations/judge-mutation'
import type { Mutation } from './mutations/mutation'
import { startMutationWorker, type MutationWorker } from './mutations/start-worker'
import { readScriptOptions } from './read-script-options'

/**
 * Applies one mutation after another to a copy of the sources and checks that its test fails. Before that, runs all those
 * tests without any mutation, because a test that fails anyway proves nothing.
 */

/** Each worker runs Vitest and usually a PostgreSQL server. */
const workerCount = 2
const resultsFile = join(repositoryRoot, 'test-results', 'mutations.json')

interface Result extends MutationJudgement {
  mutation: Mutation
  seconds: number
}

async function testMutation(
  { root, runTests }: MutationWorker,
  mutation: Mutation,
): Promise<Result> {
  const start = performance.now()
  const restore = applyMutation(root, mutation)
  try {
    const judge = async () => judgeMutation(mutation, await runTests([mutation], mutation.file))
    let judgement = await judge()
    if (judgement.verdict === 'not run') judgement = await judge()
    return { mutation, ...judgement, seconds: (performance.now() - start) / 1000 }
  } finally {
    restore()
  }
}

/** Errors of the tests that fail without a mutation, even when they run a second time on their own. */
async function findFailingTests(
  { runTests }: MutationWorker,
  mutations: readonly Mutation[],
): Promise<string[]> {
  let failingMutations = mutations
  let report: MutationTestReport = { tests: [], error: '' }
  for (let i = 0; i < 2 && failingMutations.length > 0; i += 1) {
    report = await runTests(failingMutations, null)
    failingMutations = failingMutations.filter(
      (mutation) => judgeMutation(mutation, report).verdict !== 'survived',
    )
  }
  return failingMutations.map((mutation) => {
    const { message } = judgeMutation(mutation, report)
    return `${mutation.name}: ${mutation.test.file} fails without the mutation: ${message}`
  })
}

function formatResult({ mutation, verdict, message, seconds }: Result): string {
  const isKilled = verdict === 'killed'
  const detail = isKilled ? '' : `  ${[mutation.test.file, message].filter(Boolean).join(': ')}`
  return `${isKilled ? '✓' : '✗'} ${verdict.padEnd(9)}${seconds.toFixed(1).padStart(6)} s  ${mutation.name}${detail}`
}

/** Sources of the database last: before and after each, a worker has to build its test database again. */
const sortByCost = (mutations: readonly Mutation[]) =>
  mutations.toSorted((a, b) => Number(isDatabaseSource(a)) - Number(isDatabaseSource(b)))
const isDatabaseSource = ({ file }: Mutation) => /^prisma\/(functions|migrations)\//.test(file)

async function testAllMutations(
  workers: readonly MutationWorker[],
  mutations: readonly Mutation[],
): Promise<Result[]> {
  const queue = sortByCost(mutations)
  const results: Result[] = []
  await Promise.all(
    workers.map(async (worker) => {
      for (let mutation = queue.shift(); mutation; mutation = queue.shift()) {
        const result = await testMutation(worker, mutation)
        results.push(result)
        console.log(
          `${String(results.length).padStart(3)}/${mutations.length} ${formatResult(result)}`,
        )
      }
    }),
  )
  return results
}

/** In the form that `npm test` counts. */
function writeResults(results: readonly Result[]): void {
  mkdirSync(join(repositoryRoot, 'test-results'), { recursive: true })
  const rows = results.map(({ mutation: { name, file, test }, verdict, message, seconds }) => ({
    name,
    file,
    test,
    verdict,
    message,
    seconds: Math.round(seconds * 10) / 10,
  }))
  const killed = rows.filter(({ verdict }) => verdict === 'killed').length
  const counts = { numPassedTests: killed, numFailedTests: rows.length - killed }
  writeFileSync(resultsFile, `${JSON.stringify({ ...counts, mutations: rows }, null, 2)}\n`)
}

async function runMutations(folder: string, mutations: readonly Mutation[]): Promise<void> {
  const count = Math.min(workerCount, mutations.length)
  const workers = Array.from({ length: count }, (_, i) =>
    startMutationWorker(join(folder, String(i))),
  )
  try {
    console.log(
      `Running the tests of ${mutations.length} mutations on the unchanged sources first ...`,
    )
    const errors = await findFailingTests(workers[0]!, mutations)
    for (const error of errors) console.error(`✗ ${error}`)
    if (errors.length > 0)
      throw new Error('No mutation was tested, because these tests fail without any mutation.')
    const results = await testAllMutations(workers, mutations)
    writeResults(results)
    const survivors = results.filter(({ verdict }) => verdict !== 'killed')
    reportTestFigures('Mutations', {
      mutations: results.length,
      killed: results.length - survivors.length,
    })
    for (const result of survivors) console.log(formatResult(result))
    if (survivors.length > 0) process.exitCode = 1
  } finally {
    for (const { stop } of workers) await stop()
  }
}

const usage = `npm run mutations -- [options]
  --only TEXT     run only the mutations with TEXT in their names
  --help          show this help`

async function main(): Promise<void> {
  const options = readScriptOptions({ only: { type: 'string' } }, usage)
  if (options === null) return
  const { only } = options
  const selectedMutations = allMutations.filter(
    ({ name }) => only === undefined || name.includes(only),
  )
  if (selectedMutations.length === 0) {
    console.error(`No mutation has "${only}" in its name. Mutations:`)
    for (const { name } of allMutations) console.error(`  ${name}`)
    process.exitCode = 2
    return
  }
  rmSync(resultsFile, { force: true })
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-mutations-'))
  try {
    await runMutations(folder, selectedMutations)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
