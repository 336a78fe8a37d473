import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export interface ModelServerRequest {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}

/** Returns a reply: a value that is sent as JSON, an error response, or a closed connection. */
export type ModelServerResponder = (request: ModelServerRequest) => unknown

export interface TestModelServer {
  url: string
  /** Every call since the list was last emptied. */
  requests: ModelServerRequest[]
  respond: ModelServerResponder
}

/** A server on this machine, allowed by the environment for as long as the file's tests run. */
export function useTestModelServer(): TestModelServer {
  const model: TestModelServer = { url: '', requests: [], respond: () => ({}) }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const { url = '', headers } = request
      const call: ModelServerRequest = { path: url, headers, body: JSON.parse(text || 'null') }
      model.requests.push(call)
      void sendReply(response, model.respond, call)
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    model.url = `http://127.0.0.1:${port}`
    process.env.STEPMARK_OUTBOUND_ALLOW = `127.0.0.1:${port}`
  })
  afterAll(() => {
    delete process.env.STEPMARK_OUTBOUND_ALLOW
    server.closeAllConnections()
    server.close()
  })
  return model
}

async function sendReply(
  response: ServerResponse,
  respond: ModelServerResponder,
  call: ModelServerRequest,
): Promise<void> {
  const reply = await respond(call)
  if (reply instanceof ErrorResponse) {
    response.writeHead(reply.status, reply.headers).end(reply.text)
    return
  }
  if (reply === closedConnectionReply) {
    response.destroy()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
}

/** A reply with an error status. */
export class ErrorResponse {
  constructor(
    readonly status: number,
    readonly text = '',
    readonly headers: Record<string, string> = {},
  ) {}
}

export const closedConnectionReply = Symbol('hang up')

/** For custom-http: P(correct) is 0.9 for each step, but 0.2 for a step that contains "wrong". */
export function scoreWrongStepsLow({ body }: ModelServerRequest): unknown {
  const { steps } = body as { steps: string[] }
  return { scores: steps.map((step) => (step.includes('wrong') ? 0.2 : 0.9)) }
}
