import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createToken } from '@/lib/auth/server/commands'
import { call } from '@/lib/client/call'
import type { submitLabellingContract } from '@/lib/labelling/contract'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { usePgClient } from '@/lib/platform/server/pg-client'
import type {
  claimNextContract,
  releaseLeaseContract,
  skipSolutionContract,
} from '@/lib/queue/contract'
import { makeProblemLine, type MadeProject } from '@/prisma/seed/factories'
import { startWebServer, type WebServer } from '@/scripts/start-server'
import { expect, test } from './fixtures'

const isFull = Boolean(process.env.STEPMARK_FULL)
const clients = 50
const problems = isFull ? 10_000 : 150
const overlap = 2
const timeoutMs = isFull ? 60 * 60_000 : 240_000

/** The test's own, without the limits in time of the app's: the machine is busy. */
const onConnection = <T>(use: (client: pg.Client) => Promise<T>) =>
  usePgClient(process.env.STEPMARK_E2E_DATABASE_URL!, use)

let others: WebServer[] = []
test.beforeAll(async () => {
  const databaseUrl = process.env.STEPMARK_E2E_DATABASE_URL!
  const secret = randomBytes(48).toString('base64')
  const options = { databaseUrl, port: 0, secret, mode: 'start', logFile: '/dev/null' } as const
  others = [await startWebServer(options), await startWebServer(options)]
})
test.afterAll(() => Promise.all(others.map((server) => server.stop())))

test(`${clients} clients of 3 processes label ${problems} solutions: each by two people, nobody waits in vain`, async ({
  world,
  baseURL,
}) => {
  test.setTimeout(timeoutMs)
  const project = await world.project({ overlap })
  const lines = Array.from({ length: problems }, (_, i) => makeProblemLine(`p${i}`, [i / problems]))
  await world.solutions(project, lines)
  const urls = [baseURL!, ...others.map(({ url }) => url)]
  const labellers: Labeller[] = []
  while (labellers.length < clients) {
    const person = await world.join(project, 'annotator')
    const input = { name: 't', scope: 'write', days: 1 } as const
    const { secret } = await createToken.execute(person, input)
    labellers.push(new Labeller(project, secret, urls, labellers.length))
  }
  const seen = watchPlaces(project)
  const done = await Promise.all(labellers.map((labeller) => labeller.labelAll()))
  expect(await seen.stop()).toBeGreaterThan(10)
  expect(done.reduce((sum, list) => sum + list.length, 0)).toBe(problems * overlap)
  for (const list of done) {
    expect(list.length).toBeGreaterThan(0)
    expect(new Set(list).size).toBe(list.length)
  }
  const wrong = await getDatabase().$queryRaw`
    select q.solution_id, q.held, q.done, count(l.id)::int as submitted from queue_item q
      left join labelling l on l.project_id = q.project_id and l.solution_id = q.solution_id and l.state = 'submitted'
    where q.project_id = ${project.id}::uuid group by q.project_id, q.solution_id
    having q.held <> 0 or q.done <> ${overlap} or count(l.id) <> ${overlap}`
  expect(wrong).toEqual([])
  expect(await getDatabase().lease.count({ where: { projectId: project.id } })).toBe(0)
})

/** Looks again and again, while people are at work, for a solution that more people hold and have done than want it. */
function watchPlaces({ id }: MadeProject) {
  const over = new AbortController()
  let looks = 0
  const watching = onConnection(async (client) => {
    while (!over.signal.aborted) {
      const beyond = await client.query(
        `with taken as (
          select solution_id, user_id from lease where project_id = $1
          union select solution_id, user_id from labelling where project_id = $1 and state = 'submitted'
        )
        select solution_id, count(*)::int as people from taken group by solution_id having count(*) > $2`,
        [id, overlap],
      )
      expect(beyond.rows).toEqual([])
      looks += 1
      await sleep(isFull ? 2_000 : 100)
    }
  })
  return {
    async stop() {
      over.abort()
      await watching
      return looks
    },
  }
}

const tries = 50

/** As any client does when the server says that it is too busy: the same again. */
async function keepTrying<T>(act: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++)
    try {
      return await act()
    } catch (error) {
      if (turn === tries || !(error instanceof AppError && error.code === 'unavailable'))
        throw error
      await sleep(100)
    }
}

/** A client that also has a second tab, gives solutions back, lets leases run out, and sends late. */
class Labeller {
  private readonly done: string[] = []
  private readonly refused = new Set<string>()
  private turn = 0

  constructor(
    private readonly project: MadeProject,
    private readonly token: string,
    private readonly urls: readonly string[],
    private readonly index: number,
  ) {}

  /** Until nothing is left for them. Gives what was submitted. */
  async labelAll(): Promise<string[]> {
    for (;;) {
      const [claimed, again] = await Promise.all([
        this.claim(),
        this.isNow(5) ? this.claim() : null,
      ])
      if (claimed.kind === 'solution' && again?.kind === 'solution')
        expect(again.lease.id).toBe(claimed.lease.id)
      const served = claimed.kind === 'solution' ? claimed : again
      if (served?.kind === 'solution') await this.label(served.lease.id, served.solution)
      else if (claimed.kind === 'none_left' && claimed.why === 'held_by_others') await sleep(50)
      else return this.done
    }
  }

  private async label(lease: string, solution: string): Promise<void> {
    expect(this.done).not.toContain(solution)
    expect(this.refused).not.toContain(solution)
    if (this.isNow(11)) return this.release(lease)
    if (this.isNow(13)) {
      await this.expire(lease)
      expect(await this.submit(lease)).toBe('lease_lost')
      return
    }
    if (this.isNow(101)) {
      await this.skip(lease)
      this.refused.add(solution)
      return
    }
    expect(await this.submit(lease)).toBe('done')
    this.done.push(solution)
  }

  private isNow(every: number): boolean {
    return (this.turn * 7 + this.index) % every === 0
  }

  private options() {
    this.turn += 1
    const baseUrl = this.urls[(this.turn + this.index) % this.urls.length]!
    return { baseUrl, token: this.token }
  }

  private claim() {
    return keepTrying(() =>
      call<typeof claimNextContract>(
        { method: 'post', path: '/projects/{project}/claims' },
        { project: this.project.slug },
        this.options(),
      ),
    )
  }

  private async submit(lease: string): Promise<string> {
    const state = { sequence: 1, writer: randomUUID(), basedOn: 0, activeMs: 1000, events: [] }
    const idempotencyKey = randomUUID()
    try {
      await keepTrying(() =>
        call<typeof submitLabellingContract>(
          { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
          {
            ...{ ...state, project: this.project.slug, lease },
            ratings: [1, 1, 1],
            finishReason: 'solution',
          },
          { ...this.options(), idempotencyKey },
        ),
      )
      return 'done'
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  private async release(lease: string): Promise<void> {
    await keepTrying(() =>
      call<typeof releaseLeaseContract>(
        { method: 'delete', path: '/projects/{project}/leases/{lease}' },
        { project: this.project.slug, lease },
        this.options(),
      ),
    )
  }

  private async skip(lease: string): Promise<void> {
    const idempotencyKey = randomUUID()
    await keepTrying(() =>
      call<typeof skipSolutionContract>(
        { method: 'post', path: '/projects/{project}/leases/{lease}/skip' },
        { project: this.project.slug, lease, reason: 'A reason' },
        { ...this.options(), idempotencyKey },
      ),
    )
  }

  private async expire(lease: string): Promise<void> {
    await onConnection((client) =>
      client.query(
        `update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
        where id = $1`,
        [lease],
      ),
    )
  }
}
