import { formatCount, formatNoun } from '@/lib/platform/format'
import type {
  AgreementFilters,
  AgreementReport,
  AgreementResult,
  Publication,
  Week,
} from './agreement'
import { writeMeasure } from './write-measures'

/** What the page says first: the numbers in sentences, or what is missing. */
export function describeAgreement({ report }: AgreementResult): string {
  const { firstErrorExact } = report.measures
  if (report.solutions === 0) return 'There are no labels of this choice yet.'
  if (firstErrorExact.value === null) return describeRefusal(report)
  return [
    `Two people who read the same solution point at the same first error, or agree that there is none, in ${writeMeasure(firstErrorExact, 'share')} of cases.`,
    describeParting(report),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is missing, and what there is that cannot be compared. */
function describeRefusal({ measures, solutions, doublyLabelled }: AgreementReport): string {
  const missing = `${measures.firstErrorExact.refused ?? 'There is too little for a number'}.`
  const others = solutions - doublyLabelled
  if (others <= 0) return missing
  return `${missing} ${formatNoun(others, 'solution has', 'solutions have')} one annotation alone, which nothing can be compared with.`
}

/** Over what people part, step by step. */
function describeParting({ confusion, coLabelledSteps }: AgreementReport): string | null {
  const apart = (a: number, b: number) => (confusion[a]?.[b] ?? 0) + (confusion[b]?.[a] ?? 0)
  const [negativeNeutral, negativePositive, neutralPositive] = [
    apart(0, 1),
    apart(0, 2),
    apart(1, 2),
  ]
  const all = negativeNeutral + negativePositive + neutralPositive
  if (coLabelledSteps === 0) return null
  if (all === 0) return `They rate all of ${formatNoun(coLabelledSteps, 'step')} alike.`
  const errors = negativeNeutral + negativePositive
  const ofSteps = `of ${formatNoun(all, 'step')} rated apart`
  if (neutralPositive > all / 2)
    return `Where they part, it is mostly over neutral: ${ofSteps}, ${formatCount(neutralPositive)} ${be(neutralPositive)} neutral against positive.`
  if (errors > all / 2)
    return `Where they part, it is mostly over what is wrong: ${ofSteps}, ${formatCount(errors)} ${be(errors)} negative for one alone.`
  return `Where they part, it is as often over neutral as over what is wrong: ${formatNoun(all, 'step')} are rated apart.`
}

const be = (count: number) => (count === 1 ? 'is' : 'are')

/** Of which solutions the numbers are, and whether they can be taken for all. */
export function describeSample(
  { sample }: AgreementResult,
  { sample: asked, slices }: AgreementFilters,
): string {
  if (sample === 'random')
    return 'Of solutions that rounds drew at random: the sample that stands for all of them.'
  if (slices !== undefined)
    return 'Of solutions that were chosen for a reason: it says nothing of others.'
  return asked === 'auto'
    ? 'Of all solutions with two annotations. Fewer than 20 of those that rounds drew at random have two, so these numbers lean towards what was chosen for labelling.'
    : 'Of all solutions with two annotations, so these numbers lean towards what was chosen for labelling.'
}

const reasonWords: Record<keyof AgreementResult['leftOut'], string> = {
  unfinished: 'given up, or of a bad problem',
  irregular: 'breaking the rules of labelling, as imported ones may',
  gold: 'of gold',
  screening: 'of screening',
  olderSteps: 'of steps that were cut anew since',
  stepChoice: 'of the step by step flow, where people choose different paths',
}

/** `Left out: 60 given up, or of a bad problem; 2 of gold.` Null: nothing is. */
export function describeLeftOut({ leftOut }: AgreementResult): string | null {
  const parts = (Object.keys(reasonWords) as (keyof typeof reasonWords)[])
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${formatCount(leftOut[reason])} ${reasonWords[reason]}`)
  return parts.length === 0 ? null : `Annotations left out: ${parts.join('; ')}.`
}

/** Whether agreement rose or fell for certain, from the first week with a number to the last. */
export function titleWeeks(weeks: readonly Week[], guidelines: readonly Publication[]): string {
  const known = weeks.filter(({ exact }) => exact.low !== null && exact.high !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length < 2) return 'Agreement by week'
  const isHigher = last.exact.low! > first.exact.high!
  if (!isHigher && last.exact.high! >= first.exact.low!) return 'Agreement by week'
  const verb = isHigher ? 'rose' : 'fell'
  const between = guidelines.filter(
    ({ publishedAt }) =>
      publishedAt.slice(0, 10) > first.week && publishedAt.slice(0, 10) <= endOf(last.week),
  )
  // Two in between, and nobody can say which.
  return between.length === 1
    ? `Agreement ${verb} with guideline ${between[0]!.version}`
    : `Agreement ${verb}`
}

const endOf = (week: string) =>
  new Date(Date.parse(`${week}T00:00:00Z`) + 6 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
