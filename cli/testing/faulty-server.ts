import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnFreePort, type ServedApi } from './serve-api'

/** Handles a request and returns true, or returns false to leave it to the real server. */
export type FaultInjector = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => boolean | Promise<boolean>

/** A proxy to a real server. `causeFault` can answer or drop requests instead. */
export function serveWithFaults(
  realUrl: () => string,
  causeFault: FaultInjector,
): Promise<ServedApi> {
  return listenOnFreePort(
    createServer((request, response) => {
      void (async () => {
        const body = await buffer(request)
        if (await causeFault(request, response, body)) return
        const reply = await forwardRequest(realUrl(), request, body)
        const headers = Object.fromEntries(reply.headers)
        delete headers['content-encoding']
        response.writeHead(reply.status, headers)
        response.end(Buffer.from(await reply.arrayBuffer()))
      })().catch(() => response.destroy())
    }),
  )
}

export function forwardRequest(
  realUrl: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Response> {
  const forwarded = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
  )
  return fetch(realUrl + url, {
    method,
    headers: Object.fromEntries(forwarded) as Record<string, string>,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  })
}
