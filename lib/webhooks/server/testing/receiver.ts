import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedMessage {
  id: string
  type: string
  body: string
  /** The signed time, in seconds since 1970. */
  at: number
  isSigned: boolean
}

export interface WebhookReceiver {
  url: string
  messages: ReceivedMessage[]
  /** The secret that messages must be signed with. */
  secret: string
  /** Statuses of the next replies; then 200. */
  statuses: number[]
  /** Headers of each reply. */
  headers: Record<string, string>
  stop(): Promise<void>
}

/** Starts a receiver that checks signatures as docs/api.md describes. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const id = String(request.headers['webhook-id'])
      const { type } = JSON.parse(body) as { type: string }
      const timestamp = Number(request.headers['webhook-timestamp'])
      receiver.messages.push({
        id,
        type,
        body,
        at: timestamp,
        isSigned: isSigned(request.headers, body),
      })
      response
        .writeHead(receiver.statuses.shift() ?? 200, receiver.headers)
        .end('thank you '.repeat(1_000))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    messages: [],
    secret: '',
    statuses: [],
    headers: {},
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver

  function isSigned(headers: NodeJS.Dict<string | string[]>, body: string): boolean {
    const [time, id] = [String(headers['webhook-timestamp']), String(headers['webhook-id'])]
    if (Math.abs(Date.now() / 1_000 - Number(time)) > 300) return false
    const key = Buffer.from(receiver.secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
    return String(headers['webhook-signature'])
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .some((part) => {
        const sentBytes = Buffer.from(part.slice(3), 'base64')
        return sentBytes.length === expected.length && timingSafeEqual(sentBytes, expected)
      })
  }
}
