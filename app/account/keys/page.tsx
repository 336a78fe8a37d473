import type { Metadata } from 'next'
import { ShortcutEditor } from '@/components/account/shortcut-editor'
import { InstanceShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { getPreferences } from '@/lib/auth/server/preferences'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Keyboard shortcuts' }

export default async function ShortcutsPage() {
  const { actor } = await requireSignedInPerson()
  const { keys } = await runPageQuery(getPreferences, {})
  return (
    <InstanceShell person={actor}>
      <PageLayout narrow>
        <PageTitle
          title="Keyboard shortcuts"
          abstract="For the labelling screen, in all projects. The review pages use the same keys to rate, move and undo."
        />
        <ShortcutEditor storedKeymap={keys} />
      </PageLayout>
    </InstanceShell>
  )
}
