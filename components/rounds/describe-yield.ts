import { formatCount, formatNoun } from '@/lib/platform/format'
import type { SlicePolicy } from '@/lib/rounds/policy'
import { keepSure } from './lay-out-yield'
import type { RoundYield, SliceYield } from './round'
import { writeRate } from './write-figures'

const subjects: Record<SlicePolicy, string> = {
  'convincing-wrong': 'Convincing wrong answers',
  'paper-80-20': 'Four wrong answers to one other',
  'right-answer-weak-process': 'Right answers with a weak step',
  uncertain: 'Solutions that the scorer is unsure of',
  random: 'Solutions drawn at random',
}

type Interval = { perHundred: number; low: number; high: number }

/** What a plot can show of it: nothing, too little for an interval, or lines. */
export function readYieldState({ annotations, slices }: RoundYield): 'empty' | 'few' | 'lines' {
  if (annotations === 0) return 'empty'
  return slices.some((slice) => keepSure(slice).line.length > 1) ? 'lines' : 'few'
}

/** What the figure shows, as its title; nothing is claimed that the intervals do not bear. */
export function titleYield({ slices }: RoundYield): string {
  const lead = findLead(slices)
  if (!lead?.rate) return 'Errors found per 100 steps read'
  const subject = subjects[lead.slice]
  const [own, chance] = [readInterval(lead), readInterval(findSlice(slices, 'random'))]
  if (lead.slice === 'random' || own === null || chance === null)
    return `${subject} find ${writeRate(lead.rate.perHundred)} errors in 100 steps read`
  if (own.low > chance.high)
    return `${subject} find ${describeTimes(own, chance)} the errors that chance does`
  if (own.high < chance.low) return `${subject} find fewer errors than chance does`
  return `${subject} and chance cannot be told apart yet`
}

function describeTimes(own: Interval, chance: Interval): string {
  const times = own.perHundred / chance.perHundred
  if (!Number.isFinite(times)) return 'many times'
  if (times >= 1.85 && times < 2.15) return 'twice'
  return `${times < 10 ? times.toFixed(1) : formatCount(Math.round(times))} times`
}

/** Of what, how many, and how sure. */
export function captionYield({ annotations }: RoundYield): string {
  return `Errors found per 100 steps read as each slice was labelled, over ${formatNoun(annotations, 'annotation')}; bands and brackets: 95 % interval, bootstrap over problems`
}

/** The slice that the sentence is about: the first that is not drawn at random and that one can be sure of. */
function findLead(slices: readonly SliceYield[]): SliceYield | undefined {
  const read = slices.filter((slice) => readInterval(slice) !== null)
  return read.find(({ slice }) => slice !== 'random') ?? read[0]
}

const findSlice = (slices: readonly SliceYield[], slice: SlicePolicy) =>
  slices.find((each) => each.slice === slice)

function readInterval(of: SliceYield | undefined): Interval | null {
  const { perHundred, low, high } = of?.rate ?? { perHundred: 0, low: null, high: null }
  return low === null || high === null ? null : { perHundred, low, high }
}
