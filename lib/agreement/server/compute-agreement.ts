import { setImmediate as pause } from 'node:timers/promises'
import type { SnapshotTransaction, ResultJobProgress } from '@/lib/jobs/server/run-result-job'
import { AgreementAccumulator } from '../agreement-accumulator'
import type { AgreementFilters } from '../agreement-filters'
import { defaultBootstrapResamples, type AgreementReport } from '../agreement-report'
import { type AgreementResult, minRandomSampleSolutions } from '../contract'
import {
  readAccountNamesOfLabelers,
  summariseAgreementFilterChoices,
} from './agreement-filter-choices.sql'
import {
  countDoublyLabelledRandomSample,
  randomSliceName,
  readComparableAnnotationRow,
  type ResolvedAgreementFilters,
  selectAnnotationsToCompareSql,
} from './comparable-annotations.sql'

/** A read transaction of one snapshot, and what to compute in it. */
export interface AgreementSnapshotReader extends SnapshotTransaction {
  projectId: string
  filters: AgreementFilters
}

type ComparableRow = ReturnType<typeof readComparableAnnotationRow>

/**
 * Computes everything that the page shows, from one snapshot. Memory: sums by problem, and one solution's annotations.
 */
export async function computeAgreement(
  source: AgreementSnapshotReader,
  watch: ResultJobProgress,
  { resamples = defaultBootstrapResamples }: { resamples?: number } = {},
): Promise<AgreementResult> {
  const { db, projectId } = source
  // Annotations are sorted in memory. Each process runs one such job at a time.
  await db.$executeRaw`select set_config('work_mem', '64MB', true)`
  const {
    annotations: all,
    asOf,
    ...choices
  } = await summariseAgreementFilterChoices(db, projectId)
  watch.progress.allRows = all
  const filters = await chooseSample(source, choices.slices)
  const { accumulator, gold, annotations, excluded } = await readComparable(source, filters, watch)
  const options = { resamples, onPause: () => yieldToEventLoop(watch) }
  const report = await accumulator.measure(options)
  const { goldF1 } = (await gold.measure(options)).measures
  return {
    report: { ...report, measures: { ...report.measures, goldF1 } },
    sample: filters.sample,
    annotations,
    excluded,
    names: await readAccountNamesOfLabelers(db, listPeopleOfPairs(report)),
    choices,
    asOf: asOf.toISOString(),
  }
}

const noExclusions = {
  irregular: 0,
  unfinished: 0,
  gold: 0,
  screening: 0,
  olderSteps: 0,
  stepChoice: 0,
} satisfies AgreementResult['excluded']

const listPeopleOfPairs = ({ pairs }: AgreementReport) => [
  ...new Set(pairs.flatMap(({ a, b }) => [a, b])),
]

/** Yields during a long computation so that the process can still report that it is alive. */
async function yieldToEventLoop(watch: ResultJobProgress): Promise<void> {
  await pause()
  watch.throwIfEnded()
}

async function chooseSample(
  { db, projectId, filters }: AgreementSnapshotReader,
  slices: readonly string[],
): Promise<ResolvedAgreementFilters> {
  const { sample } = filters
  if (sample !== 'auto') return { ...filters, sample }
  if (!slices.includes(randomSliceName)) return { ...filters, sample: 'all' }
  const sampledCount = await countDoublyLabelledRandomSample(db, projectId, filters)
  return { ...filters, sample: sampledCount >= minRandomSampleSolutions ? 'random' : 'all' }
}

/** Gold is in no sample and was served for another purpose, so it is measured separately. */
async function readComparable(
  { rows, projectId }: AgreementSnapshotReader,
  filters: ResolvedAgreementFilters,
  watch: ResultJobProgress,
) {
  const [accumulator, gold] = [new AgreementAccumulator(), new AgreementAccumulator()]
  const excluded = { ...noExclusions }
  let annotations = 0
  let solutionRows: ComparableRow[] = []
  const addSolution = () => {
    const [first] = solutionRows
    if (first === undefined) return
    const { problem } = first
    const countedRows = solutionRows.filter((row) => row.isOfSample && row.exclusionReason === null)
    if (countedRows.length > 0) accumulator.add({ problem, annotations: countedRows })
    if (first.gold !== null) gold.add({ problem, annotations: solutionRows, gold: first.gold })
    annotations += countedRows.length
    solutionRows = []
  }
  for await (const batch of rows.stream(selectAnnotationsToCompareSql(projectId, filters))) {
    for (const each of batch) {
      const row = readComparableAnnotationRow(each)
      if (row.exclusionReason !== null && row.isOfSample) excluded[row.exclusionReason] += 1
      if (row.exclusionReason !== null && row.gold === null) continue
      if (solutionRows[0]?.solution !== row.solution) addSolution()
      solutionRows.push(row)
    }
    watch.progress.readRows += batch.length
    await yieldToEventLoop(watch)
  }
  addSolution()
  return { accumulator, gold, annotations, excluded }
}
