import type { Actor } from '../actor'
import type { LoadedProject } from './project-access'
import type { RequestTiming } from './request-timing'

/** The caller, known before a transaction is opened. */
export interface CallerContext {
  actor: Actor
  /** Address of the client; `unknown` if it is not known. */
  address: string
}

export interface CommandExecutionOptions {
  requestId?: string
  /** Default: now, from a client that waits as long as it takes. */
  arrival?: RequestTiming
  /** From the header `Idempotency-Key`: a repeat returns the first response. */
  idempotencyKey?: string | null
  /** The body of an upload, as it arrives. */
  file?: AsyncIterable<Uint8Array>
  /** The project as read together with the caller. */
  loadedProject?: LoadedProject | null
  /** Address of the client. */
  address?: string
}

export type QueryExecutionOptions = Pick<
  CommandExecutionOptions,
  'requestId' | 'loadedProject' | 'address'
>

/** Content of a command's audit entry. */
export interface AuditFields {
  target: string
  detail?: Record<string, unknown>
  /** For a call without `project` in its input that concerned a project: the project whose log has the entry. */
  projectId?: string | null
}
