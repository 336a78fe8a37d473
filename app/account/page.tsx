import type { Metadata } from 'next'
import { NamePart } from '@/components/account/name-part'
import { PasswordPart } from '@/components/account/password-part'
import { SessionsPart } from '@/components/account/sessions-part'
import { TokensPart } from '@/components/account/tokens-part'
import { TotpPart } from '@/components/account/totp-part'
import { InstanceShell } from '@/components/shell/project-shell'
import { ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import { listSessions } from '@/lib/auth/server/account-queries'
import { listTokens } from '@/lib/auth/server/queries'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getTotp } from '@/lib/auth/server/totp-queries'
import { loadPage, runQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  const { actor } = await loadPage({ withoutTotp: true })
  const [{ sessions }, { tokens }, totp] = await Promise.all([
    runQuery(listSessions, {}),
    runQuery(listTokens, {}),
    runQuery(getTotp, {}),
  ])
  const { hasPasswords, provider } = readSignInWays()
  return (
    <InstanceShell person={actor}>
      <Page>
        <PageTitle
          title="Account"
          abstract={
            actor.lacksTotp
              ? 'You are an admin, and admins sign in with a code of their device here. Switch codes on below: everything else opens once they are.'
              : `What is yours alone: your name, how you sign in, and where you are signed in.${hasPasswords ? '' : ` ${provider} says who you are, so there is no password here.`}`
          }
          actions={
            actor.lacksTotp ? (
              <ButtonLink href="#codes" tone="primary">
                Codes at sign-in
              </ButtonLink>
            ) : (
              <ButtonLink href="/account/keys">Keys</ButtonLink>
            )
          }
        />
        <NamePart name={actor.name} email={actor.email} />
        {hasPasswords && <PasswordPart email={actor.email} />}
        {totp.isOffered && (
          <div id="codes">
            <TotpPart totp={totp} email={actor.email} />
          </div>
        )}
        <SessionsPart sessions={sessions} />
        <TokensPart tokens={tokens} canMake={!actor.lacksTotp} />
      </Page>
    </InstanceShell>
  )
}
