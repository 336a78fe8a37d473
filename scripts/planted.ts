import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { reportFigures } from '@/lib/platform/testing/figures'
import { plantedBugs } from './planted/all-bugs'
import { judgeBug, type Judgement, type RunReport } from './planted/judge-bug'
import { type Lane, openLane } from './planted/open-lane'
import { plantBug } from './planted/plant-bug'
import type { PlantedBug } from './planted/planted-bug'

/**
 * Takes away one guard after the other, each in a copy of the sources, and expects the test that is named with it to
 * fail. First all of those tests are run as the sources are: what fails anyway catches nothing.
 */

/** Each is a process of Vitest's, most of the time with a PostgreSQL. */
const laneCount = 2
const resultsFile = join(repositoryRoot, 'test-results', 'planted.json')

interface Result extends Judgement {
  bug: PlantedBug
  seconds: number
}

async function tryBug({ root, runTests }: Lane, bug: PlantedBug): Promise<Result> {
  const began = performance.now()
  const takeBack = plantBug(root, bug)
  try {
    let judgement = judgeBug(bug, await runTests([bug], bug.file))
    if (judgement.verdict === 'not run') judgement = judgeBug(bug, await runTests([bug], bug.file))
    return { bug, ...judgement, seconds: (performance.now() - began) / 1000 }
  } finally {
    takeBack()
  }
}

/** Bugs whose tests do not pass as the sources are, also when they are tried once more by themselves. */
async function findUnfit({ runTests }: Lane, bugs: readonly PlantedBug[]): Promise<string[]> {
  let unfit = bugs
  let report: RunReport = { tests: [], trouble: '' }
  for (let i = 0; i < 2 && unfit.length > 0; i += 1) {
    report = await runTests(unfit, null)
    unfit = unfit.filter((bug) => judgeBug(bug, report).verdict !== 'survived')
  }
  return unfit.map((bug) => {
    const { verdict, words } = judgeBug(bug, report)
    return `${bug.name}: ${bug.test.file} does not pass without it either: ${verdict === 'caught' ? words : verdict}`
  })
}

function formatLine({ bug, verdict, words, seconds }: Result): string {
  const mark = verdict === 'caught' ? '✓' : '✗'
  const note = verdict === 'caught' ? '' : `  ${bug.test.file}${words === '' ? '' : `: ${words}`}`
  return `${mark} ${verdict.padEnd(9)}${seconds.toFixed(1).padStart(6)} s  ${bug.name}${note}`
}

async function tryAll(lanes: readonly Lane[], bugs: readonly PlantedBug[]): Promise<Result[]> {
  const waiting = [...bugs]
  const results: Result[] = []
  await Promise.all(
    lanes.map(async (lane) => {
      for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
        const result = await tryBug(lane, bug)
        results.push(result)
        console.log(`${String(results.length).padStart(3)}/${bugs.length} ${formatLine(result)}`)
      }
    }),
  )
  return results
}

/** Counted as the other stages of `npm test` are. */
function writeResults(results: readonly Result[]): void {
  mkdirSync(join(repositoryRoot, 'test-results'), { recursive: true })
  const rows = results.map(({ bug, verdict, words, seconds }) => ({
    ...{ name: bug.name, file: bug.file, test: bug.test, verdict, words },
    seconds: Math.round(seconds * 10) / 10,
  }))
  const caught = rows.filter(({ verdict }) => verdict === 'caught').length
  const counts = { numPassedTests: caught, numFailedTests: rows.length - caught }
  writeFileSync(resultsFile, `${JSON.stringify({ ...counts, bugs: rows }, null, 2)}\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const { only } = values
  const bugs = plantedBugs.filter(({ name }) => only === undefined || name.includes(only))
  if (bugs.length === 0) {
    console.error(`No planted bug has "${only}" in its name:`)
    for (const { name } of plantedBugs) console.error(`  ${name}`)
    process.exitCode = 2
    return
  }
  rmSync(resultsFile, { force: true })
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-planted-'))
  const lanes: Lane[] = []
  try {
    lanes.push(
      ...Array.from({ length: Math.min(laneCount, bugs.length) }, (_, i) =>
        openLane(join(folder, String(i))),
      ),
    )
    console.log(`The tests of ${bugs.length} planted bugs, without them ...`)
    const unfit = await findUnfit(lanes[0]!, bugs)
    for (const words of unfit) console.error(`✗ ${words}`)
    if (unfit.length > 0) throw new Error('Nothing was planted: what fails anyway catches nothing.')
    const results = await tryAll(lanes, bugs)
    writeResults(results)
    const missed = results.filter(({ verdict }) => verdict !== 'caught')
    reportFigures('Planted bugs', {
      planted: results.length,
      caught: results.length - missed.length,
    })
    for (const result of missed) console.log(formatLine(result))
    if (missed.length > 0) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    for (const { close } of lanes) await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
