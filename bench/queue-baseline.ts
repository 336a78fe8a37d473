import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import type { Person } from '@/lib/auth/actor'
import { findRequester } from '@/lib/auth/server/request-actor'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import type { TestProject } from '@/prisma/seed/factories'
import { measureDurationMs } from './measure'
import { makeSubmission } from './queue-api-client'
import { type RecordedStatement, recordStatements, replayStatements } from './recorded-statements'

export interface RecordedQueueStatements {
  /** The authorisation queries and the claim. */
  claim: readonly RecordedStatement[]
  /** Ids in these statements, which a replay replaces. */
  claimIds: { lease: string }
  /** The same queries, and the transaction of the submit. */
  submit: readonly RecordedStatement[]
  submitIds: { lease: string; solution: string; annotation: string; key: string }
}

/** Records the statements that claim and submit send to PostgreSQL. */
export async function recordQueueStatements(
  { slug }: TestProject,
  token: string,
): Promise<RecordedQueueStatements> {
  const authorization = `Bearer ${token}`
  const findActor = () => findRequester({ cookie: null, authorization, project: slug })
  const claimedIds: string[] = []
  const claim = await recordStatements(async () => {
    const { actor, loadedProject } = await findActor()
    const reply = await claimNext.execute(
      actor,
      { project: slug, prefetch: false },
      { loadedProject },
    )
    if (reply.kind === 'solution') claimedIds.push(reply.lease.id, reply.solution)
  })
  const [lease, solution] = claimedIds
  if (lease === undefined || solution === undefined) throw new Error('The claim served nothing.')
  const key = randomUUID()
  let annotation = ''
  const submit = await recordStatements(async () => {
    const { actor, loadedProject } = await findActor()
    const input = submitAnnotation.contract.input.parse(makeSubmission(slug, lease))
    const reply = await submitAnnotation.execute(actor, input, {
      loadedProject,
      idempotencyKey: key,
    })
    annotation = reply.annotation
  })
  return {
    claim,
    claimIds: { lease },
    submit,
    submitIds: { lease, solution, annotation, key },
  }
}

/**
 * The same statements, sent by `pg` on one connection. Each action returns its duration in
 * milliseconds.
 */
export function makeBaselineCalls(
  client: pg.Client,
  project: TestProject,
  person: Person,
  { claim, claimIds, submit, submitIds }: RecordedQueueStatements,
): { claim: () => Promise<number>; submit: () => Promise<number> } {
  const replayClaim = async () => {
    const lease = randomUUID()
    const replacements = new Map([[claimIds.lease, lease]])
    const ms = await measureDurationMs(() => replayStatements(client, claim, replacements))
    return { lease, ms }
  }
  return {
    async claim() {
      const { lease, ms } = await replayClaim()
      await releaseLease.execute(person, { project: project.slug, lease })
      return ms
    },
    async submit() {
      const { lease } = await replayClaim()
      const { rows } = await client.query<{ solution_id: string }>(
        'select solution_id from lease where project_id = $1 and id = $2',
        [project.id, lease],
      )
      const replacements = new Map([
        [submitIds.lease, lease],
        [submitIds.solution, rows[0]!.solution_id],
        [submitIds.annotation, randomUUID()],
        [submitIds.key, randomUUID()],
      ])
      return measureDurationMs(() => replayStatements(client, submit, replacements))
    },
  }
}
