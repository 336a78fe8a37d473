import type { Role, TokenScope } from '@/lib/generated/prisma/enums'

export type { Role, TokenScope }

/** Who makes a call. Created from a cookie, a token or the host's shell, never from the input. */
export type Actor = AnonymousActor | Person | HostActor

export interface AnonymousActor {
  kind: 'anonymous'
  /**
   * A pending session: the provider identified the person, but their own code is still required. Until then they have no
   * rights, not even those of strangers.
   */
  awaitsCode?: true
}

/** A person with a valid session or token. Everything here was read from the database for this request. */
export interface Person {
  kind: 'person'
  userId: string
  name: string
  email: string
  isInstanceAdmin: boolean
  /**
   * A second factor is required, but the account has none and the provider used none: only the account page is
   * available.
   */
  lacksTotp?: boolean
  /** Signed in with a first password: must choose a new one, and only that is available. */
  hasFirstPassword?: boolean
  via:
    | { kind: 'session'; sessionId: string }
    | { kind: 'token'; tokenId: string; scope: TokenScope }
}

/** A command on the server's host, run by someone with access to DATABASE_URL. */
export interface HostActor {
  kind: 'host'
}

export const anonymousActor: AnonymousActor = { kind: 'anonymous' }
export const awaitingCodeActor: AnonymousActor = { kind: 'anonymous', awaitsCode: true }
export const hostActor: HostActor = { kind: 'host' }

/** Automatic actions, such as the end of a job or a rule. */
export interface SystemActor {
  kind: 'system'
}

export const systemActor: SystemActor = { kind: 'system' }

/** The part of an actor that a job keeps after the call ends. */
export type StoredActor = AnonymousActor | Pick<Person, 'kind' | 'userId'> | HostActor | SystemActor

/** The actor's name in the audit log. */
export function formatActorName(actor: StoredActor): string {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous'
    case 'host':
    case 'system':
      return actor.kind
    case 'person':
      return `user:${actor.userId}`
  }
}
