import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor, Person } from '@/lib/auth/actor'
import { actionPolicy, type PolicyRow } from '@/lib/auth/policy'
import type { Query } from '@/lib/auth/server/operation'
import { findRequestActor } from '@/lib/auth/server/request-actor'
import type { Contract, ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { maskId } from './mask-id'
import { retryReadOnBusyPool } from './retry-read'

/** Who requests the page. Cached per request. */
export const getPageActor = cache(async (): Promise<Actor> => {
  const list = await headers()
  const cookie = list.get('cookie')
  return retryReadOnBusyPool(() => findRequestActor({ cookie, authorization: null }))
})

/**
 * For pages that need a session: redirects people without a session, or with only a pending one, to the sign-in page, and
 * back afterwards. People who must set up a second factor or choose a password go to their account first, unless
 * `withoutTotp` is set.
 */
export async function requireSignedInPerson({ withoutTotp = false } = {}): Promise<{
  actor: Person
}> {
  const actor = await getPageActor()
  const isRestricted = actor.kind === 'person' && (actor.lacksTotp || actor.hasFirstPassword)
  if (isRestricted && !withoutTotp) redirect('/account')
  if (actor.kind === 'person') return { actor }
  const path = (await headers()).get('x-stepmark-path') ?? '/'
  redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}

/** Runs a query as the current person. Shows the not-found page for invalid input and for what they may not see. */
export async function runPageQuery<C extends Contract>(
  query: Query<C>,
  input: RequestInputOf<C>,
): Promise<ReplyOf<C>> {
  return (await findPageReply(query, input)) ?? notFound()
}

/** As `runPageQuery`, but returns null instead of showing the not-found page. */
export async function findPageReply<C extends Contract>(
  query: Query<C>,
  input: RequestInputOf<C>,
): Promise<ReplyOf<C> | null> {
  const row: PolicyRow = actionPolicy[query.action]
  const { actor } = await requireSignedInPerson({ withoutTotp: row.withoutTotp ?? false })
  const parsed = query.contract.input.safeParse(input)
  if (!parsed.success) return null
  try {
    const reply = await retryReadOnBusyPool(() => query.execute(actor, parsed.data as never))
    // A page carries all data that it was rendered from, including data that it does not display.
    return query.mask?.(reply, maskId) ?? reply
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden'))
      return null
    // A paused person may not read this. The page with their own work says that they are paused.
    if (error instanceof AppError && error.code === 'paused')
      redirect(`/projects/${String(input.project)}/mine`)
    throw error
  }
}
