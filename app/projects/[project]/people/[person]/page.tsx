import type { Metadata } from 'next'
import Link from 'next/link'
import { DayBars } from '@/components/own-work/day-bars'
import { AnswerList } from '@/components/people/answer-list'
import { describePerson } from '@/components/people/describe-person'
import { KnownMatrix } from '@/components/people/known-matrix'
import { PauseList } from '@/components/people/pause-list'
import { PausePanel } from '@/components/people/pause-panel'
import { ReviewPause } from '@/components/people/review-pause'
import { TrendFigure } from '@/components/people/trend-figure'
import { WorkTable } from '@/components/people/work-table'
import { ProjectShell } from '@/components/shell/project-shell'
import { classes } from '@/components/ui/classes'
import { Page, PageTitle } from '@/components/ui/page'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { getPerson } from '@/lib/review/server/people-queries'

export const metadata: Metadata = { title: 'A person' }

interface Props {
  params: Promise<{ project: string; person: string }>
}

export default async function PersonPage({ params }: Props) {
  const { actor } = await loadPage()
  const { project: slug, person: user } = await params
  const [project, { projects }, detail] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getPerson, { project: slug, user }),
  ])
  const { person, confusion, answers, days, pauses, driftBegan } = detail
  const standing = pauses.find(({ endedAt }) => endedAt === null)
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="people">
      <Page>
        <p className="pb-2">
          <Link href={`/projects/${slug}/people`}>People</Link>
        </p>
        <PageTitle title={person.name} abstract={describePerson(detail)} />
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          <div className="col-span-12 grid grid-cols-1 gap-12 wide:col-span-7">
            <TrendFigure detail={detail} />
            <AnswerList slug={slug} answers={answers} />
            <PauseList pauses={pauses} />
          </div>
          <div
            className={classes(
              'col-span-12 grid grid-cols-1 gap-12 wide:col-span-5',
              // What waits for a decision comes first where there is one column.
              standing && 'max-wide:order-first',
            )}
          >
            {standing && (
              <ReviewPause {...{ slug, name: person.name, pause: standing, driftBegan }} />
            )}
            <WorkTable work={person.work} />
            <DayBars
              title="Minutes at work a day"
              caption="The last 14 days, today so far; days end at midnight UTC"
              days={days.map(({ day, activeMs }) => ({
                day,
                count: Math.round(activeMs / 60_000),
              }))}
            />
            <KnownMatrix
              id="by-gold"
              title="Against gold"
              none="No gold was answered yet."
              caption="gold knows no neutral: its right steps count as positive"
              matrix={confusion.gold}
            />
            <KnownMatrix
              id="by-rulings"
              title="Against rulings"
              none="Nobody else has ruled on a solution that they labelled."
              caption="share of what was ruled, count below"
              matrix={confusion.rulings}
            />
            {!standing && person.role === 'annotator' && (
              <PausePanel {...{ slug, user, name: person.name }} />
            )}
          </div>
        </div>
      </Page>
    </ProjectShell>
  )
}
