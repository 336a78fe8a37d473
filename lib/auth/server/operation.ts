import { randomUUID } from 'node:crypto'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { Contract, InputOf, ReplyOf } from '@/lib/platform/contract'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { type Database, getDatabase, type Transaction } from '@/lib/platform/server/database'
import { findMetrics } from '@/lib/platform/server/metrics'
import { type LineSource, streamFromTransaction } from '@/lib/platform/server/stream'
import { type Actor, formatActorName } from '../actor'
import type { Action } from '../policy'
import { appendAuditEntry, appendAuditEntrySql } from './audit'
import { authoriseCall, type CallScope } from './authorise-call'
import type { CallContext, CommandContext, UploadBody, CallProject } from './call-context'
import type {
  AuditFields,
  CallerContext,
  CommandExecutionOptions,
  QueryExecutionOptions,
} from './call-options'
import { commandTimeoutMs, runInCommandTransaction } from './command-transaction'
import {
  hashCallInput,
  storeIdempotentReply,
  rejectUnsupportedIdempotencyKey,
  claimIdempotencyKey,
} from './idempotency'
import type { LoadedProject } from './project-access'
import { readRequestBody } from './read-request-body'
import type { ByteReply, LineReply } from './replies'
import { type RequestTiming, rejectOutdatedRequest } from './request-timing'

interface OperationBase<C extends Contract> extends MaskableReply<C> {
  contract: C
  action: Action
  scope: CallScope
}

interface MaskableReply<C extends Contract> {
  /** Transforms the API response: masks ids that reveal when a row was created (lib/http/server/mask-id.ts). */
  mask?(reply: ReplyOf<C>, maskId: (id: string) => string): ReplyOf<C>
}

export interface Command<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'command'
  /** False if an idempotency key is rejected (lib/auth/server/idempotency.ts). */
  acceptsIdempotencyKey: boolean
  execute(actor: Actor, input: InputOf<C>, options?: CommandExecutionOptions): Promise<ReplyOf<C>>
}

export interface Query<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'query'
  execute(actor: Actor, input: InputOf<C>, options?: QueryExecutionOptions): Promise<ReplyOf<C>>
}

/** A streamed read. All lines come from one snapshot, however many. */
export interface StreamQuery<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'lines'
  /** Throws before the first line if the policy rejects. A database failure appears while reading. */
  execute(actor: Actor, input: InputOf<C>, options?: QueryExecutionOptions): Promise<LineReply>
}

/** A read of a stored file or a range of it. */
export interface FileQuery<C extends Contract = Contract> extends OperationBase<C> {
  kind: 'bytes'
  execute(actor: Actor, input: InputOf<C>, options?: QueryExecutionOptions): Promise<ByteReply>
}

/** Returns SQL that adds the audit entry, for a statement that does the write itself. `target` and `detail` are text. */
type WriteEntry = (target: Prisma.Sql, detail: Prisma.Sql) => Prisma.Sql

interface CommandDefinition<
  C extends Contract,
  S extends CallScope,
  Read,
> extends MaskableReply<C> {
  action: Action
  scope: S
  /** Time limit of the transaction. Imports need more than the default 5 s; above that, the transfer pool is used. */
  timeoutMs?: number
  /** Maximum size of an upload, which is kept in memory. */
  bodyMaxBytes?: number
  /** False if the response contains a secret: it is not stored, so the call takes no idempotency key. */
  keepsReply?: boolean
  /** Called first, outside the transaction: throws if the caller exceeds a limit, or loads what takes long. */
  admit?(admission: CallerContext, input: InputOf<C>): Promise<void>
  /** Processes the body before the transaction: work that takes long and needs no database. */
  readFile?(file: Uint8Array): Promise<Read>
  /** Called after the access check, before a transaction, for writes that must not share its locks. */
  prepare?(call: CallContext<S, Database>): Promise<void>
  run(call: CommandContext<S, Read>, input: InputOf<C>): Promise<ReplyOf<C>>
  /**
   * For the calls that people wait for most: `run` with one writing statement, which includes the audit entry. It may read
   * first, and calls `writeEntry` right before it writes. Null: nothing visible changed, so `run` must do it, as with a key.
   */
  runInOneStatement?(
    call: CallContext<S, Database>,
    input: InputOf<C>,
    writeEntry: WriteEntry,
  ): Promise<ReplyOf<C> | null>
  /** Content of the audit entry besides actor and action. Never a secret or project data. */
  audit(input: InputOf<C>, reply: ReplyOf<C>): AuditFields
}

