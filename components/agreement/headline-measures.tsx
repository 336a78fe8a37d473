import type { ReactNode } from 'react'
import { disagreementListHref } from '@/components/reviews/review'
import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'
import type { AgreementReport, AgreementMeasure } from './agreement'
import {
  formatMeasureBounds,
  formatMissingMeasure,
  formatMeasureNumber,
  type MeasureUnit,
} from './format-measures'
import { MeasureWhisker } from './measure-whisker'

/** The four main measures with their intervals. Each links to the disagreements. */
export function HeadlineMeasures({
  slug,
  report: { measures, coLabelledSteps, doublyLabelled },
}: {
  slug: string
  report: AgreementReport
}) {
  const href = disagreementListHref(slug)
  return (
    <dl className="grid grid-cols-4 gap-x-6 gap-y-6 border-y border-ink pt-4 pb-3 max-wide:grid-cols-2 max-desk:grid-cols-1">
      <HeadlineNumber
        name="Same first error"
        detail="or both found no error"
        measure={measures.firstErrorExact}
        unit="share"
        href={href}
        doublyLabelled={doublyLabelled}
      />
      <HeadlineNumber
        name="Within one step"
        detail="or both found no error"
        measure={measures.firstErrorWithinOne}
        unit="share"
        href={href}
        doublyLabelled={doublyLabelled}
      />
      <HeadlineNumber
        name="Whether there is an error"
        detail={
          <>
            Cohen’s <GreekLetter letter="κ" />
          </>
        }
        measure={measures.anyErrorKappa}
        unit="coefficient"
        href={href}
        doublyLabelled={doublyLabelled}
      />
      <HeadlineNumber
        name="Which steps are errors"
        detail={
          <>
            Krippendorff’s <GreekLetter letter="α" />, {formatQuantity(coLabelledSteps, 'step')}
          </>
        }
        measure={measures.alphaError}
        unit="coefficient"
        href={href}
        doublyLabelled={doublyLabelled}
      />
    </dl>
  )
}

/** Typesets kappa and alpha as maths. */
export const GreekLetter = ({ letter }: { letter: 'κ' | 'α' }) => (
  <i className="font-read text-[1.05em]">{letter}</i>
)

function HeadlineNumber({
  name,
  detail,
  measure,
  doublyLabelled,
  unit,
  href,
}: {
  name: string
  detail: ReactNode
  measure: AgreementMeasure
  doublyLabelled: number
  unit: MeasureUnit
  href: string
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt>
        <span className="mr-1.5 font-label">{name}</span>
        <span className="text-caption text-ink-3">{detail}</span>
      </dt>
      {measure.value === null ? (
        <dd className="pt-2 pb-1 text-ink-3">{formatMissingMeasure(doublyLabelled, measure)}</dd>
      ) : (
        <dd className="mt-auto">
          <Link
            href={href}
            className="group flex flex-wrap items-baseline gap-x-3 pt-1 text-ink no-underline hover:text-accent"
          >
            <span className="font-read text-figure font-text tracking-[-0.01em] group-hover:underline">
              {formatMeasureNumber(measure.value, unit)}
              {unit === 'share' && <small className="text-[0.55em]/none">%</small>}
            </span>
            <span className="text-strong text-ink-2">{formatMeasureBounds(measure, unit)}</span>
            <span className="sr-only">, show disagreements</span>
          </Link>
          <MeasureWhisker measure={measure} unit={unit} />
        </dd>
      )}
    </div>
  )
}
