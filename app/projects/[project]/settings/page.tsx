import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { describeProjectKind } from '@/components/projects/describe-project-kind'
import { ProjectShell } from '@/components/projects/project-shell'
import { SettingsForm } from '@/components/projects/settings-form'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { getQualitySettings } from '@/lib/gold/server/settings'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const shell = await loadProjectShell(slug)
  if (shell.role !== 'admin') notFound()
  const quality = await runPageQuery(getQualitySettings, { project: slug })
  return (
    <ProjectShell {...shell} current="settings">
      <PageLayout>
        <PageTitle title="Settings" abstract={describeProjectKind(shell.project)} />
        <SettingsForm project={shell.project} quality={quality} />
      </PageLayout>
    </ProjectShell>
  )
}
