import { DayBarChart } from '@/components/own-work/day-bar-chart'
import { joinClasses } from '@/components/ui/join-classes'
import { AccuracyTrendFigure } from './accuracy-trend-figure'
import { EndPauseForm } from './end-pause-form'
import { GoldAnswerList } from './gold-answer-list'
import { KnownRatingConfusionMatrix } from './known-rating-confusion-matrix'
import { PauseAnnotatorPanel } from './pause-annotator-panel'
import { PauseList } from './pause-list'
import type { PersonDetail } from './person'
import { PersonWorkTable } from './person-work-table'

const periodTexts = {
  day: { title: 'Minutes per day', caption: 'Last 14 days, UTC' },
  week: {
    title: 'Minutes per week',
    caption:
      'Last 8 weeks. Weeks start on Monday (UTC). By week only, because days can reveal who made an annotation while names are hidden.',
  },
} as const

/** The statistics of one person, and actions on them. */
export function PersonView({ slug, detail }: { slug: string; detail: PersonDetail }) {
  const { person, confusion, answers, workPeriods, pauses, withdrawalStart } = detail
  const { user, name } = person
  const openPause = pauses.find(({ endedAt }) => endedAt === null)
  const work = (
    <>
      <PersonWorkTable work={person.work} />
      <DayBarChart
        {...periodTexts[workPeriods.unit]}
        days={workPeriods.periods.map(({ start, activeMs }) => ({
          day: start,
          count: Math.round(activeMs / 60_000),
        }))}
      />
    </>
  )
  // Without gold answers, the wide column would be almost empty.
  const isWorkWide = answers.length === 0
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <div className="col-span-12 grid grid-cols-1 gap-12 wide:col-span-7">
        <AccuracyTrendFigure detail={detail} />
        <GoldAnswerList slug={slug} answers={answers} unit={workPeriods.unit} />
        {isWorkWide && work}
        <PauseList pauses={pauses} />
      </div>
      <div
        className={joinClasses(
          'col-span-12 grid grid-cols-1 gap-12 wide:col-span-5',
          // On narrow screens, pending decisions come first.
          openPause && 'max-wide:order-first',
        )}
      >
        {openPause && (
          <EndPauseForm
            slug={slug}
            name={name}
            pause={openPause}
            withdrawalStart={withdrawalStart}
            isByWeek={workPeriods.unit === 'week'}
          />
        )}
        {!isWorkWide && work}
        <KnownRatingConfusionMatrix
          id="by-gold"
          title="Compared with gold"
          reference="Gold"
          person={name}
          emptyMessage="Appears once they have labelled gold."
          caption="gold has no neutral ratings: correct steps count as positive"
          matrix={confusion.gold}
        />
        <KnownRatingConfusionMatrix
          id="by-adjudications"
          title="Compared with adjudications"
          reference="Adjudicated"
          person={name}
          emptyMessage={`Appears after someone else adjudicates a solution that ${name} labelled.`}
          caption="rows with at least 20 steps also show percentages"
          matrix={confusion.adjudications}
        />
        {!openPause && person.role === 'annotator' && (
          <PauseAnnotatorPanel slug={slug} user={user} name={name} />
        )}
      </div>
    </div>
  )
}
