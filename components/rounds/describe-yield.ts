import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { SlicePolicyName } from '@/lib/rounds/policy'
import { formatErrorRate } from './format-figures'
import { omitPointsWithoutInterval } from './lay-out-yield-plot'
import type { RoundYield, SliceYield } from './round'

const sliceSubjects: Record<SlicePolicyName, string> = {
  'convincing-wrong': 'Convincing wrong answers',
  'paper-80-20': 'The PRM800K mix',
  'right-answer-weak-process': 'Correct answers with a weak step',
  uncertain: 'Uncertain solutions',
  random: 'The random sample',
}

type Interval = { perHundred: number; low: number; high: number }

/** Whether there is enough data to plot: none, too little for a line with confidence intervals, or enough. */
export function classifyYieldDataAmount({
  annotations,
  slices,
}: RoundYield): 'empty' | 'few' | 'lines' {
  if (annotations === 0) return 'empty'
  return slices.some((slice) => omitPointsWithoutInterval(slice).line.length > 1) ? 'lines' : 'few'
}

/** The title of the figure. Claims a difference from the random sample only if the confidence intervals don’t overlap. */
export function formatYieldTitle({ slices }: RoundYield): string {
  const leadSlice = findLeadSlice(slices)
  if (!leadSlice?.rate) return 'Errors found per 100 steps'
  const subject = sliceSubjects[leadSlice.slice]
  const leadInterval = findInterval(leadSlice)
  const randomInterval = findInterval(findSlice(slices, 'random'))
  if (leadSlice.slice === 'random' || leadInterval === null || randomInterval === null)
    return `${subject}: ${formatErrorRate(leadSlice.rate.perHundred)} errors per 100 steps`
  if (leadInterval.low > randomInterval.high)
    return `${subject}: ${formatFactor(leadInterval, randomInterval)} the errors of the random sample`
  if (leadInterval.high < randomInterval.low)
    return `${subject}: fewer errors than the random sample`
  return `${subject}: no significant difference from the random sample`
}

function formatFactor(lead: Interval, random: Interval): string {
  const factor = lead.perHundred / random.perHundred
  if (!Number.isFinite(factor)) return 'many times'
  if (factor >= 1.85 && factor < 2.15) return 'twice'
  return `${factor < 10 ? factor.toFixed(1) : formatCount(Math.round(factor))} times`
}

/** Metric, sample size and type of interval. */
export function formatYieldCaption({ annotations }: RoundYield): string {
  return `Errors found per 100 steps, by slice, over ${formatQuantity(annotations, 'annotation')}. Bands: 95% CI, with problems as blocks.`
}

/** The slice that the title is about: the first with a confidence interval, preferably not the random sample. */
function findLeadSlice(slices: readonly SliceYield[]): SliceYield | undefined {
  const candidates = slices.filter((slice) => findInterval(slice) !== null)
  return candidates.find(({ slice }) => slice !== 'random') ?? candidates[0]
}

const findSlice = (slices: readonly SliceYield[], slice: SlicePolicyName) =>
  slices.find((candidate) => candidate.slice === slice)

function findInterval(sliceYield: SliceYield | undefined): Interval | null {
  const { perHundred, low, high } = sliceYield?.rate ?? { perHundred: 0, low: null, high: null }
  return low === null || high === null ? null : { perHundred, low, high }
}
