import type { Action } from './policy'

/** Audit actions that are not calls: signing in and out needs no right. */
export const sessionAuditActions = [
  ...(['session.begin', 'session.end', 'session.refuse'] as const),
  ...(['identity.link', 'recovery.use', 'first-password.end'] as const),
] as const

/** Every action of an audit entry. */
export type AuditAction = Action | (typeof sessionAuditActions)[number]