interface ReadDefinition<C extends Contract, S extends CallScope, Reply> extends MaskableReply<C> {
  action: Action
  scope: S
  /** As for a command. */
  admit?(admission: CallerContext, input: InputOf<C>): Promise<void>
  run(call: CallContext<S, Database>, input: InputOf<C>): Promise<Reply>
}

/** A write. Access check, work, audit entry and the stored response of an idempotency key share one transaction. */
export function command<C extends Contract, S extends CallScope, Read = never>(
  contract: C,
  definition: CommandDefinition<C, S, Read>,
): Command<C> {
  const { action, scope, keepsReply = true, bodyMaxBytes = 0, readFile } = definition
  return {
    kind: 'command',
    acceptsIdempotencyKey: contract.accepts === 'json' && keepsReply,
    contract,
    action,
    scope,
    ...(definition.mask && { mask: definition.mask }),
    async execute(actor, input, options = {}) {
      const { requestId = randomUUID(), idempotencyKey: key = null, loadedProject = null } = options
      let arrival: RequestTiming = options.arrival ?? { atMs: performance.now() }
      if (key !== null) rejectUnsupportedIdempotencyKey(contract.accepts, keepsReply)
      await definition.admit?.({ actor, address: options.address ?? 'unknown' }, input)
      let file: Uint8Array | null = null
      let read: Read | null = null
      if (options.file) {
        // Check access before the body is read, and open no transaction while it arrives.
        await authoriseCall(getDatabase(), { actor, loadedProject }, action, scope, input)
        file = await readRequestBody(options.file, bodyMaxBytes)
        read = (await readFile?.(file)) ?? null
        // A large body may arrive slowly.
        arrival = { ...arrival, atMs: performance.now() }
      }
      const caller = { actor, loadedProject, requestId, arrival, key }
      const reply = await runOutsideTransaction(definition, caller, input)
      return reply ?? executeCommand(contract, definition, { ...caller, file, read }, input)
    },
  }
}

interface Caller {
  actor: Actor
  loadedProject: LoadedProject | null
  requestId: string
  arrival: RequestTiming
  key: string | null
}

async function executeCommand<C extends Contract, S extends CallScope, Read>(
  contract: C,
  definition: CommandDefinition<C, S, Read>,
  caller: Caller & UploadBody<Read>,
  input: InputOf<C>,
): Promise<ReplyOf<C>> {
  const { action, scope, run, audit, timeoutMs = commandTimeoutMs } = definition
  const { actor, loadedProject, requestId, arrival, key, file, read } = caller
  return runInCommandTransaction({ arrival, timeoutMs }, async ({ db, copier }) => {
    const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
    if (key !== null) {
      const storedReply = await claimIdempotencyKey(db, {
        actor: formatActorName(actor),
        key,
        operation: contract.name,
        requestHash: hashCallInput(input),
      })
      if (storedReply) {
        findMetrics()?.replays.inc()
        return storedReply.reply as ReplyOf<C>
      }
    }
    const call = { actor, db, project: project as CallProject<S>, requestId }
    const reply = await run({ ...call, copier, file, read }, input)
    const { target, detail = {}, projectId } = audit(input, reply)
    const auditProject = projectId ? { id: projectId } : project
    const entry = { actor, project: auditProject, action, target, detail, requestId }
    if (key === null) await appendAuditEntry(db, entry)
    else await storeIdempotentReply(db, { actor: formatActorName(actor), key, reply }, entry)
    return reply
  })
}

