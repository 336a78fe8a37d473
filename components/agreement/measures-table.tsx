import type { ReactNode } from 'react'
import { Missing } from '@/components/insights/plot-frame'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { MeasureName } from '@/lib/review/agreement/report'
import type { AgreementReport } from './agreement'
import { Greek } from './headline'
import { type Unit, writeBounds, writeFigure } from './write-measures'

const rows: readonly { name: MeasureName; words: ReactNode; unit: Unit }[] = [
  {
    name: 'alphaNominal',
    words: (
      <>
        Three ratings, <Greek letter="α" /> nominal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'alphaOrdinal',
    words: (
      <>
        Three ratings, <Greek letter="α" /> ordinal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'fleissKappa',
    words: (
      <>
        Three ratings, Fleiss <Greek letter="κ" />
      </>
    ),
    unit: 'coefficient',
  },
  { name: 'gwetAc1', words: 'Three ratings, Gwet AC1', unit: 'coefficient' },
  { name: 'gwetAc2', words: 'Three ratings, Gwet AC2, ordinal', unit: 'coefficient' },
  { name: 'sameRating', words: 'Same rating of a step', unit: 'share' },
  { name: 'goldF1', words: 'Against gold, F1 as in ProcessBench', unit: 'coefficient' },
]

/** What others report, beside the four that count. */
export function MeasuresTable({ report: { measures } }: { report: AgreementReport }) {
  if (rows.every(({ name }) => measures[name].value === null))
    return (
      <Missing id="measures" title="The other measures">
        What others report beside the four above: alpha over three ratings, Fleiss, Gwet, steps
        rated alike, and against gold. {measures.sameRating.refused}.
      </Missing>
    )
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">The other measures</h2>
      <p className="pb-2 text-caption text-ink-3">Beside the four above, never instead of them</p>
      <Table aria-labelledby="measures">
        <thead>
          <tr>
            <HeadCell>Measure</HeadCell>
            <HeadCell numeric>Value</HeadCell>
            <HeadCell numeric>95 % interval</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, words, unit }) => {
            const measure = measures[name]
            return (
              <tr key={name}>
                <Cell>{words}</Cell>
                {measure.value === null ? (
                  <Cell numeric colSpan={2} className="text-ink-3">
                    {measure.refused}
                  </Cell>
                ) : (
                  <>
                    <Cell numeric>{writeFigure(measure.value, unit)}</Cell>
                    <Cell numeric className="whitespace-nowrap text-ink-3">
                      {writeBounds(measure, unit)}
                    </Cell>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </Table>
    </section>
  )
}
