import Link from 'next/link'
import { classes } from '@/components/ui/classes'
import { Mark } from '@/components/ui/mark'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { addressDisagreements, type AgreementReport } from './agreement'
import { chooseLook, refusedLook } from './matrix-looks'
import { writeFigure } from './write-measures'

const ratings = [
  { shape: 'cross', word: 'negative' },
  { shape: 'dash', word: 'neutral' },
  { shape: 'tick', word: 'positive' },
] as const
const bounds = [0.06, 0.2, 0.5, 0.7]

/** Ratings of the labelling that came first, against those of the second. Cells off the diagonal open their cases. */
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
              className={classes(over, 'w-24 pl-0 text-left align-bottom')}
            >
              First labelling
            </th>
            <th colSpan={3} scope="colgroup" className={over}>
              Second labelling
            </th>
          </tr>
          <tr>
            {ratings.map(({ shape, word }) => (
              <th key={word} scope="col" className="p-1 font-book text-ink-2">
                <Mark shape={shape} className="inline-block size-4 align-[-3px]" /> {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ratings.map(({ shape, word }, row) => {
            const counts = confusion[row] ?? [0, 0, 0]
            const all = counts.reduce((sum, count) => sum + count, 0)
            return (
              <tr key={word}>
                <th scope="row" className="pr-2 text-left font-book whitespace-nowrap text-ink-2">
                  <Mark shape={shape} className="inline-block size-4 align-[-3px]" /> {word}
                </th>
                {counts.map((count, column) => (
                  <ConfusionCell
                    key={ratings[column]?.word}
                    count={count}
                    share={isRefused || all === 0 ? null : count / all}
                    href={
                      row === column || count === 0
                        ? null
                        : addressDisagreements(
                            slug,
                            row === 0 || column === 0 ? 'negative' : 'neutral',
                          )
                    }
                  />
                ))}
              </tr>
            )
          })}
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
  ratings
    .map(({ word }, at) => {
      const share = shares[at] ?? null
      return `${word} ${share === null ? 'never said' : writeFigure(share, 'share')}`
    })
    .join(', ')

const over = 'p-1 text-caption font-book text-ink-3'

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
        share === null ? refusedLook : chooseLook(share, bounds),
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
