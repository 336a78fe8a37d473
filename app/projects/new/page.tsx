import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NewProjectForm } from '@/components/projects/new-project-form'
import { InstanceShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { requireSignedInPerson } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'New project' }

export default async function NewProjectPage() {
  const { actor } = await requireSignedInPerson()
  if (!actor.isInstanceAdmin) notFound()
  return (
    <InstanceShell person={actor}>
      <PageLayout narrow>
        <PageTitle title="New project" abstract="You become its admin." />
        <NewProjectForm />
      </PageLayout>
    </InstanceShell>
  )
}
