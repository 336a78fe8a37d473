import type { Metadata } from 'next'
import { AccountNameSection } from '@/components/account/account-name-section'
import { ApiTokensSection } from '@/components/account/api-tokens-section'
import { describeTotpRequirement } from '@/components/account/describe-totp-requirement'
import { PasswordSection } from '@/components/account/password-section'
import { SessionsSection } from '@/components/account/sessions-section'
import { TotpSection } from '@/components/account/totp-section'
import { InstanceShell } from '@/components/projects/project-shell'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { listSessions } from '@/lib/auth/server/account-queries'
import { listTokens } from '@/lib/auth/server/queries'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getTotp } from '@/lib/auth/server/totp-queries'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  const { actor } = await requireSignedInPerson({ withoutTotp: true })
  // Until they have replaced their first password, people can see only their sessions and the password form.
  const { sessions, otherKnownBrowsers } = await runPageQuery(listSessions, {})
  const canManageAccount = !actor.hasFirstPassword
  const [{ tokens }, totp] = await Promise.all([
    canManageAccount ? runPageQuery(listTokens, {}) : { tokens: [] },
    canManageAccount ? runPageQuery(getTotp, {}) : null,
  ])
  const signInMethods = readSignInMethods()
  const { hasPasswords, provider } = signInMethods
  return (
    <InstanceShell person={actor}>
      <PageLayout>
        <PageTitle
          title="Account"
          abstract={
            actor.hasFirstPassword
              ? 'Choose your own password to continue. The generated one expires soon.'
              : actor.lacksTotp
                ? describeTotpRequirement(signInMethods)
                : hasPasswords
                  ? 'Your name, sign-in and sessions.'
                  : `Your name and sessions. You sign in with ${provider}.`
          }
          actions={
            actor.hasFirstPassword ? (
              <ButtonLink href="#password" tone="primary">
                Password
              </ButtonLink>
            ) : actor.lacksTotp ? (
              totp?.isOffered && (
                <ButtonLink href="#codes" tone="primary">
                  Two-factor codes
                </ButtonLink>
              )
            ) : (
              <ButtonLink href="/account/keys">Keyboard shortcuts</ButtonLink>
            )
          }
        />
        {canManageAccount && <AccountNameSection name={actor.name} email={actor.email} />}
        {hasPasswords && (
          <div id="password">
            <PasswordSection email={actor.email} showsTokens={canManageAccount} />
          </div>
        )}
        {totp?.isOffered && (
          <div id="codes">
            <TotpSection totp={totp} email={actor.email} signInMethods={signInMethods} />
          </div>
        )}
        <SessionsSection sessions={sessions} otherKnownBrowsers={otherKnownBrowsers} />
        {canManageAccount && <ApiTokensSection tokens={tokens} canCreate={!actor.lacksTotp} />}
      </PageLayout>
    </InstanceShell>
  )
}
