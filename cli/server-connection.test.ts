import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { callServer, streamFromServer, type ServerConnection } from './server-connection'
import type { Terminal } from './terminal'
import { listenOnFreePort } from './testing/serve-api'

const maxTries = 9

function makeShell(): Terminal {
  const [input, output, messages] = [new PassThrough(), new PassThrough(), new PassThrough()]
  return { input, output, messages, isInteractive: false, firstRetryMs: 1, status: 0 }
}

const readMessages = ({ messages }: Terminal) => String((messages as PassThrough).read() ?? '')

interface Outcome {
  reply: unknown
  error: AppError | null
  requests: IncomingMessage[]
  messages: string
}

/** @param respond null: nothing listens at the address */
async function run(
  call: (server: ServerConnection) => Promise<unknown>,
  respond: ((...parameters: [...Parameters<RequestListener>, number]) => unknown) | null,
): Promise<Outcome> {
  const requests: IncomingMessage[] = []
  const served = await listenOnFreePort(
    createServer((request, response) => {
      requests.push(request)
      respond?.(request, response, requests.length)
    }),
  )
  if (respond === null) await served.stop()
  const terminal = makeShell()
  const outcome: Outcome = { reply: null, error: null, requests, messages: '' }
  try {
    outcome.reply = await call({ terminal, baseUrl: served.url, token: 'smk_x' })
  } catch (thrown) {
    outcome.error = thrown as AppError
  }
  if (respond !== null) await served.stop()
  return { ...outcome, messages: readMessages(terminal) }
}

const revoke = (server: ServerConnection) =>
  callServer(server, 'delete /tokens/{token}', { token: 'a' })
const invite = (server: ServerConnection) =>
  callServer(
    server,
    'post /projects/{project}/invites',
    { project: 'p', role: 'annotator', email: null },
    { repeat: 'unsafe' },
  )
const readAccount = (server: ServerConnection) => callServer(server, 'get /account', {})

const json = { 'content-type': 'application/json' }
const faults: Record<string, RequestListener> = {
  'the connection ends without a reply': (request) => request.socket.destroy(),
  'a proxy returns 502': (_, response) => response.writeHead(502).end('<html></html>'),
  'a proxy returns 504': (_, response) => response.writeHead(504).end('<html></html>'),
  'the reply is cut short': (_, response) => {
    response.writeHead(200, { ...json, 'content-length': 100 }).write('{"revo')
    setTimeout(() => response.destroy(), 1)
  },
  'the reply is half a document': (_, response) => response.writeHead(200, json).end('{"revo'),
  'the server returns 503': (_, response) =>
    response
      .writeHead(503, json)
      .end(JSON.stringify({ code: 'unavailable', detail: 'Restarting.', requestId: 'r' })),
}
const faultEntries = Object.entries(faults)

test.each(faultEntries)(
  'a write is repeated with the same idempotency key if %s',
  async (_, fail) => {
    const { reply, requests, messages } = await run(revoke, (request, response, count) =>
      count < 3 ? fail(request, response) : response.writeHead(200, json).end('{"revoked":true}'),
    )
    expect(reply).toEqual({ revoked: true })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(messages.match(/Retrying in/g)).toHaveLength(2)
  },
)

test('each call has an idempotency key of its own', async () => {
  const { requests } = await run(
    async (server) => [await revoke(server), await revoke(server)],
    (_, response) => response.writeHead(200, json).end('{}'),
  )
  const [first, second] = requests.map(({ headers }) => headers['idempotency-key'])
  expect(first).not.toBe(second)
})

test.each(faultEntries)('a read is repeated without an idempotency key if %s', async (_, fail) => {
  const { reply, requests } = await run(readAccount, (request, response, count) =>
    count === 1 ? fail(request, response) : response.writeHead(200, json).end('{"name":"Ada"}'),
  )
  expect(reply).toEqual({ name: 'Ada' })
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined])
})

test.each(faultEntries)(
  'a write that is unsafe to repeat is not repeated if %s',
  async (_, fail) => {
    const { error, requests, messages } = await run(invite, fail)
    expect(requests).toHaveLength(1)
    expect(requests[0]!.headers['idempotency-key']).toBeUndefined()
    expect(messages).toBe('')
    expect(error?.message).not.toContain('Nothing was changed')
  },
)

