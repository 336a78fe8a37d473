import { WeeksFigure } from '@/components/agreement/weeks-figure'
import { describeSince } from '@/components/agreement/describe-since'
import { writeMeasure } from '@/components/agreement/write-measures'
import { Missing } from '@/components/insights/plot-frame'
import { Link } from '@/components/ui/link'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { Dashboard } from './dashboard'

/** How well people agree, as it was last worked out. */
export function AgreementPart({
  slug,
  agreement,
}: {
  slug: string
  agreement: Dashboard['agreement']
}) {
  const href = `/projects/${slug}/agreement`
  if (agreement === null)
    return (
      <Missing id="agreement" title="How well people agree">
        It was not worked out yet. <Link href={href}>Work it out</Link>, once solutions are labelled
        twice.
      </Missing>
    )
  const { firstErrorExact, doublyLabelled, asOf, weeks } = agreement
  const when = `as of ${formatInstant(asOf)} UTC`
  const since = describeSince(agreement)
  const age = since && (
    <>
      {' '}
      <span className="text-ink">{since}</span> <Link href={href}>Work it out again</Link>.
    </>
  )
  if (firstErrorExact.value === null)
    return (
      <Missing id="agreement" title="How well people agree">
        {firstErrorExact.refused ?? 'There is too little for a number'}, {when}.{' '}
        <Link href={href}>What is missing</Link>.{age}
      </Missing>
    )
  return (
    <div>
      <WeeksFigure weeks={weeks} guidelines={[]} />
      <p className="max-w-abstract pt-3 font-read text-excerpt font-text text-ink-2">
        Two people name the same first error, or none, in {writeMeasure(firstErrorExact, 'share')}{' '}
        of {formatNoun(doublyLabelled, 'solution')} labelled twice, {when}.{' '}
        <Link href={href}>Where they part</Link>.{age}
      </p>
    </div>
  )
}
