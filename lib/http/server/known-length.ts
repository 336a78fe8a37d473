import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Next takes `Content-Length` from what a route replies (it may have decoded a body); this one it leaves. */
export const knownLengthHeader = 'x-stepmark-length'

const keep = Symbol.for('stepmark.known-length')

/** From now on, what is sent with a known length says so as `Content-Length`, and not in chunks. */
export function sendKnownLengths(): void {
  const process = globalThis as { [keep]?: true }
  if (process[keep]) return
  process[keep] = true
  subscribe('http.server.response.created', (message) => {
    const { response } = message as { response: ServerResponse }
    const setHeader = response.setHeader.bind(response)
    response.setHeader = (name, value) =>
      name.toLowerCase() === knownLengthHeader
        ? setHeader('content-length', value)
        : setHeader(name, value)
  })
}
