import type { ReactNode } from 'react'
import { writeTime } from '@/components/own-work/describe-own-work'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { writeHours, writeRate } from './describe-person'
import type { PersonAtWork } from './person'

/** Rates and speed, one to a line. */
export function WorkTable({ work }: { work: PersonAtWork['work'] }) {
  const lines: [string, ReactNode][] = [
    ['Annotations', formatCount(work.annotations)],
    ['Time at work', writeHours(work.activeMs)],
    [
      'A step, median of the last 500',
      work.medianStepMs === null ? 'no times' : writeTime(work.medianStepMs),
    ],
    ['Too fast to have been read', writeRate(work.tooFast, work.timed)],
    ['Given up', writeRate(work.givenUp, work.annotations)],
    ['Called a bad problem', writeRate(work.badProblem, work.annotations)],
    ['With a flag', writeRate(work.flagged, work.annotations)],
    ['Skipped', writeRate(work.skips, work.skips + work.annotations)],
  ]
  return (
    <section aria-labelledby="rates">
      <SectionHead id="rates" title="How it goes" />
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
        Idle time is left out. Too fast: four steps or more, half of them under a second.
      </p>
    </section>
  )
}
