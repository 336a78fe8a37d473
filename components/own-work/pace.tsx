import { Cell, HeadCell, Table } from '@/components/ui/table'
import { paceDays } from '@/lib/annotations/own-contract'
import { DayBars } from './day-bars'
import { writeTime } from './describe-own-work'
import type { OwnWork } from './own-work'

/** How much one does in a day and how long it takes, beside one's own past and nobody else's. */
export function Pace({ own: { days, pace, paceBefore } }: { own: OwnWork }) {
  const annotations = days.reduce((sum, day) => sum + day.annotations, 0)
  if (annotations === 0 && paceBefore.annotations === 0) return null
  const caption = `The last ${paceDays} days, today so far; days end at midnight UTC`
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 pb-12">
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBars
          title="Annotations a day"
          caption={caption}
          days={days.map(({ day, annotations: count }) => ({ day, count }))}
        />
      </div>
      <div className="col-span-12 desk:col-span-6 wide:col-span-4">
        <DayBars
          title="Steps rated a day"
          caption={caption}
          days={days.map(({ day, steps }) => ({ day, count: steps }))}
        />
      </div>
      <section aria-labelledby="time" className="col-span-12 wide:col-span-4">
        <h2 id="time">Time at work</h2>
        <p className="pb-3 text-caption text-ink-3">
          Medians over your own annotations, idle time left out
        </p>
        <Table aria-labelledby="time" className="max-w-[24rem]">
          <thead>
            <tr>
              <HeadCell>For</HeadCell>
              <HeadCell numeric>Last {paceDays} days</HeadCell>
              <HeadCell numeric>Before</HeadCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Cell>an annotation</Cell>
              <Time ms={pace.medianAnnotationMs} />
              <Time ms={paceBefore.medianAnnotationMs} />
            </tr>
            <tr>
              <Cell>a step</Cell>
              <Time ms={pace.medianStepMs} />
              <Time ms={paceBefore.medianStepMs} />
            </tr>
          </tbody>
        </Table>
      </section>
    </div>
  )
}

function Time({ ms }: { ms: number | null }) {
  return (
    <Cell numeric>{ms === null ? <span className="text-ink-3">none</span> : writeTime(ms)}</Cell>
  )
}
