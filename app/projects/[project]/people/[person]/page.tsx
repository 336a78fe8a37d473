import type { Metadata } from 'next'
import { describePerson } from '@/components/people/describe-person'
import { PersonView } from '@/components/people/person-view'
import { ProjectShell } from '@/components/projects/project-shell'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getPerson } from '@/lib/people/server/queries'

export const metadata: Metadata = { title: 'Person' }

export default async function PersonPage({ params }: ProjectPageProps<'person'>) {
  const { project: slug, person: user } = await params
  const [shell, detail] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getPerson, { project: slug, user }),
  ])
  return (
    <ProjectShell {...shell} current="people">
      <PageLayout>
        <p className="pb-2">
          <Link href={`/projects/${slug}/people`}>People</Link>
        </p>
        <PageTitle title={detail.person.name} abstract={describePerson(detail)} />
        <PersonView slug={slug} detail={detail} />
      </PageLayout>
    </ProjectShell>
  )
}
