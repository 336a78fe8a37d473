import type { Action } from './policy'

/** What is written down besides calls: no one needs a right to sign in or out. */
export const sessionActions = [
  ...(['session.begin', 'session.end', 'session.refuse'] as const),
  ...(['identity.link', 'recovery.use', 'first-password.end'] as const),
] as const

/** Whatever an audit entry can say was done. */
export type AuditAction = Action | (typeof sessionActions)[number]
