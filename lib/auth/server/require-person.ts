import { AppError } from '@/lib/platform/errors'
import type { Actor, Person } from '../actor'

/** The person behind a call that only people can make. */
export function requirePerson(actor: Actor): Person {
  if (actor.kind !== 'person') throw new AppError('unauthenticated', 'Sign in first.')
  return actor
}
