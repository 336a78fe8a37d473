import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { paceChartDays } from '@/lib/annotations/pace-days'
import { DayBars } from './day-bars'
import { formatDuration } from './describe-own-work'
import type { OwnWork } from './own-work'

/** The user's pace, compared with their own past only. */
export function Pace({ own: { days, pace, previousPace } }: { own: OwnWork }) {
  const annotations = days.reduce((sum, day) => sum + day.annotations, 0)
  if (annotations === 0 && previousPace.annotations === 0) return null
  const caption = `Last ${paceChartDays} days (UTC)`
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 pb-12">
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBars
          title="Annotations per day"
          caption={caption}
          days={days.map(({ day, annotations: count }) => ({ day, count }))}
        />
      </div>
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBars
          title="Steps rated per day"
          caption={caption}
          days={days.map(({ day, steps }) => ({ day, count: steps }))}
        />
      </div>
      <section aria-labelledby="time" className="col-span-12 wide:col-span-4">
        <h2 id="time">Time spent</h2>
        <p className="pb-3 text-caption text-ink-3">Your medians, without idle time</p>
        <Table aria-labelledby="time" className="max-w-[24rem]">
          <thead>
            <tr>
              <HeaderCell>Per</HeaderCell>
              <HeaderCell numeric>Last {paceChartDays} days</HeaderCell>
              <HeaderCell numeric>Earlier</HeaderCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Cell>Annotation</Cell>
              <Time ms={pace.medianAnnotationMs} />
              <Time ms={previousPace.medianAnnotationMs} />
            </tr>
            <tr>
              <Cell>Step</Cell>
              <Time ms={pace.medianStepMs} />
              <Time ms={previousPace.medianStepMs} />
            </tr>
          </tbody>
        </Table>
      </section>
    </div>
  )
}

function Time({ ms }: { ms: number | null }) {
  return (
    <Cell numeric>
      {ms === null ? <span className="text-ink-3">none</span> : formatDuration(ms)}
    </Cell>
  )
}
