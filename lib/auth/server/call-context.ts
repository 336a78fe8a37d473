import type { WriteTransaction } from '@/lib/platform/server/run-transaction'
import type { Actor } from '../actor'
import type { CallScope } from './authorise-call'
import type { ProjectAccess } from './project-access'

/** The project of a call, which only a call of scope `project` has. */
export type CallProject<S extends CallScope> = S extends 'project' ? ProjectAccess : null

/** What a command or query receives besides its input. */
export interface CallContext<S extends CallScope, Db> {
  actor: Actor
  db: Db
  /**
   * The project of the input, to which the actor has access. Queries of a project's tables filter by `projectId: project.id`.
   */
  project: CallProject<S>
  requestId: string
}

/** `file`: the complete body of an upload; `read`: the result of `readFile`. null: no body. */
export interface UploadBody<Parsed> {
  file: Uint8Array | null
  read: Parsed | null
}

/** What a command receives besides its input. `copier` writes large values without Prisma, in the same transaction. */
export type CommandContext<S extends CallScope, Parsed> = CallContext<S, WriteTransaction['db']> &
  Pick<WriteTransaction, 'copier'> &
  UploadBody<Parsed>
