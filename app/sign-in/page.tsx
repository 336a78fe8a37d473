import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Door } from '@/components/people/door'
import { readNextPath } from '@/components/people/next-path'
import { getPageActor } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const next = readNextPath((await searchParams).next)
  if ((await getPageActor()).kind === 'person') redirect(next)
  return <Door next={next} />
}
