import type { Role, TokenScope } from '@/lib/generated/prisma/enums'

export type { Role, TokenScope }

/** Whoever asks. Made by the doors from a cookie, a token or the host's shell, never from what a caller says. */
export type Actor = Anonymous | Person | Host

export interface Anonymous {
  kind: 'anonymous'
  /**
   * By a half session: a provider says who they are, and their own code is still asked for. Until it is right they are a
   * stranger everywhere, and refused also what strangers may do.
   */
  awaitsCode?: true
}

/** A person, by a live session or a live token; everything here was read from the database for this request. */
export interface Person {
  kind: 'person'
  userId: string
  name: string
  email: string
  isInstanceAdmin: boolean
  /** Must have a second factor, has none, and used none at a provider: gets no further than their own account. */
  lacksTotp?: boolean
  /** Came in by a password that was made for them, and has to choose one: gets no further than that. */
  hasFirstPassword?: boolean
  via:
    | { kind: 'session'; sessionId: string }
    | { kind: 'token'; tokenId: string; scope: TokenScope }
}

/** A command on the server's own host, by someone who holds DATABASE_URL. */
export interface Host {
  kind: 'host'
}

export const anonymous: Anonymous = { kind: 'anonymous' }
export const halfSignedIn: Anonymous = { kind: 'anonymous', awaitsCode: true }
export const host: Host = { kind: 'host' }

/** What happens by itself: a job's end, a rule. */
export interface System {
  kind: 'system'
}

export const system: System = { kind: 'system' }

/** All of an actor that stays when its call is over: a job goes on in this name. */
export type NamedActor = Anonymous | Pick<Person, 'kind' | 'userId'> | Host | System

/** How the audit log names an actor. */
export function nameActor(actor: NamedActor): string {
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
