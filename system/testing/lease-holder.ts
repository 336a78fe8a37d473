import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnnotatableProject } from './annotatable-project'

export interface RequestResult {
  status: number
  retryAfter: string | null
  type: string | null
  body: string
  ms: number
}

/** Longer than any response may take. */
const timeoutMs = 30_000
const retryMs = 200

/** Sends a request without retries. Never throws: status 0 means no answer. */
export async function requestWithoutRetry(
  url: string,
  init: RequestInit = {},
): Promise<RequestResult> {
  const startedAt = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...init,
    })
    const body = await response.text()
    const { status, headers } = response
    const [retryAfter, type] = [headers.get('retry-after'), headers.get('content-type')]
    return { status, retryAfter, type, body, ms: getElapsedMs() }
  } catch (error) {
    return { status: 0, retryAfter: null, type: null, body: String(error), ms: getElapsedMs() }
  }
}

/** Signs in like the page and returns the session cookie. Throws if the server rejects. */
export async function signInOnServer(
  url: string,
  email: string,
  password: string,
): Promise<string> {
  const csrfResponse = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const signInResponse = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: joinCookies(csrfResponse),
      origin: url,
    },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  const cookie = joinCookies(signInResponse)
  if (!cookie.includes('session='))
    throw new Error(`${signInResponse.status} ${await signInResponse.text()}`)
  return cookie
}

const joinCookies = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

interface SaveKey {
  sequence: number
  /** A request with the same key is a retry. */
  idempotencyKey: string
}

/** An annotator with a lease on one solution, who saves its annotation one call at a time. */
export class LeaseHolder {
  readonly acknowledged: SaveKey[] = []
  private sequence = 0
  private lease = ''
  /** The first lease as the server described it. */
  firstLease = { id: '', expiresAt: '', secondsLeft: 0 }
  private readonly writer = randomUUID()
  readonly user: string

  private constructor(
    private readonly slug: string,
    private readonly token: string,
    user: string,
  ) {
    this.user = user
  }

  static async create(annotatedProject: AnnotatableProject, url: string): Promise<LeaseHolder> {
    return (await LeaseHolder.createMany(annotatedProject, url, 1))[0]!
  }

  static async createMany(
    { project, enrolMany }: AnnotatableProject,
    url: string,
    count: number,
  ): Promise<LeaseHolder[]> {
    const enrolled = await enrolMany(count)
    const holders = enrolled.map(({ user, token }) => new LeaseHolder(project.slug, token, user))
    await Promise.all(holders.map((holder) => holder.claimFirst(url)))
    return holders
  }

  private async claimFirst(url: string): Promise<void> {
    const deadline = performance.now() + timeoutMs
    let result = await this.claim(url)
    // A busy server may return 503.
    while (result.status === 503 && performance.now() < deadline) {
      await sleep(retryMs)
      result = await this.claim(url)
    }
    if (result.status !== 200) throw new Error(`No claim: ${result.body}`)
    this.firstLease = (JSON.parse(result.body) as { lease: LeaseHolder['firstLease'] }).lease
    this.lease = this.firstLease.id
  }

  claim(url: string): Promise<RequestResult> {
    return this.send(url, 'POST', 'claims', {})
  }

  nextKey(): SaveKey {
    this.sequence += 1
    return { sequence: this.sequence, idempotencyKey: randomUUID() }
  }

  /** @param signal closes the connection when it is aborted */
  async save(url: string, key = this.nextKey(), signal?: AbortSignal): Promise<RequestResult> {
    const { sequence, idempotencyKey } = key
    const reply = await this.send(
      url,
      'PUT',
      `leases/${this.lease}/annotation`,
      {
        sequence,
        writer: this.writer,
        ratings: [1, 0],
        activeMs: sequence,
        basedOn: 0,
        events: [],
      },
      { headers: { 'idempotency-key': idempotencyKey }, ...(signal ? { signal } : {}) },
    )
    if (reply.status === 200) this.acknowledged.push(key)
    return reply
  }

  private send(
    url: string,
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<RequestResult> {
    return requestWithoutRetry(`${url}/api/v1/projects/${this.slug}/${path}`, {
      ...init,
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}
