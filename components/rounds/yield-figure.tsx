import type { ReactNode } from 'react'
import { sliceNames } from '@/components/projects/slice-names'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { captionYield, readYieldState, titleYield } from './describe-yield'
import type { RoundYield } from './round'
import { writeInterval, writeRate } from './write-figures'
import { YieldPlot } from './yield-plot'

/** Which slice finds errors, as far as the round is labelled; without lines it says what is missing. */
export function YieldFigure({ found }: { found: RoundYield }) {
  const state = readYieldState(found)
  if (state === 'empty')
    return (
      <Words title="Nothing is found yet">
        Nobody has labelled a solution of this round. Here it will stand which slice finds errors,
        in errors per 100 steps read.
      </Words>
    )
  if (state === 'few')
    return (
      <Words title="Too little for a line yet">
        {formatNoun(found.annotations, 'annotation is', 'annotations are')} in.{' '}
        {found.slices
          .filter(({ labelled }) => labelled > 0)
          .map(
            ({ slice, errors, stepsRead }) =>
              `${sliceNames[slice] ?? slice}: ${formatNoun(errors, 'error')} in ${formatNoun(stepsRead, 'step')}.`,
          )
          .join(' ')}{' '}
        From ten problems of a slice on it can be said how sure that is, and a line is drawn.
      </Words>
    )
  return (
    <figure aria-labelledby="yield">
      <figcaption className="pb-3">
        <h2 id="yield">{titleYield(found)}</h2>
        <p className="text-caption text-ink-3">{captionYield(found)}</p>
      </figcaption>
      {/* Scrolls sideways where it has no room: what it says must stay legible. */}
      <div
        role="region"
        aria-label="Plot"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled with keys
        tabIndex={0}
        className="scrolls-in-itself overflow-x-auto overflow-y-hidden"
      >
        <YieldPlot slices={found.slices} />
      </div>
      {/* A table cannot be made narrower than its words, so what hides it stands around it. */}
      <div className="sr-only">
        <YieldTable found={found} />
      </div>
    </figure>
  )
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="yield">
      <h2 id="yield">{title}</h2>
      <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">{children}</p>
    </section>
  )
}

/** The same in figures, for who does not see the plot. */
function YieldTable({ found }: { found: RoundYield }) {
  return (
    <table>
      <caption>Errors found per 100 steps read, by slice</caption>
      <thead>
        <tr>
          <th scope="col">Slice</th>
          <th scope="col">Errors per 100 steps</th>
          <th scope="col">95 % interval</th>
          <th scope="col">Annotations</th>
          <th scope="col">Steps read</th>
          <th scope="col">Errors</th>
        </tr>
      </thead>
      <tbody>
        {found.slices.map(({ slice, rate, labelled, stepsRead, errors }) => (
          <tr key={slice}>
            <th scope="row">{sliceNames[slice] ?? slice}</th>
            <td>{rate === null ? 'none yet' : writeRate(rate.perHundred)}</td>
            <td>{(rate && writeInterval(rate)) || 'too few'}</td>
            <td>{formatCount(labelled)}</td>
            <td>{formatCount(stepsRead)}</td>
            <td>{formatCount(errors)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
