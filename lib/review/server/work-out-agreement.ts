import { setImmediate as pause } from 'node:timers/promises'
import type { ResultReading, ResultWatch } from '@/lib/jobs/server/run-result-job'
import { defaultDraws, type AgreementReport } from '@/lib/review/agreement/report'
import { AgreementTally } from '@/lib/review/agreement/tally'
import { type AgreementResult, fewestAtRandom } from '../agreement-contract'
import type { AgreementFilters } from '../agreement-filters'
import {
  countAtRandom,
  randomSlice,
  readAgreedRow,
  selectAgreed,
  type SettledFilters,
} from './agreed-annotations.sql'
import { nameLabelers, surveyAnnotations } from './agreement-choices.sql'

/** What it reads from: a transaction of one instant, and rows in it. */
export interface Source extends ResultReading {
  projectId: string
  filters: AgreementFilters
}

type AgreedRow = ReturnType<typeof readAgreedRow>

/** All that the page shows, of one instant. Holds sums by problem, and one solution's annotations. */
export async function workOutAgreement(
  source: Source,
  watch: ResultWatch,
  { draws = defaultDraws }: { draws?: number } = {},
): Promise<AgreementResult> {
  const { db, projectId } = source
  // Annotations are sorted in memory; there is one such job at a time in a process.
  await db.$executeRaw`select set_config('work_mem', '64MB', true)`
  const { annotations: all, asOf, ...choices } = await surveyAnnotations(db, projectId)
  watch.progress.allRows = all
  const filters = await settleSample(source, choices.slices)
  const { tally, gold, annotations, leftOut } = await readAgreed(source, filters, watch)
  const steps = { draws, onPause: () => breathe(watch) }
  const report = await tally.measure(steps)
  const { goldF1 } = (await gold.measure(steps)).measures
  return {
    report: { ...report, measures: { ...report.measures, goldF1 } },
    sample: filters.sample,
    ...{ annotations, leftOut },
    names: await nameLabelers(db, listPeople(report)),
    choices,
    asOf: asOf.toISOString(),
  }
}

const noneLeftOut = {
  ...{ irregular: 0, unfinished: 0, gold: 0, screening: 0, olderSteps: 0, stepChoice: 0 },
} satisfies AgreementResult['leftOut']

const listPeople = ({ pairs }: AgreementReport) => [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]

/** A long computation must not keep the process from saying that it is alive. */
async function breathe(watch: ResultWatch): Promise<void> {
  await pause()
  watch.throwIfEnded()
}

async function settleSample(
  { db, projectId, filters }: Source,
  slices: readonly string[],
): Promise<SettledFilters> {
  const { sample } = filters
  if (sample !== 'auto') return { ...filters, sample }
  if (!slices.includes(randomSlice)) return { ...filters, sample: 'all' }
  const atRandom = await countAtRandom(db, projectId, filters)
  return { ...filters, sample: atRandom >= fewestAtRandom ? 'random' : 'all' }
}

/** Gold is of no sample and was served for another purpose, so it has a tally of its own. */
async function readAgreed(
  { rows, projectId }: Source,
  filters: SettledFilters,
  watch: ResultWatch,
) {
  const [tally, gold] = [new AgreementTally(), new AgreementTally()]
  const leftOut = { ...noneLeftOut }
  let annotations = 0
  let solution: AgreedRow[] = []
  const addSolution = () => {
    const [first] = solution
    if (first === undefined) return
    const { problem } = first
    const counted = solution.filter((row) => row.isOfSample && row.leftOut === null)
    if (counted.length > 0) tally.add({ problem, annotations: counted })
    if (first.gold !== null) gold.add({ problem, annotations: solution, gold: first.gold })
    annotations += counted.length
    solution = []
  }
  for await (const piece of rows.stream(selectAgreed(projectId, filters))) {
    for (const each of piece) {
      const row = readAgreedRow(each)
      if (row.leftOut !== null && row.isOfSample) leftOut[row.leftOut] += 1
      if (row.leftOut !== null && row.gold === null) continue
      if (solution[0]?.solution !== row.solution) addSolution()
      solution.push(row)
    }
    watch.progress.readRows += piece.length
    await breathe(watch)
  }
  addSolution()
  return { tally, gold, annotations, leftOut }
}
