import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { maxAnnotationsForPace, paceChartDays } from '@/lib/annotations/pace-days'
import { formatShortDuration } from '@/lib/platform/format'
import { DayBarChart } from './day-bar-chart'
import type { OwnWork } from './own-work'

/** The user's pace, compared with their own past only. */
export function OwnPaceSection({ own: { days, pace, previousPace } }: { own: OwnWork }) {
  const annotations = days.reduce((sum, day) => sum + day.annotations, 0)
  if (annotations === 0 && previousPace.annotations === 0) return null
  const caption = `Last ${paceChartDays} days (UTC)`
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 pb-12">
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBarChart
          title="Annotations per day"
          caption={caption}
          days={days.map(({ day, annotations: count }) => ({ day, count }))}
        />
      </div>
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBarChart
          title="Steps rated per day"
          caption={caption}
          days={days.map(({ day, steps }) => ({ day, count: steps }))}
        />
      </div>
      <section aria-labelledby="time" className="col-span-12 wide:col-span-4">
        <SectionHeader id="time" title="Median active time" />
        <Table aria-labelledby="time" className="max-w-[24rem]">
          <thead>
            <tr>
              <TableHeaderCell>Time</TableHeaderCell>
              <TableHeaderCell numeric>Last {paceChartDays} days</TableHeaderCell>
              <TableHeaderCell numeric>Earlier</TableHeaderCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <TableCell>Per annotation</TableCell>
              <TimeCell ms={pace.medianAnnotationMs} />
              <TimeCell ms={previousPace.medianAnnotationMs} />
            </tr>
            <tr>
              <TableCell>Per step</TableCell>
              <TimeCell ms={pace.medianStepMs} />
              <TimeCell ms={previousPace.medianStepMs} />
            </tr>
          </tbody>
        </Table>
        <p className="max-w-[24rem] pt-2 text-caption text-ink-3">
          Excludes idle time. Medians are of the newest {maxAnnotationsForPace} annotations of each
          period. Per step: each annotation’s median step time, then the median of these.
        </p>
      </section>
    </div>
  )
}

function TimeCell({ ms }: { ms: number | null }) {
  return (
    <TableCell numeric>
      {ms === null ? <span className="text-ink-3">none</span> : formatShortDuration(ms)}
    </TableCell>
  )
}
