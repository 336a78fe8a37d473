import type { ReactNode } from 'react'
import { ReturnedNotice } from '@/components/own-work/returned-notice'
import { AnnotationOutcomesBar } from '@/components/projects/annotation-outcomes-bar'
import { AnnotatorSettingsSummary } from '@/components/projects/annotator-settings-summary'
import { describeProjectProgress } from '@/components/projects/describe-project-progress'
import {
  hasActivity,
  type Progress,
  type Project,
  type QueueReply,
} from '@/components/projects/project'
import { ProjectSetupChecklist } from '@/components/projects/project-setup-checklist'
import { QueuePreview } from '@/components/rounds/queue-preview'
import { ShortcutLink } from '@/components/shell/shortcut-link'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import type { Role } from '@/lib/auth/actor'
import { formatQuantity } from '@/lib/platform/format'

/** A project's first page: progress and dashboard, or the setup steps until its first annotation. */
export function ProjectHome({
  role,
  project,
  progress,
  hiddenReferenceShare,
  queue,
  unsureAnswers,
  dashboard,
}: {
  role: Role
  project: Project
  progress: Progress
  /** For reviewers and admins; null for annotators. */
  hiddenReferenceShare: number | null
  /** For reviewers and admins. */
  queue: QueueReply | null
  /** Number of answers to decide, for reviewers and admins. */
  unsureAnswers: ReactNode
  /** For reviewers and admins, once there are annotations. */
  dashboard: ReactNode
}) {
  // A name can be one long word.
  const title = <span className="wrap-anywhere">{project.name}</span>
  if (!hasActivity(progress) && role === 'admin')
    return (
      <PageLayout narrow>
        <PageTitle title={title} abstract={describeStart(progress)} />
        <ProjectSetupChecklist project={project} progress={progress} />
        <div className="pt-6 text-strong text-ink-2">{unsureAnswers}</div>
        {queue && queue.items.length > 0 && (
          <div className="pt-12">
            <QueuePreview slug={project.slug} queue={queue} />
          </div>
        )}
      </PageLayout>
    )
  if (progress.solutions === 0)
    return (
      <PageLayout narrow>
        <PageTitle
          title={title}
          abstract="Nothing to label yet. Come back after an admin has imported solutions."
        />
      </PageLayout>
    )
  const projectPath = `/projects/${project.slug}`
  const needsRound = role === 'admin' && progress.waiting === 0 && progress.openSlots === 0
  return (
    <PageLayout>
      <PageTitle
        title={title}
        abstract={describeProjectProgress(project, progress)}
        actions={
          <>
            {role === 'admin' && (
              <ButtonLink href={`${projectPath}/data`}>Import solutions</ButtonLink>
            )}
            {needsRound && (
              <ButtonLink href={`${projectPath}/queue/new`} tone="primary">
                Plan round
              </ButtonLink>
            )}
            <ShortcutLink
              href={`${projectPath}/label`}
              keyName="l"
              tone={needsRound ? 'plain' : 'primary'}
            >
              Label
            </ShortcutLink>
          </>
        }
      />
      <ReturnedNotice slug={project.slug} count={progress.returned} />
      <AnnotationOutcomesBar progress={progress} />
      {dashboard ?? (
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          {queue && (
            <div className="col-span-12 wide:col-span-8">
              <QueuePreview slug={project.slug} queue={queue} />
            </div>
          )}
          <div className="col-span-12 wide:col-span-4">
            <AnnotatorSettingsSummary
              project={project}
              progress={progress}
              hiddenReferenceShare={hiddenReferenceShare}
            >
              {unsureAnswers}
            </AnnotatorSettingsSummary>
          </div>
        </div>
      )}
    </PageLayout>
  )
}

function describeStart({ solutions, waiting }: Progress): string {
  if (solutions === 0) return 'Nothing to label yet.'
  return `${formatQuantity(waiting ?? 0, 'solution')} waiting, none labelled yet.`
}
