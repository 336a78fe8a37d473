import type { ReactNode } from 'react'
import { KeyLink } from '@/components/shell/key-link'
import { ButtonLink } from '@/components/ui/button'
import { formatNoun } from '@/lib/platform/format'
import { Page, PageTitle } from '@/components/ui/page'
import { describeProgress } from './describe-progress'
import { FirstSteps } from './first-steps'
import { ProgressStates } from './progress-states'
import { isBegun, type Progress, type Project, type QueueHead, type Role } from './project'
import { ProjectRules } from './project-rules'
import { QueueTable } from '@/components/rounds/queue-table'

/** A project's first page: where it stands, and what comes next. Before its first annotation: how to get there. */
export function ProjectHome({
  role,
  project,
  progress,
  queue,
  unsure,
  board,
}: {
  role: Role
  project: Project
  progress: Progress
  /** For who may see it. */
  queue: QueueHead | null
  /** Answers that wait for people, for who may settle them. */
  unsure: ReactNode
  /** What happens in the project, for who runs it, once it is labelled. */
  board: ReactNode
}) {
  // A name may be one long word.
  const title = <span className="wrap-anywhere">{project.name}</span>
  if (!isBegun(progress) && role === 'admin')
    return (
      <Page narrow>
        <PageTitle title={title} abstract={describeBeginning(progress)} />
        <FirstSteps project={project} progress={progress} />
        <div className="pt-6 text-strong text-ink-2">{unsure}</div>
        {queue && queue.items.length > 0 && (
          <div className="pt-12">
            <QueueTable slug={project.slug} queue={queue} />
          </div>
        )}
      </Page>
    )
  if (progress.solutions === 0)
    return (
      <Page narrow>
        <PageTitle
          title={title}
          abstract="There is nothing to label yet. An admin of this project brings solutions in; this page then has a button."
        />
      </Page>
    )
  const base = `/projects/${project.slug}`
  return (
    <Page>
      <PageTitle
        title={title}
        abstract={describeProgress(project, progress)}
        actions={
          <>
            {role === 'admin' && <ButtonLink href={`${base}/data`}>Import solutions</ButtonLink>}
            <KeyLink href={`${base}/label`} keyName="l" tone="primary">
              Label
            </KeyLink>
          </>
        }
      />
      <ProgressStates progress={progress} />
      {board ?? (
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          {queue && (
            <div className="col-span-12 wide:col-span-8">
              <QueueTable slug={project.slug} queue={queue} />
            </div>
          )}
          <div className="col-span-12 wide:col-span-4">
            <ProjectRules project={project} progress={progress}>
              {unsure}
            </ProjectRules>
          </div>
        </div>
      )}
    </Page>
  )
}

function describeBeginning({ solutions, open, people }: Progress): string {
  if (solutions === 0)
    return `There is nothing to label yet. ${people > 1 ? 'Two' : 'Three'} steps to go.`
  return `${formatNoun(open ?? 0, 'solution is', 'solutions are')} open, and nobody has labelled one yet.`
}
