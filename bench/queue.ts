import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashSecret } from '@/lib/auth/server/secrets'
import { call } from '@/lib/client/call'
import type { submitLabellingContract } from '@/lib/labelling/contract'
import type { claimNextContract, releaseLeaseContract } from '@/lib/queue/contract'
import type { MadeProject } from '@/prisma/seed/factories'
import { formatMs, printRows, time, timeEach, type Timing } from './measure'
import type { BenchWorld } from './world'

const counted = 300
const openItems = 'open items'

/** Claims and submits over HTTP against the same statements on one connection, with ever more open items. */
export async function benchQueue(world: BenchWorld, sizes: readonly number[]): Promise<void> {
  const p95: { size: number; ms: number }[] = []
  for (const size of sizes) {
    const project = await world.project(`Queue of ${size}`)
    await fillQueue(world.client, project.id, size)
    const token = await world.token(project)
    const claim = await benchClaim(world, project, token)
    const submit = await benchSubmit(world, project, token)
    const floor = await benchFloor(world, project, token)
    p95.push({ size, ms: claim.p95 })
    printRows(`${size.toLocaleString('en')} ${openItems}`, [
      compare('claim over HTTP, p50', claim.p50, floor.claim.p50, 6),
      compare('submit over HTTP, p50', submit.p50, floor.submit.p50, 6),
    ])
  }
  const [first, last] = [p95[0]!, p95.at(-1)!]
  if (first !== last)
    printRows('Growth', [
      compare(`claim p95 at ${last.size} over ${first.size} ${openItems}`, last.ms, first.ms, 1.2),
    ])
}

const compare = (what: string, ours: number, floor: number, target: number) => ({
  what,
  ours: formatMs(ours),
  floor: formatMs(floor),
  ratio: ours / floor,
  target,
})

/** Solutions of ten steps, made by the database itself. */
async function fillQueue(client: pg.Client, projectId: string, size: number): Promise<void> {
  await client.query(
    `insert into problem (project_id, id, identity, statement, metadata)
     select $1, gen_random_uuid(), sha256(i::text::bytea), 'Problem ' || i, '{}' from generate_series(1, $2::int) i`,
    [projectId, size],
  )
  await client.query(
    `insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
       verdict_reason, grader_version, score, metadata, import_id)
     select p.project_id, gen_random_uuid(), p.id, p.identity, p.identity, p.identity, 'solution',
       array(select 'Step ' || s || ' of ' || p.statement from generate_series(1, 10) s), 'wrong', '', '', random(), '{}',
       gen_random_uuid()
     from problem p where p.project_id = $1`,
    [projectId],
  )
  await client.query(
    `insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, wanted)
     select project_id, id, problem_id, 'convincing-wrong', 1, 1, score, '', 1 from solution where project_id = $1`,
    [projectId],
  )
  await client.query('vacuum analyze')
}

async function benchClaim(world: BenchWorld, project: MadeProject, token: string): Promise<Timing> {
  const options = { baseUrl: world.url, token }
  return timeEach(counted, async () => {
    let lease = ''
    const ms = await time(async () => {
      const claimed = await claimOverHttp(world.url, token, project.slug)
      lease = claimed
    })
    await call<typeof releaseLeaseContract>(
      { method: 'delete', path: '/projects/{project}/leases/{lease}' },
      { project: project.slug, lease },
      options,
    )
    return ms
  })
}

async function claimOverHttp(baseUrl: string, token: string, project: string): Promise<string> {
  const claimed = await call<typeof claimNextContract>(
    { method: 'post', path: '/projects/{project}/claims' },
    { project },
    { baseUrl, token },
  )
  if (claimed.kind !== 'solution') throw new Error(`Nothing was served: ${claimed.why}.`)
  return claimed.lease.id
}

async function benchSubmit(
  world: BenchWorld,
  project: MadeProject,
  token: string,
): Promise<Timing> {
  return timeEach(counted, async () => {
    const lease = await claimOverHttp(world.url, token, project.slug)
    return time(() =>
      call<typeof submitLabellingContract>(
        { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
        {
          project: project.slug,
          lease,
          sequence: 1,
          writer: randomUUID(),
          basedOn: 0,
          ratings: Array.from({ length: 10 }, () => 1 as const),
          activeMs: 60_000,
          events: [],
          finishReason: 'solution',
        },
        { baseUrl: world.url, token, idempotencyKey: randomUUID() },
      ),
    )
  })
}

/** What has to be asked of the database at least: who is it, take the best item; store, give the place up. */
async function benchFloor(world: BenchWorld, project: MadeProject, token: string) {
  const { client } = world
  const floor = new Floor(client, project, token)
  const claim = await timeEach(counted, async () => {
    const ms = await time(async () => {
      await floor.check()
      await floor.take()
    })
    await floor.end(0)
    return ms
  })
  const submit = await timeEach(counted, async () => {
    await floor.take()
    return time(async () => {
      await floor.check()
      await client.query('begin')
      await floor.store()
      await floor.end(1)
      await client.query('commit')
    })
  })
  return { claim, submit }
}

class Floor {
  private lease = ''

  constructor(
    private readonly client: pg.Client,
    private readonly project: MadeProject,
    private readonly token: string,
  ) {}

  check() {
    return this.client.query({
      name: 'check',
      text: `select u.id from api_token t join app_user u on u.id = t.user_id
        where t.secret_hash = $1 and t.revoked_at is null and u.disabled_at is null`,
      values: [Buffer.from(hashSecret(this.token))],
    })
  }

  async take() {
    const { rows } = await this.client.query<{ id: string }>({
      name: 'take',
      text: `with best as (
          select q.solution_id from queue_item q where q.project_id = $1 and q.held + q.done < q.wanted
          order by q.tier, q.pass, q.priority desc, q.solution_id limit 1 for update skip locked
        ), taken as (
          update queue_item q set held = q.held + 1 from best
          where q.project_id = $1 and q.solution_id = best.solution_id returning q.solution_id
        )
        insert into lease (project_id, id, solution_id, user_id, expires_at)
        select $1, gen_random_uuid(), solution_id, $2, now() + interval '30 minutes' from taken returning id`,
      values: [this.project.id, this.project.admin.userId],
    })
    this.lease = rows[0]!.id
  }

  store() {
    return this.client.query({
      name: 'store',
      text: `insert into labelling (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
          chosen, offered, finish_reason, submitted_at)
        select $1, gen_random_uuid(), solution_id, $2::uuid, $2::uuid::text, 'submitted', 'solution', 10,
          array_fill(1::smallint, array[10]), array_fill(null::boolean, array[10]), array_fill(0::smallint, array[10]),
          array_fill(1::smallint, array[10]), 'solution', now() from lease where project_id = $1 and id = $3`,
      values: [this.project.id, this.project.admin.userId, this.lease],
    })
  }

  end(done: 0 | 1) {
    return this.client.query({
      name: 'end',
      text: `with ended as (delete from lease where project_id = $1 and id = $2 returning solution_id)
        update queue_item q set held = held - 1, done = done + $3 from ended
        where q.project_id = $1 and q.solution_id = ended.solution_id`,
      values: [this.project.id, this.lease, done],
    })
  }
}
