import type { Metadata } from 'next'
import { KeysBoard } from '@/components/account/keys-board'
import { InstanceShell } from '@/components/shell/project-shell'
import { Page, PageTitle } from '@/components/ui/page'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadPage, runQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Keys' }

export default async function KeysPage() {
  const { actor } = await loadPage()
  const { keys } = await runQuery(getPreferences, {})
  return (
    <InstanceShell person={actor}>
      <Page narrow>
        <PageTitle
          title="Keys"
          abstract="Your shortcuts on the labelling page, in every project and on every device."
        />
        <KeysBoard stored={keys} />
      </Page>
    </InstanceShell>
  )
}
