import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor, Person } from '@/lib/auth/actor'
import { policy, type PolicyRow } from '@/lib/auth/policy'
import type { Query } from '@/lib/auth/server/operation'
import { findRequestActor } from '@/lib/auth/server/request-actor'
import type { Contract, ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { coverId } from './cover-id'
import { readAgain } from './read-again'

/** Who looks at this page. Once for each request, however many components ask. */
export const getPageActor = cache(async (): Promise<Actor> => {
  const list = await headers()
  const cookie = list.get('cookie')
  return readAgain(() => findRequestActor({ cookie, authorization: null }))
})

/**
 * For every page behind the door: sends whoever is not signed in, or half, to it, and back afterwards; and first to their
 * account people who must have a second factor, and who has not chosen a password yet.
 */
export async function loadPage({ withoutTotp = false } = {}): Promise<{ actor: Person }> {
  const actor = await getPageActor()
  const isHeldBack = actor.kind === 'person' && (actor.lacksTotp || actor.hasFirstPassword)
  if (isHeldBack && !withoutTotp) redirect('/account')
  if (actor.kind === 'person') return { actor }
  const path = (await headers()).get('x-stepmark-path') ?? '/'
  redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}

/** A query for whoever looks at this page. What they may not see looks as if it were not there. */
export async function runQuery<C extends Contract>(
  query: Query<C>,
  input: SentInputOf<C>,
): Promise<ReplyOf<C>> {
  const row: PolicyRow = policy[query.action]
  const { actor } = await loadPage({ withoutTotp: row.withoutTotp ?? false })
  const parsed = query.contract.input.safeParse(input)
  if (!parsed.success) notFound()
  try {
    const reply = await readAgain(() => query.execute(actor, parsed.data as never))
    // A page carries what it is drawn from, also what it does not show.
    return query.mask?.(reply, coverId) ?? reply
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden'))
      notFound()
    // All that a paused person may read is their own; it says there that they are paused.
    if (error instanceof AppError && error.code === 'paused')
      redirect(`/projects/${String(input.project)}/mine`)
    throw error
  }
}
