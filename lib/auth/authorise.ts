import { AppError } from '@/lib/platform/errors'
import type { Actor, Role } from './actor'
import { type Action, type Grant, policy, type PolicyRow } from './policy'

/** Whether one of the grants is the actor's. `role` is the actor's role in the project at hand, null without one. */
export function holdsGrant(actor: Actor, role: Role | null, grants: readonly Grant[]): boolean {
  return grants.some((grant) => {
    switch (grant) {
      case 'anyone':
        return true
      case 'signed_in':
        return actor.kind === 'person'
      case 'host':
        return actor.kind === 'host'
      case 'instance_admin':
        return actor.kind === 'person' && actor.isInstanceAdmin
      case 'admin':
        return role === 'admin' || (actor.kind === 'person' && actor.isInstanceAdmin)
      case 'annotator':
      case 'reviewer':
        return role === grant
    }
  })
}

/** Throws `unauthenticated` or `forbidden` unless the policy row for the action has the actor in it. */
export function authorise(actor: Actor, role: Role | null, action: Action): void {
  const row: PolicyRow = policy[action]
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    throw new AppError(
      'unauthenticated',
      'You are half signed in: your code is still asked for, at /sign-in. Give it, or sign out there. Nothing was changed.',
    )
  if (actor.kind === 'anonymous' && !row.grants.includes('anyone'))
    throw new AppError('unauthenticated', 'Sign in first.')
  if (!holdsGrant(actor, role, row.grants))
    throw new AppError('forbidden', 'Your role does not allow this.')
  if (actor.kind === 'person' && actor.lacksTotp && !row.withoutTotp)
    throw new AppError(
      'forbidden',
      'A second factor is asked for here, and you have none yet. See to that first, at /account. Nothing was changed.',
    )
  if (actor.kind === 'person' && actor.hasFirstPassword && !row.withFirstPassword)
    throw new AppError(
      'forbidden',
      'You have a password that somebody else has seen. Choose one first, at /account. Nothing was changed.',
    )
  if (actor.kind === 'person' && actor.via.kind === 'token') authoriseToken(actor.via.scope, row)
}

function authoriseToken(scope: 'read' | 'write', row: PolicyRow): void {
  if (row.token === 'never')
    throw new AppError('forbidden', 'A token cannot do this: sign in instead.')
  if (row.token === 'write' && scope === 'read')
    throw new AppError('forbidden', 'This token may only read.')
}
