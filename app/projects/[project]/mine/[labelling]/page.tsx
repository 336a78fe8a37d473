import type { Metadata } from 'next'
import { nameOutcome, writeTime } from '@/components/own-work/describe-own-work'
import { LabellingView } from '@/components/own-work/labelling-view'
import { ReopenButton } from '@/components/own-work/reopen-button'
import { ProjectShell } from '@/components/shell/project-shell'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getOwnLabelling } from '@/lib/labelling/server/own-work'
import { formatInstant } from '@/lib/platform/format'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'A labelling of yours' }

interface Props {
  params: Promise<{ project: string; labelling: string }>
}

export default async function OwnLabellingPage({ params }: Props) {
  const { actor } = await loadPage()
  const { project: slug, labelling: id } = await params
  const [project, { projects }, labelling] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(getOwnLabelling, { project: slug, labelling: id }),
  ])
  const { finishReason, rated, steps } = labelling
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="mine">
      <Page>
        <p className="pb-2">
          <Link href={`/projects/${slug}/mine`}>Your work</Link>
        </p>
        <PageTitle
          title={nameOutcome(finishReason, rated)}
          abstract={`You rated ${rated} of ${steps.length} steps in ${writeTime(labelling.activeMs)} and submitted this on ${formatInstant(labelling.submittedAt)} UTC.`}
          actions={labelling.canReopen && <ReopenButton slug={slug} labelling={id} />}
        />
        <LabellingView labelling={labelling} />
      </Page>
    </ProjectShell>
  )
}
