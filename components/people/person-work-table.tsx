import type { ReactNode } from 'react'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, Table } from '@/components/ui/table'
import { maxTimedAnnotations, minPlausibleStepMs, minStepsForSpeedCheck } from '@/lib/people/speed'
import { formatCount, formatQuantity, formatShortDuration } from '@/lib/platform/format'
import { formatHoursAndMinutes, formatCountOfTotal } from './describe-person'
import type { PersonSummary } from './person'

/** Rates and speed, one per line. */
export function PersonWorkTable({ work }: { work: PersonSummary['work'] }) {
  const lines: [string, ReactNode][] = [
    ['Annotations', formatCount(work.annotations)],
    ['Active time', formatHoursAndMinutes(work.activeMs)],
    [
      `Median time per step (last ${maxTimedAnnotations} annotations)`,
      work.medianStepMs === null ? 'no times' : formatShortDuration(work.medianStepMs),
    ],
    [
      'Rated too fast',
      work.timed === 0
        ? `no annotation with ${minStepsForSpeedCheck}+ steps yet`
        : formatCountOfTotal(work.tooFast, work.timed),
    ],
    ['Gave up', formatCountOfTotal(work.gaveUp, work.annotations)],
    ['Bad problem', formatCountOfTotal(work.badProblem, work.annotations)],
    ['Flagged unsure', formatCountOfTotal(work.flagged, work.annotations)],
    ['Skipped', formatCountOfTotal(work.skips, work.skips + work.annotations)],
  ]
  return (
    <section aria-labelledby="rates">
      <SectionHeader id="rates" title="Work" />
      <Table aria-labelledby="rates">
        <tbody>
          {lines.map(([name, value]) => (
            <tr key={name}>
              <TableCell>{name}</TableCell>
              <TableCell numeric className="whitespace-nowrap">
                {value}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 text-caption text-ink-3">
        Excludes idle time. Time per step: the median of each annotation’s median step time. Rated
        too fast: annotations with {minStepsForSpeedCheck} or more rated steps whose median step
        took under {formatQuantity(minPlausibleStepMs / 1_000, 'second')}.
      </p>
    </section>
  )
}
