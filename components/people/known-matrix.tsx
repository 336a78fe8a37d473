import { chooseLook } from '@/components/agreement/matrix-looks'
import { classes } from '@/components/ui/classes'
import { Mark } from '@/components/ui/mark'
import { formatCount, formatNoun } from '@/lib/platform/format'

const ratings = [
  { shape: 'cross', word: 'negative' },
  { shape: 'dash', word: 'neutral' },
  { shape: 'tick', word: 'positive' },
] as const
const bounds = [0.06, 0.2, 0.5, 0.7]
const over = 'p-1 text-caption font-book text-ink-3'

/** What is known of steps, against what the person said: shares of what is known, and counts. */
export function KnownMatrix({
  id,
  title,
  caption,
  none,
  matrix,
}: {
  id: string
  title: string
  caption: string
  /** In its place, where nothing is known. */
  none: string
  matrix: readonly (readonly number[])[]
}) {
  const steps = matrix.flat().reduce((sum, count) => sum + count, 0)
  if (steps === 0)
    return (
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p className="mt-2 border-t border-ink pt-3 text-ink-2">{none}</p>
      </section>
    )
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="pb-2 text-caption text-ink-3">
        {formatNoun(steps, 'step')}; {caption}
      </p>
      <table className="w-full table-fixed border-separate border-spacing-0.5" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col" className={classes(over, 'w-24 pl-0 text-left')}>
              Known to be
            </th>
            {ratings.map(({ shape, word }) => (
              <th key={word} scope="col" className="p-1 font-book text-ink-2">
                <Mark shape={shape} className="inline-block size-4 align-[-3px]" /> {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ratings.map(({ shape, word }, row) => {
            const counts = matrix[row] ?? [0, 0, 0]
            const all = counts.reduce((sum, count) => sum + count, 0)
            return (
              <tr key={word}>
                <th scope="row" className="pr-2 text-left font-book whitespace-nowrap text-ink-2">
                  <Mark shape={shape} className="inline-block size-4 align-[-3px]" /> {word}
                </th>
                {counts.map((count, column) => (
                  <td
                    key={ratings[column]?.word}
                    className={classes(
                      'h-13 p-0 text-center',
                      chooseLook(all === 0 ? 0 : count / all, bounds),
                    )}
                  >
                    {all > 0 && (
                      <span className="block text-strong font-strong">
                        {Math.round((count / all) * 100)} %
                      </span>
                    )}
                    <span className="text-caption">{formatCount(count)}</span>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
