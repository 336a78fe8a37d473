import { randomUUID } from 'node:crypto'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Contract, InputOf, ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import {
  type Database,
  getDatabase,
  getTransferDatabase,
  type Transaction,
} from '@/lib/platform/server/database'
import { getMetrics } from '@/lib/platform/server/metrics'
import type { RowReader } from '@/lib/platform/server/row-reader'
import { streamFromTransaction } from '@/lib/platform/server/stream'
import { type Actor, nameActor, type Person } from '../actor'
import type { Action } from '../policy'
import { appendAuditEntry, callAppendEntry } from './audit'
import type { Admission, AuditFields, CommandOptions, QueryOptions } from './call-options'
import { authoriseCall, type Scope } from './authorise-call'
import { hashInput, storeReply, refuseUnsupportedKey, takeIdempotencyKey } from './idempotency'
import type { ProjectAccess, LoadedProject } from './project-access'
import { readBody } from './read-body'
import type { ByteReply, LineReply } from './replies'

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

interface OperationBase<C extends Contract> extends MaskableReply<C> {
  contract: C
  action: Action
  scope: Scope
}

interface MaskableReply<C extends Contract> {
  /** The reply as it leaves by the API: ids that tell when a row was made are replaced (lib/http/server/cover-id.ts). */
  mask?(reply: ReplyOf<C>, maskId: (id: string) => string): ReplyOf<C>
}

export interface Command<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'command'
  /** False where an idempotency key is refused (lib/auth/server/idempotency.ts). */
  takesKey: boolean
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

/** `file`: the whole body of a call that accepts a file; `read`: what `readFile` made of it. null: none was sent. */
interface FileOf<Read> {
  file: Uint8Array | null
  read: Read | null
}

/** The call that adds the audit entry, for a statement that does the write itself. `target` and `detail` are text. */
type WriteEntry = (target: Prisma.Sql, detail: Prisma.Sql) => Prisma.Sql

interface CommandDefinition<C extends Contract, S extends Scope, Read> extends MaskableReply<C> {
  action: Action
  scope: S
  /** How long the transaction may take; imports need more than the usual five seconds, and have connections of their own. */
  timeoutMs?: number
  /** How large the body of a call that accepts a file may be. It is held whole. */
  bodyMaxBytes?: number
  /** False where the reply holds a secret: it is not stored, so the call takes no idempotency key. */
  keepsReply?: boolean
  /** Asked before anything is looked up, outside the transaction: throws where someone calls too often. */
  admit?(admission: Admission, input: InputOf<C>): Promise<void>
  /** Made of the body before the transaction begins: what takes long and needs no database. */
  readFile?(file: Uint8Array): Promise<Read>
  run(call: Call<S, Transaction> & FileOf<Read>, input: InputOf<C>): Promise<ReplyOf<C>>
  /**
   * For the calls that people wait for most: the same as `run` in one statement, which is its own transaction, with the
   * audit entry in it, so that it says what `audit` would. Null: it cannot be done so this time, nothing that anyone
   * sees was changed, and `run` is to do it. Not asked with an idempotency key.
   */
  runInOneStatement?(
    call: Call<S, Database>,
    input: InputOf<C>,
    writeEntry: WriteEntry,
  ): Promise<ReplyOf<C> | null>
  /** What the audit entry says, besides who and which action: never a secret, never a text of the data. */
  audit(input: InputOf<C>, reply: ReplyOf<C>): AuditFields
}

interface ReadDefinition<C extends Contract, S extends Scope, Reply> extends MaskableReply<C> {
  action: Action
  scope: S
  /** As with a command. */
  admit?(admission: Admission, input: InputOf<C>): Promise<void>
  run(call: Call<S, Database>, input: InputOf<C>): Promise<Reply>
}

const commandTimeoutMs = 5_000
const connectionTimeoutMs = 2_000

/** A write. The gate, the work, the audit entry and the reply stored for an idempotency key share one transaction. */
export function command<C extends Contract, S extends Scope, Read = never>(
  contract: C,
  definition: CommandDefinition<C, S, Read>,
): Command<C> {
  const { action, scope, keepsReply = true, bodyMaxBytes = 0, readFile } = definition
  return {
    kind: 'command',
    takesKey: contract.accepts === 'json' && keepsReply,
    contract,
    action,
    scope,
    ...(definition.mask && { mask: definition.mask }),
    async execute(actor, input, options = {}) {
      const { requestId = randomUUID(), idempotencyKey: key = null, loadedProject = null } = options
      if (key !== null) refuseUnsupportedKey(contract.accepts, keepsReply)
      await definition.admit?.({ actor, address: options.address ?? 'unknown' }, input)
      let file: Uint8Array | null = null
      let read: Read | null = null
      if (options.file) {
        // No one sends for nothing, and no transaction waits for a network or for a file to be read.
        await authoriseCall(getDatabase(), { actor, loadedProject }, action, scope, input)
        file = await readBody(options.file, bodyMaxBytes)
        read = (await readFile?.(file)) ?? null
      }
      const caller = { actor, loadedProject, requestId }
      const reply = key === null ? await tryOneStatement(definition, caller, input) : null
      return reply ?? runInTransaction(contract, definition, { ...caller, key, file, read }, input)
    },
  }
}

