import type { ReactNode } from 'react'
import { formatDuration } from '@/components/own-work/describe-own-work'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { formatHours, formatRate } from './describe-person'
import type { PersonAtWork } from './person'

/** Rates and speed, one per line. */
export function WorkTable({ work }: { work: PersonAtWork['work'] }) {
  const lines: [string, ReactNode][] = [
    ['Annotations', formatCount(work.annotations)],
    ['Active time', formatHours(work.activeMs)],
    [
      'Median time per step (last 500)',
      work.medianStepMs === null ? 'no times' : formatDuration(work.medianStepMs),
    ],
    ['Too fast to read', formatRate(work.tooFast, work.timed)],
    ['Gave up', formatRate(work.gaveUp, work.annotations)],
    ['Bad problem', formatRate(work.badProblem, work.annotations)],
    ['Flagged unsure', formatRate(work.flagged, work.annotations)],
    ['Skipped', formatRate(work.skips, work.skips + work.annotations)],
  ]
  return (
    <section aria-labelledby="rates">
      <SectionHeader id="rates" title="Work" />
      <Table aria-labelledby="rates">
        <tbody>
          {lines.map(([name, value]) => (
            <tr key={name}>
              <Cell>{name}</Cell>
              <Cell numeric className="whitespace-nowrap">
                {value}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 text-caption text-ink-3">
        Excludes idle time. Too fast: annotations of four or more steps, at least half of them rated
        in under one second.
      </p>
    </section>
  )
}