/** Runs the write as one statement, or else prepares it. Null if the write still has to run in a transaction. */
async function runOutsideTransaction<C extends Contract, S extends CallScope, Read>(
  { action, scope, prepare, runInOneStatement }: CommandDefinition<C, S, Read>,
  { actor, loadedProject, requestId, arrival, key }: Caller,
  input: InputOf<C>,
): Promise<ReplyOf<C> | null> {
  if (!prepare && !runInOneStatement) return null
  const db = getDatabase()
  const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
  const call = { actor, db, project: project as CallProject<S>, requestId }
  rejectOutdatedRequest(arrival, commandTimeoutMs)
  const writeEntry: WriteEntry = (target, detail) => {
    rejectOutdatedRequest(arrival, 2 * commandTimeoutMs)
    return appendAuditEntrySql({ actor, project, action, requestId }, target, detail)
  }
  const reply = key === null ? await runInOneStatement?.(call, input, writeEntry) : null
  if (!reply) await prepare?.(call)
  return reply ?? null
}

/** A read: checks policy and membership, and changes nothing. */
export function query<C extends Contract, S extends CallScope>(
  contract: C,
  definition: ReadDefinition<C, S, ReplyOf<C>>,
): Query<C> {
  return { kind: 'query', contract, ...defineRead(definition) }
}

/** A read of a stored file: checks like `query`. The bytes are read later, as needed. */
export function fileQuery<C extends Contract, S extends CallScope>(
  contract: C,
  definition: ReadDefinition<C, S, ByteReply>,
): FileQuery<C> {
  return { kind: 'bytes', contract, ...defineRead(definition) }
}

function defineRead<C extends Contract, S extends CallScope, Reply>({
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
    async execute(
      actor: Actor,
      input: InputOf<C>,
      options: QueryExecutionOptions = {},
    ): Promise<Reply> {
      const db = getDatabase()
      const { requestId = randomUUID(), loadedProject = null, address = 'unknown' } = options
      await admit?.({ actor, address }, input)
      const project = await authoriseCall(db, { actor, loadedProject }, action, scope, input)
      return run({ actor, db, project: project as CallProject<S>, requestId }, input)
    },
  }
}

interface StreamQueryDefinition<C extends Contract, S extends CallScope> {
  action: Action
  scope: S
  /** Checks what the schema cannot. Throws before the first line. */
  check?(input: InputOf<C>): void
  fileName(input: InputOf<C>): string
  /** Default: JSONL. */
  mediaType?(input: InputOf<C>): string
  /** Response headers, read in the same transaction before the first line. Names in lower case. */
  readHeaders?(
    call: CallContext<S, Transaction>,
    input: InputOf<C>,
  ): Promise<Record<string, string>>
  run(call: CallContext<S, Transaction> & { rows: BulkRowReader }, input: InputOf<C>): LineSource
}

const maxReadMs = 60 * 60 * 1000

/** A read of many rows: checks like `query`, then streams a REPEATABLE READ transaction. */
export function streamQuery<C extends Contract, S extends CallScope>(
  contract: C,
  definition: StreamQueryDefinition<C, S>,
): StreamQuery<C> {
  const { action, scope, fileName, mediaType, readHeaders, run } = definition
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
      const headers: Record<string, string> = {}
      const blocks = streamFromTransaction(
        async function* (db, rows) {
          const call = { actor, db, project: project as CallProject<S>, requestId }
          Object.assign(headers, await readHeaders?.(call, input))
          yield* run({ ...call, rows }, input)
        },
        { timeoutMs: maxReadMs },
      )
      const type = mediaType?.(input)
      return { fileName: fileName(input), blocks, headers, ...(type ? { mediaType: type } : {}) }
    },
  }
}