interface Caller {
  actor: Actor
  loadedProject: LoadedProject | null
  requestId: string
}

async function runInTransaction<C extends Contract, S extends Scope, Read>(
  contract: C,
  definition: CommandDefinition<C, S, Read>,
  caller: Caller & FileOf<Read> & { key: string | null },
  input: InputOf<C>,
): Promise<ReplyOf<C>> {
  const { action, scope, run, audit, timeoutMs = commandTimeoutMs } = definition
  const { actor, loadedProject, requestId, key, file, read } = caller
  const database = timeoutMs > commandTimeoutMs ? getTransferDatabase() : getDatabase()
  return database.$transaction(
    async (db) => {
      const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
      if (key !== null) {
        const storedReply = await takeIdempotencyKey(db, {
          actor: nameActor(actor),
          key,
          operation: contract.name,
          requestHash: hashInput(input),
        })
        if (storedReply) {
          getMetrics()?.replays.inc()
          return storedReply.reply as ReplyOf<C>
        }
      }
      if (timeoutMs > commandTimeoutMs)
        await db.$executeRaw`select set_config('statement_timeout', ${String(timeoutMs)}, true)`
      const call = { actor, db, project: project as ProjectOf<S>, requestId, file, read }
      const reply = await run(call, input)
      const { target, detail = {}, projectId } = audit(input, reply)
      const log = projectId ? { id: projectId } : project
      const entry = { actor, project: log, action, target, detail, requestId }
      if (key === null) await appendAuditEntry(db, entry)
      else await storeReply(db, { actor: nameActor(actor), key, reply }, entry)
      return reply
    },
    // READ COMMITTED, as start-checks.ts sees to: said here it would be one more statement each time.
    { timeout: timeoutMs, maxWait: connectionTimeoutMs },
  )
}

/** The write in one statement, outside a transaction and through the same gate; null where that cannot be. */
async function tryOneStatement<C extends Contract, S extends Scope, Read>(
  { action, scope, runInOneStatement }: CommandDefinition<C, S, Read>,
  { actor, loadedProject, requestId }: Caller,
  input: InputOf<C>,
): Promise<ReplyOf<C> | null> {
  if (!runInOneStatement) return null
  const db = getDatabase()
  const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
  const call = { actor, db, project: project as ProjectOf<S>, requestId }
  return runInOneStatement(call, input, (target, detail) =>
    callAppendEntry({ actor, project, action, requestId }, target, detail),
  )
}

/** A read: checks the policy and the membership, changes nothing. */
export function query<C extends Contract, S extends Scope>(
  contract: C,
  definition: ReadDefinition<C, S, ReplyOf<C>>,
): Query<C> {
  return { kind: 'query', contract, ...openRead(definition) }
}

/** A read of a stored file: checks as `query` does; its bytes are read afterwards, as far as they are asked for. */
export function byteQuery<C extends Contract, S extends Scope>(
  contract: C,
  definition: ReadDefinition<C, S, ByteReply>,
): ByteQuery<C> {
  return { kind: 'bytes', contract, ...openRead(definition) }
}

function openRead<C extends Contract, S extends Scope, Reply>({
  action,
  scope,
  run,
  admit,
  mask,
}: ReadDefinition<C, S, Reply>) {
  return {
    action,
    scope,
    ...(mask && { mask }),
    async execute(actor: Actor, input: InputOf<C>, options: QueryOptions = {}): Promise<Reply> {
      const db = getDatabase()
      const { requestId = randomUUID(), loadedProject = null, address = 'unknown' } = options
      await admit?.({ actor, address }, input)
      const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
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
  run(call: Call<S, Transaction> & { rows: RowReader }, input: InputOf<C>): AsyncIterable<string>
}

const maxReadMs = 60 * 60 * 1000

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
      const { requestId = randomUUID(), loadedProject = null } = options
      const project = await authoriseCall(
        getDatabase(),
        { actor, loadedProject },
        action,
        scope,
        input,
      )
      definition.check?.(input)
      const lines = streamFromTransaction(
        (db, rows) => run({ actor, db, rows, project: project as ProjectOf<S>, requestId }, input),
        { timeoutMs: maxReadMs },
      )
      const type = mediaType?.(input)
      return { fileName: fileName(input), lines, ...(type ? { mediaType: type } : {}) }
    },
  }
}

/** The person behind a call that only people can make. */
export function requirePerson(actor: Actor): Person {
  if (actor.kind !== 'person') throw new AppError('unauthenticated', 'Sign in first.')
  return actor
}