test('even a write that is unsafe to repeat is repeated if it did not reach the server or was rejected by a rate limit', async () => {
  const unreachableRun = await run(invite, null)
  expect(unreachableRun.messages.match(/Retrying in/g)).toHaveLength(maxTries - 1)
  expect(unreachableRun.error?.message).toContain('Nothing was changed.')
  const limit = { code: 'rate_limited', detail: 'Too many calls.', retryAfterSeconds: 0.01 }
  const rateLimitedRun = await run(invite, (_, response, count) =>
    count === 1
      ? response.writeHead(429, json).end(JSON.stringify(limit))
      : response.writeHead(200, json).end('{"link":"l"}'),
  )
  expect(rateLimitedRun.reply).toEqual({ link: 'l' })
  expect(rateLimitedRun.messages).toBe('Too many calls. Retrying in 1 second.\n')
})

test.each(faultEntries.slice(0, 5))(
  'the error says that the change may have been made if %s',
  async (_, fail) => {
    const { error, requests } = await run(revoke, fail)
    expect(requests).toHaveLength(maxTries)
    expect(error?.code).toBe('unavailable')
    expect(error?.message).toContain(
      'The reply was lost. The change may have been made. Check before you repeat it.',
    )
    expect(error?.message).not.toContain('Nothing was changed')
  },
)

test('the error says that the change may have been made if only an earlier attempt may have reached the server', async () => {
  const closedServer = await listenOnFreePort(createServer())
  await closedServer.stop()
  let stop = () => {}
  const { error } = await run(
    async (server) => {
      stop = () => Object.assign(server, { baseUrl: closedServer.url })
      return revoke(server)
    },
    (request) => {
      stop()
      request.socket.destroy()
    },
  )
  expect(error?.details.networkError).toBe('ECONNREFUSED')
  expect(error?.message).toContain('The change may have been made.')
})

test('a rejection after a lost reply is reported together with the unknown outcome of the earlier attempt', async () => {
  const refusal = { code: 'unauthenticated', detail: 'A valid token is required.', requestId: 'r' }
  const reject = (request: IncomingMessage, isLost: boolean) =>
    isLost ? request.socket.destroy() : undefined
  const after = await run(revoke, (request, response, count) =>
    count === 1
      ? reject(request, true)
      : response.writeHead(401, json).end(JSON.stringify(refusal)),
  )
  expect(after.error?.details.mayHaveChanged).toBe(true)
  const outcome = await run(revoke, (_, response) =>
    response.writeHead(401, json).end(JSON.stringify(refusal)),
  )
  expect(outcome.requests).toHaveLength(1)
  expect(outcome.error?.details.mayHaveChanged).toBeUndefined()
})

test.each<[string, RequestListener]>([
  ['another server returns 404', (_, response) => response.writeHead(404).end('<html></html>')],
  ['a rejected request', (_, response) => response.writeHead(413).end('<html></html>')],
])('a request is not repeated after %s', async (_, respond) => {
  const { error, requests } = await run(revoke, respond)
  expect(requests).toHaveLength(1)
  expect(error?.message).toContain('Nothing was changed.')
})

test('a request is not repeated if the server is not a Stepmark server', async () => {
  const { error, requests } = await run(readAccount, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  )
  expect(requests).toHaveLength(1)
  expect(error?.message).toMatch(/is not a Stepmark server\. Check that/)
})

test('a download is requested again if its reader reports that it was cut short', async () => {
  const { reply, requests } = await run(
    (server) =>
      streamFromServer(server, 'get /account', {}, async (response) => {
        const text = await response.text().catch(() => '')
        if (text === '') throw new AppError('unavailable', 'Cut.')
        return text
      }),
    (request, response, count) =>
      count === 1
        ? faults['the reply is cut short']!(request, response)
        : response.writeHead(200).end('whole'),
  )
  expect(reply).toBe('whole')
  expect(requests).toHaveLength(2)
})
