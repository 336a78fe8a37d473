import type { Actor } from '../actor'
import type { LoadedProject } from './project-access'

/** Who calls, before a transaction is begun for them. */
export interface Admission {
  actor: Actor
  /** Where the request came from; `unknown` where no one said. */
  address: string
}

export interface CommandOptions {
  requestId?: string
  /** From the header `Idempotency-Key`: a repeat gets the first answer. */
  idempotencyKey?: string | null
  /** The body of a call that accepts a file, as it arrives. */
  file?: AsyncIterable<Uint8Array>
  /** What was seen of the project with the look at who asks. */
  loadedProject?: LoadedProject | null
  /** Where the request came from. */
  address?: string
}

export type QueryOptions = Pick<CommandOptions, 'requestId' | 'loadedProject' | 'address'>

/** What a command's audit entry says. */
export interface AuditFields {
  target: string
  detail?: Record<string, unknown>
  /** Of a call that names no project and was about one after all: whose log it belongs to. */
  projectId?: string | null
}
