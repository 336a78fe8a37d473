import { randomUUID } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Contract, InputOf, ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import {
  type Database,
  getDatabase,
  getTransferDatabase,
  type Transaction,
} from '@/lib/platform/server/database'
import { type Actor, nameActor, type Person, type Role } from '../actor'
import { authorise } from '../authorise'
import type { Action } from '../policy'
import { appendAuditEntry } from './audit'
import { hashInput, keepReply, refuseUselessKey, takeIdempotencyKey } from './idempotency'
import { streamFromTransaction } from '@/lib/platform/server/stream'
import { findProjectAccess, type ProjectAccess } from './project-access'
import { readBody } from './read-body'
import type { ByteReply, LineReply } from './replies'

/** `instance`: the call names no project. `project`: its input has `project`, and a membership (or none) is looked up. */
export type Scope = 'instance' | 'project'

/** `openCall` returns a project exactly where the scope is `project`. */
type ProjectOf<S extends Scope> = S extends 'project' ? ProjectAccess : null

/** What a command or query is given besides its input. */
export interface Call<S extends Scope, Db> {
  actor: Actor
  db: Db
  /** The project that the input names; the actor is in it. Queries of its tables say `projectId: project.id`. */
  project: ProjectOf<S>
  requestId: string
}

interface OperationBase<C extends Contract> {
  contract: C
  action: Action
  scope: Scope
}

export interface Command<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'command'
  execute(actor: Actor, input: InputOf<C>, options?: CommandOptions): Promise<ReplyOf<C>>
}

export interface Query<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'query'
  execute(actor: Actor, input: InputOf<C>, options?: QueryOptions): Promise<ReplyOf<C>>
}

/** A read that comes as lines, all of one instant, however many. */
export interface LineQuery<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'lines'
  /** Refuses before the first line where the policy says so; a database that is away shows in the lines. */
  execute(actor: Actor, input: InputOf<C>, options?: QueryOptions): Promise<LineReply>
}

/** A read of a stored file, or of a range of it. */
export interface ByteQuery<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'bytes'
  execute(actor: Actor, input: InputOf<C>, options?: QueryOptions): Promise<ByteReply>
}

export interface CommandOptions {
  requestId?: string
  /** From the header `Idempotency-Key`: a repeat gets the first answer. */
  idempotencyKey?: string | null
  /** The body of a call that accepts a file, as it arrives. */
  file?: AsyncIterable<Uint8Array>
}

export interface QueryOptions {
  requestId?: string
}

interface CommandDefinition<C extends Contract, S extends Scope> {
  action: Action
  scope: S
  /** How long the transaction may take; imports need more than the usual five seconds, and have connections of their own. */
  timeoutMs?: number
  /** How large the body of a call that accepts a file may be. It is held whole. */
  bodyMaxBytes?: number
  /** False where the reply holds a secret: it is not stored, so the call takes no idempotency key. */
  keepsReply?: boolean
  run(
    /** `file`: the whole body of a call that accepts a file; null: none was sent. */
    call: Call<S, Transaction> & { file: Uint8Array | null },
    input: InputOf<C>,
  ): Promise<ReplyOf<C>>
  /** What the audit entry says, besides who and which action: never a secret, never a text of the data. */
  audit(input: InputOf<C>, reply: ReplyOf<C>): { target: string; detail?: Record<string, unknown> }
}

interface QueryDefinition<C extends Contract, S extends Scope> {
  action: Action
  scope: S
  run(call: Call<S, Database>, input: InputOf<C>): Promise<ReplyOf<C>>
}

const commandTimeoutMs = 5_000
const waitForConnectionMs = 2_000

/**
 * A write: checks the policy and the membership, does its work and adds its audit entry, all in one transaction. With an
 * idempotency key, the answer is kept in that same transaction.
 */
