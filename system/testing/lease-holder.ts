import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnnotatedProject } from './annotated-project'

export interface Answer {
  status: number
  retryAfter: string | null
  type: string | null
  body: string
  ms: number
}

/** Longer than any answer may take: what comes later counts as none. */
const patienceMs = 30_000
const retryMs = 200

/** Asks once, and tells what came however it went. Status 0: nothing. */
export async function askOnce(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...init,
    })
    const body = await response.text()
    const { status, headers } = response
    const [retryAfter, type] = [headers.get('retry-after'), headers.get('content-type')]
    return { status, retryAfter, type, body, ms: ms() }
  } catch (error) {
    return { status: 0, retryAfter: null, type: null, body: String(error), ms: ms() }
  }
}

/** As the page does it. Gives the session's cookie; throws with what was said instead. */
export async function signInOver(url: string, email: string, password: string): Promise<string> {
  const asked = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const sent = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: joinCookies(asked),
      origin: url,
    },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  const cookie = joinCookies(sent)
  if (!cookie.includes('session=')) throw new Error(`${sent.status} ${await sent.text()}`)
  return cookie
}

const joinCookies = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

interface Written {
  sequence: number
  /** With the key it is the same request again. */
  idempotencyKey: string
}

/** An annotator who holds one solution and writes down its annotation, one call at a time. */
export class Hand {
  readonly acknowledged: Written[] = []
  private sequence = 0
  private lease = ''
  /** As the server told it of its first solution. */
  claimed = { id: '', expiresAt: '', secondsLeft: 0 }
  private readonly writer = randomUUID()
  readonly user: string

  private constructor(
    private readonly slug: string,
    private readonly token: string,
    user: string,
  ) {
    this.user = user
  }

  static async take(made: AnnotatedProject, url: string): Promise<Hand> {
    return (await Hand.takeMany(made, url, 1))[0]!
  }

  static async takeMany(
    { project, enrolMany }: AnnotatedProject,
    url: string,
    count: number,
  ): Promise<Hand[]> {
    const enrolled = await enrolMany(count)
    const hands = enrolled.map(({ user, token }) => new Hand(project.slug, token, user))
    await Promise.all(hands.map((hand) => hand.begin(url)))
    return hands
  }

  private async begin(url: string): Promise<void> {
    const until = performance.now() + patienceMs
    let claimed = await this.claim(url)
    // A busy server may answer 503.
    while (claimed.status === 503 && performance.now() < until) {
      await sleep(retryMs)
      claimed = await this.claim(url)
    }
    if (claimed.status !== 200) throw new Error(`No claim: ${claimed.body}`)
    this.claimed = (JSON.parse(claimed.body) as { lease: Hand['claimed'] }).lease
    this.lease = this.claimed.id
  }

  claim(url: string): Promise<Answer> {
    return this.send(url, 'POST', 'claims', {})
  }

  next(): Written {
    this.sequence += 1
    return { sequence: this.sequence, idempotencyKey: randomUUID() }
  }

  async save(url: string, written = this.next()): Promise<Answer> {
    const { sequence, idempotencyKey } = written
    const answer = await this.send(
      url,
      'PUT',
      `leases/${this.lease}/annotation`,
      {
        ...{ sequence, writer: this.writer, ratings: [1, 0], activeMs: sequence },
        ...{ basedOn: 0, events: [] },
      },
      { 'idempotency-key': idempotencyKey },
    )
    if (answer.status === 200) this.acknowledged.push(written)
    return answer
  }

  private send(
    url: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return askOnce(`${url}/api/v1/projects/${this.slug}/${path}`, {
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
