import type { ReactNode } from 'react'
import { EmptyFigure } from '@/components/insights/plot-frame'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import type { AgreementMeasureName } from '@/lib/review/agreement/agreement-report'
import type { AgreementReport } from './agreement'
import { GreekLetter } from './headline-measures'
import { type Unit, formatBounds, formatMeasureValue } from './format-measures'

const rows: readonly { name: AgreementMeasureName; label: ReactNode; unit: Unit }[] = [
  {
    name: 'alphaNominal',
    label: (
      <>
        Three ratings, <GreekLetter letter="α" /> nominal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'alphaOrdinal',
    label: (
      <>
        Three ratings, <GreekLetter letter="α" /> ordinal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'fleissKappa',
    label: (
      <>
        Three ratings, Fleiss <GreekLetter letter="κ" />
      </>
    ),
    unit: 'coefficient',
  },
  { name: 'gwetAc1', label: 'Three ratings, Gwet AC1', unit: 'coefficient' },
  { name: 'gwetAc2', label: 'Three ratings, Gwet AC2, ordinal', unit: 'coefficient' },
  { name: 'sameRating', label: 'Same rating', unit: 'share' },
  { name: 'goldF1', label: 'F1 on gold', unit: 'coefficient' },
]

/** Further measures that papers report. */
export function MeasuresTable({ report: { measures } }: { report: AgreementReport }) {
  if (rows.every(({ name }) => measures[name].value === null))
    return (
      <EmptyFigure id="measures" title="Other measures">
        {measures.sameRating.missingReason}.
      </EmptyFigure>
    )
  return (
    <section aria-labelledby="measures">
      <h2 id="measures" className="pb-2">
        Other measures
      </h2>
      <Table aria-labelledby="measures">
        <thead>
          <tr>
            <HeaderCell>Measure</HeaderCell>
            <HeaderCell numeric>Value</HeaderCell>
            <HeaderCell numeric>95% CI</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, unit }) => {
            const measure = measures[name]
            return (
              <tr key={name}>
                <Cell>{label}</Cell>
                {measure.value === null ? (
                  <Cell numeric colSpan={2} className="text-ink-3">
                    {measure.missingReason}
                  </Cell>
                ) : (
                  <>
                    <Cell numeric>{formatMeasureValue(measure.value, unit)}</Cell>
                    <Cell numeric className="whitespace-nowrap text-ink-3">
                      {formatBounds(measure, unit)}
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
