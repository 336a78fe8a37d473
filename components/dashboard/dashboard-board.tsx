import type { ReactNode } from 'react'
import type { ReviewWork } from '@/components/review/review'
import { forecastEnd } from '@/lib/insights/forecast'
import { AgreementPart } from './agreement-part'
import type { Dashboard } from './dashboard'
import { FirstErrors } from './first-errors'
import { LabelsADay } from './labels-a-day'
import { WaitsList } from './waits-list'
import { WhoWorks } from './who-works'

/** What happens in a project, for who runs it. On a phone what waits comes first. */
export function DashboardBoard({
  slug,
  dashboard,
  work,
  left,
  children,
}: {
  slug: string
  dashboard: Dashboard
  work: ReviewWork
  /** Annotations still to come. */
  left: number
  /** How the project is run. */
  children: ReactNode
}) {
  const { days, firstErrors, working, pauseUnder, agreement } = dashboard
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <div className="col-span-12 wide:order-2 wide:col-span-4">
        <WaitsList slug={slug} work={work} />
      </div>
      <div className="col-span-12 wide:order-1 wide:col-span-8">
        <LabelsADay days={days} end={forecastEnd(days, left)} />
      </div>
      <div className="order-3 col-span-12 wide:col-span-8">
        <WhoWorks slug={slug} working={working} pauseUnder={pauseUnder} />
      </div>
      <div className="order-4 col-span-12 wide:col-span-4">
        <FirstErrors counts={firstErrors} days={days.length} />
      </div>
      <div className="order-5 col-span-12 wide:col-span-8">
        <AgreementPart slug={slug} agreement={agreement} />
      </div>
      <div className="order-6 col-span-12 wide:col-span-4">{children}</div>
    </div>
  )
}
