import type { Metadata } from 'next'
import { describeDemand } from '@/components/account/describe-demand'
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
  // All that is open to who has not chosen a password yet, but that.
  const { sessions, knownElsewhere } = await runQuery(listSessions, {})
  const isOpen = !actor.hasFirstPassword
  const [{ tokens }, totp] = await Promise.all([
    isOpen ? runQuery(listTokens, {}) : { tokens: [] },
    isOpen ? runQuery(getTotp, {}) : null,
  ])
  const ways = readSignInWays()
  const { hasPasswords, provider } = ways
  return (
    <InstanceShell person={actor}>
      <Page>
        <PageTitle
          title="Account"
          abstract={
            actor.hasFirstPassword
              ? 'The password that you were given was seen by others, and ends soon. Choose one of your own below: everything else opens then.'
              : actor.lacksTotp
                ? describeDemand(ways)
                : `What is yours alone: your name, how you sign in, and where you are signed in.${hasPasswords ? '' : ` ${provider} says who you are, so there is no password here.`}`
          }
          actions={
            actor.hasFirstPassword ? (
              <ButtonLink href="#password" tone="primary">
                Password
              </ButtonLink>
            ) : actor.lacksTotp ? (
              totp?.isOffered && (
                <ButtonLink href="#codes" tone="primary">
                  Codes at sign-in
                </ButtonLink>
              )
            ) : (
              <ButtonLink href="/account/keys">Keys</ButtonLink>
            )
          }
        />
        {isOpen && <NamePart name={actor.name} email={actor.email} />}
        {hasPasswords && (
          <div id="password">
            <PasswordPart email={actor.email} showsTokens={isOpen} />
          </div>
        )}
        {totp?.isOffered && (
          <div id="codes">
            <TotpPart totp={totp} email={actor.email} ways={ways} />
          </div>
        )}
        <SessionsPart sessions={sessions} knownElsewhere={knownElsewhere} />
        {isOpen && <TokensPart tokens={tokens} canMake={!actor.lacksTotp} />}
      </Page>
    </InstanceShell>
  )
}
