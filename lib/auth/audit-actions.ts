import type { Action } from './policy'

/** Audit actions of sign-in and sign-out, most of which are not API calls and need no permission. */
export const sessionAuditActions = [
  ...(['session.begin', 'session.end', 'session.refuse'] as const),
  ...(['identity.link', 'recovery.use', 'first-password.end'] as const),
] as const

/** Every action of an audit entry. */
export type AuditAction = Action | (typeof sessionAuditActions)[number]
