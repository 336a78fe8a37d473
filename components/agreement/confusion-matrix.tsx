import { classes } from '@/components/ui/classes'
import { Link } from '@/components/ui/link'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { addressDisagreements, type AgreementReport } from './agreement'
import { chooseLook, refusedLook } from './matrix-looks'
import { matrixOver, matrixRatings, ratingBounds, RatingHeads, RatingRows } from './rating-matrix'
import { writeFigure } from './write-measures'

/** Ratings of the annotation that came first, against those of the second. Cells off the diagonal open their cases. */
export function ConfusionMatrix({ slug, report }: { slug: string; report: AgreementReport }) {
  const { confusion, specific, coLabelledSteps, measures } = report
  const isRefused = measures.sameRating.value === null
  return (
    <section aria-labelledby="confusion">
      <h2 id="confusion">Which ratings are mistaken for which</h2>
      <p className="pb-2 text-caption text-ink-3">
        {formatNoun(coLabelledSteps, 'step')} rated by both;{' '}
        {isRefused
          ? 'counts alone, for so few there are no shares'
          : 'share of the row, count below'}
      </p>
      <table
        className="w-full table-fixed border-separate border-spacing-0.5"
        aria-labelledby="confusion"
      >
        <thead>
          <tr>
            <th
              rowSpan={2}
              scope="col"
              className={classes(matrixOver, 'w-24 pl-0 text-left align-bottom')}
            >
              First annotation
            </th>
            <th colSpan={3} scope="colgroup" className={matrixOver}>
              Second annotation
            </th>
          </tr>
          <tr>
            <RatingHeads />
          </tr>
        </thead>
        <tbody>
          <RatingRows
            matrix={confusion}
            renderCell={({ count, share, row, column }) => (
              <ConfusionCell
                count={count}
                share={isRefused ? null : share}
                href={
                  row === column || count === 0
                    ? null
                    : addressDisagreements(slug, row === 0 || column === 0 ? 'negative' : 'neutral')
                }
              />
            )}
          />
        </tbody>
      </table>
      {!isRefused && (
        <p className="pt-2 text-caption text-ink-3">
          Both say it where one does: {describeSpecific(specific)}.
        </p>
      )}
    </section>
  )
}

const describeSpecific = (shares: AgreementReport['specific']) =>
  matrixRatings
    .map(({ word }, at) => {
      const share = shares[at] ?? null
      return `${word} ${share === null ? 'never said' : writeFigure(share, 'share')}`
    })
    .join(', ')

function ConfusionCell({
  count,
  share,
  href,
}: {
  count: number
  share: number | null
  href: string | null
}) {
  const words = (
    <>
      {share !== null && (
        <span className="block text-strong font-strong">{Math.round(share * 100)} %</span>
      )}
      <span className={classes('text-caption', share === null && 'bg-paper px-1')}>
        {formatCount(count)}
      </span>
    </>
  )
  return (
    <td
      className={classes(
        'h-13 p-0 text-center',
        share === null ? refusedLook : chooseLook(share, ratingBounds),
      )}
    >
      {href === null ? (
        words
      ) : (
        <Link
          href={href}
          className="block text-inherit no-underline hover:text-inherit hover:underline"
        >
          {words}
        </Link>
      )}
    </td>
  )
}
