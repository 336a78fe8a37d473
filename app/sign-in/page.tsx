import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CodeDoor } from '@/components/people/code-door'
import { Door } from '@/components/people/door'
import { readNextPath } from '@/components/people/next-path'
import { readSignInWays } from '@/lib/auth/server/sign-in-ways'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Sign in' }

type Given = Partial<Record<'next' | 'refused' | 'error', string | string[]>>

export default async function SignInPage({ searchParams }: { searchParams: Promise<Given> }) {
  const given = await searchParams
  const next = readNextPath(given.next)
  const actor = await getPageActor()
  if (actor.kind === 'person') redirect(next)
  const ways = readSignInWays()
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    return <CodeDoor next={next} provider={ways.provider} />
  // `error` is next-auth's word where the provider could not be asked, or its answer was not what was asked for.
  const refusal = [given.refused, given.error].flat().find((word) => word !== undefined) ?? null
  return <Door next={next} ways={ways} refusal={refusal} />
}
