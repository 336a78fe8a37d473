import type { ReactNode } from 'react'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import type { AgreementMeasureName } from '@/lib/agreement/agreement-report'
import type { AgreementReport } from './agreement'
import { type MeasureUnit, formatMeasureBounds, formatMeasureValue } from './format-measures'
import { GreekLetter } from './headline-measures'

const rows: readonly { name: AgreementMeasureName; label: ReactNode; unit: MeasureUnit }[] = [
  {
    name: 'alphaNominal',
    label: (
      <>
        Krippendorff’s <GreekLetter letter="α" />, nominal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'alphaOrdinal',
    label: (
      <>
        Krippendorff’s <GreekLetter letter="α" />, ordinal
      </>
    ),
    unit: 'coefficient',
  },
  {
    name: 'fleissKappa',
    label: (
      <>
        Fleiss’ <GreekLetter letter="κ" />
      </>
    ),
    unit: 'coefficient',
  },
  { name: 'gwetAc1', label: 'Gwet’s AC1', unit: 'coefficient' },
  { name: 'gwetAc2', label: 'Gwet’s AC2, ordinal', unit: 'coefficient' },
  { name: 'sameRating', label: 'Same rating', unit: 'share' },
  { name: 'goldF1', label: 'F1 on gold', unit: 'coefficient' },
]

/** Further measures that papers report. */
export function MeasuresTable({ report: { measures } }: { report: AgreementReport }) {
  if (rows.every(({ name }) => measures[name].value === null))
    return (
      <FigureWithoutData id="measures" title="Other measures">
        {measures.sameRating.missingReason}.
      </FigureWithoutData>
    )
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">Other measures</h2>
      <p className="pb-2 text-caption text-ink-3">
        α, κ and AC compare all three ratings, corrected for chance
      </p>
      <Table aria-labelledby="measures">
        <thead>
          <tr>
            <TableHeaderCell>Measure</TableHeaderCell>
            <TableHeaderCell numeric>Value</TableHeaderCell>
            <TableHeaderCell numeric>95% CI</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, unit }) => {
            const measure = measures[name]
            return (
              <tr key={name}>
                <TableCell>{label}</TableCell>
                {measure.value === null ? (
                  <TableCell numeric colSpan={2} className="text-ink-3">
                    {measure.missingReason}
                  </TableCell>
                ) : (
                  <>
                    <TableCell numeric>{formatMeasureValue(measure.value, unit)}</TableCell>
                    <TableCell numeric className="whitespace-nowrap text-ink-3">
                      {formatMeasureBounds(measure, unit)}
                    </TableCell>
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
