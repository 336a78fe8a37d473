import type { ReactNode } from 'react'
import type { ReviewCounts } from '@/components/reviews/review'
import { forecastCompletion } from '@/lib/progress/forecast'
import { ActivePeople } from './active-people'
import { AgreementSummary } from './agreement-summary'
import type { Dashboard } from './dashboard'
import { FirstErrorChart } from './first-error-chart'
import { LabelsPerDay } from './labels-per-day'
import { ToDoList } from './to-do-list'

/** The dashboard for reviewers and admins. On narrow screens, the to-do list comes first. */
export function ProjectDashboard({
  slug,
  dashboard,
  reviewCounts,
  remaining,
  children,
}: {
  slug: string
  dashboard: Dashboard
  reviewCounts: ReviewCounts
  /** Number of annotations still to be made. */
  remaining: number
  /** Settings of the project. */
  children: ReactNode
}) {
  const { days, firstErrors, active, pauseBelow, agreement } = dashboard
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <div className="col-span-12 wide:order-2 wide:col-span-4">
        <ToDoList slug={slug} reviewCounts={reviewCounts} />
      </div>
      <div className="col-span-12 wide:order-1 wide:col-span-8">
        <LabelsPerDay days={days} completion={forecastCompletion(days, remaining)} />
      </div>
      <div className="order-3 col-span-12 wide:col-span-8">
        <ActivePeople slug={slug} active={active} pauseBelow={pauseBelow} />
      </div>
      <div className="order-4 col-span-12 wide:col-span-4">
        <FirstErrorChart counts={firstErrors} days={days.length} />
      </div>
      <div className="order-5 col-span-12 wide:col-span-8">
        <AgreementSummary slug={slug} agreement={agreement} />
      </div>
      <div className="order-6 col-span-12 wide:col-span-4">{children}</div>
    </div>
  )
}
