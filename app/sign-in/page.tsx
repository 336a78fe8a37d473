import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { readNextPath } from '@/components/auth/next-path'
import { ProviderTwoFactorPage } from '@/components/auth/provider-two-factor-page'
import { SignInView } from '@/components/auth/sign-in-view'
import { readSignInMethods } from '@/lib/auth/server/sign-in-methods'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Sign in' }

type SearchParams = Partial<Record<'next' | 'refused' | 'error', string | string[]>>

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const params = await searchParams
  const next = readNextPath(params.next)
  const actor = await getPageActor()
  if (actor.kind === 'person') redirect(next)
  const signInMethods = readSignInMethods()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <ProviderTwoFactorPage next={next} provider={signInMethods.provider} />
  // next-auth sets `error` if the provider was unreachable or its reply was invalid.
  const failure =
    [params.refused, params.error].flat().find((reason) => reason !== undefined) ?? null
  return <SignInView next={next} methods={signInMethods} failure={failure} />
}