export function command<C extends Contract, S extends Scope>(
  contract: C,
  definition: CommandDefinition<C, S>,
): Command<C> {
  const { action, scope, run, audit, timeoutMs = commandTimeoutMs, keepsReply = true } = definition
  const { bodyMaxBytes = 0 } = definition
  return {
    kind: 'command',
    contract,
    action,
    scope,
    async execute(actor, input, options = {}) {
      const requestId = options.requestId ?? randomUUID()
      const key = options.idempotencyKey ?? null
      if (key !== null) refuseUselessKey(contract.accepts, keepsReply)
      let file: Uint8Array | null = null
      if (options.file) {
        // Nobody sends for nothing, and no transaction waits for a network.
        await openCall(getDatabase(), actor, action, scope, input)
        file = await readBody(options.file, bodyMaxBytes)
      }
      const database = timeoutMs > commandTimeoutMs ? getTransferDatabase() : getDatabase()
      return database.$transaction(
        async (db) => {
          const project = await openCall(db, actor, action, scope, input)
          if (key !== null) {
            const kept = await takeIdempotencyKey(db, {
              actor: nameActor(actor),
              key,
              operation: contract.name,
              requestHash: hashInput(input),
            })
            if (kept) return kept.reply as ReplyOf<C>
          }
          if (timeoutMs > commandTimeoutMs)
            await db.$executeRaw`select set_config('statement_timeout', ${String(timeoutMs)}, true)`
          const call = {
            actor,
            db,
            project: project as ProjectOf<S>,
            requestId,
            file,
          }
          const reply = await run(call, input)
          const { target, detail = {} } = audit(input, reply)
          await appendAuditEntry(db, { actor, project, action, target, detail, requestId })
          if (key !== null) await keepReply(db, { actor: nameActor(actor), key, reply })
          return reply
        },
        {
          timeout: timeoutMs,
          maxWait: waitForConnectionMs,
          isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
        },
      )
    },
  }
}

/** A read: checks the policy and the membership, changes nothing. */
export function query<C extends Contract, S extends Scope>(
  contract: C,
  definition: QueryDefinition<C, S>,
): Query<C> {
  const { action, scope, run } = definition
  return {
    kind: 'query',
    contract,
    action,
    scope,
    async execute(actor, input, options = {}) {
      const db = getDatabase()
      const project = await openCall(db, actor, action, scope, input)
      const requestId = options.requestId ?? randomUUID()
      return run({ actor, db, project: project as ProjectOf<S>, requestId }, input)
    },
  }
}

interface LineQueryDefinition<C extends Contract, S extends Scope> {
  action: Action
  scope: S
  /** Throws what is wrong with the input as a whole, before the first line. */
  check?(input: InputOf<C>): void
  fileName(input: InputOf<C>): string
  /** JSONL unless given. */
  mediaType?(input: InputOf<C>): string
  run(call: Call<S, Transaction>, input: InputOf<C>): AsyncIterable<string>
}

const longestReadMs = 60 * 60 * 1000

/** A read of many rows: checks as `query` does, then streams within one REPEATABLE READ transaction. */
export function lineQuery<C extends Contract, S extends Scope>(
  contract: C,
  definition: LineQueryDefinition<C, S>,
): LineQuery<C> {
  const { action, scope, fileName, mediaType, run } = definition
  return {
    kind: 'lines',
    contract,
    action,
    scope,
    async execute(actor, input, options = {}) {
      const project = await openCall(getDatabase(), actor, action, scope, input)
      definition.check?.(input)
      const requestId = options.requestId ?? randomUUID()
      const lines = streamFromTransaction(
        (db) => run({ actor, db, project: project as ProjectOf<S>, requestId }, input),
        { timeoutMs: longestReadMs },
      )
      const type = mediaType?.(input)
      return { fileName: fileName(input), lines, ...(type ? { mediaType: type } : {}) }
    },
  }
}

interface ByteQueryDefinition<C extends Contract, S extends Scope> {
  action: Action
  scope: S
  run(call: Call<S, Database>, input: InputOf<C>): Promise<ByteReply>
}

/** A read of a stored file: checks as `query` does; its bytes are read afterwards, as far as they are asked for. */
export function byteQuery<C extends Contract, S extends Scope>(
  contract: C,
  definition: ByteQueryDefinition<C, S>,
): ByteQuery<C> {
  const { action, scope, run } = definition
  return {
    kind: 'bytes',
    contract,
    action,
    scope,
    async execute(actor, input, options = {}) {
      const db = getDatabase()
      const project = await openCall(db, actor, action, scope, input)
      const requestId = options.requestId ?? randomUUID()
      return run({ actor, db, project: project as ProjectOf<S>, requestId }, input)
    },
  }
}

/**
 * The one gate. A project that the actor is not in and one that does not exist look the same; so does, to a stranger,
 * everything inside them.
 */
async function openCall(
  db: Transaction,
  actor: Actor,
  action: Action,
  scope: Scope,
  input: Record<string, unknown>,
): Promise<ProjectAccess | null> {
  if (scope === 'instance' || actor.kind === 'anonymous') {
    authorise(actor, null, action)
    return null
  }
  const project = await findProjectAccess(db, actor, String(input.project))
  if (!project)
    throw new AppError('not_found', 'There is no such project, or you are not a member of it.')
  const role: Role | null = project.role
  authorise(actor, role, action)
  return project
}

/** The person behind a call that only people can make. */
export function requirePerson(actor: Actor): Person {
  if (actor.kind !== 'person') throw new AppError('unauthenticated', 'Sign in first.')
  return actor
}
