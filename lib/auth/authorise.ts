import { AppError } from '@/lib/platform/errors'
import type { Actor, Role } from './actor'
import { type Action, type Grant, actionPolicy, type PolicyRow } from './policy'

/** Whether the actor has one of the grants. `role` is the actor's role in the project of the call, or null. */
export function hasGrant(actor: Actor, role: Role | null, grants: readonly Grant[]): boolean {
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

/** Throws `unauthenticated` or `forbidden` unless the policy grants the action to the actor. */
export function authoriseAction(actor: Actor, role: Role | null, action: Action): void {
  const row: PolicyRow = actionPolicy[action]
  if (actor.kind === 'anonymous' && actor.awaitsCode)
    throw new AppError(
      'unauthenticated',
      'Sign-in isn’t complete: a code is still required. Enter it at /sign-in, or sign out there.',
    )
  if (actor.kind === 'anonymous' && !row.grants.includes('anyone'))
    throw new AppError('unauthenticated', 'Sign in first.')
  if (!hasGrant(actor, role, row.grants))
    throw new AppError('forbidden', 'Your role doesn’t allow this. Ask a project admin.')
  if (actor.kind === 'person' && actor.lacksTotp && !row.withoutTotp)
    throw new AppError(
      'forbidden',
      'This server requires a second factor, and your account has none. Set one up at /account.',
    )
  if (actor.kind === 'person' && actor.hasFirstPassword && !row.withFirstPassword)
    throw new AppError(
      'forbidden',
      'Your password was generated for you, so others may know it. Choose a new one at /account.',
    )
  if (actor.kind === 'person' && actor.via.kind === 'token') authoriseToken(actor.via.scope, row)
}

function authoriseToken(scope: 'read' | 'write', row: PolicyRow): void {
  if (row.token === 'never')
    throw new AppError('forbidden', 'Tokens can’t do this. Sign in instead.')
  if (row.token === 'write' && scope === 'read')
    throw new AppError('forbidden', 'This token is read-only. Use a token with write scope.')
}
