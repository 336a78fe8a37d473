import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Next removes `Content-Length` from responses of routes (it may have decoded the body). It keeps this header. */
export const contentLengthStandInHeader = 'x-stepmark-length'

const marker = Symbol.for('stepmark.known-length')

/** Makes responses of known length send `Content-Length` instead of chunks. */
export function enableContentLengthHeader(): void {
  const processGlobals = globalThis as { [marker]?: true }
  if (processGlobals[marker]) return
  processGlobals[marker] = true
  subscribe('http.server.response.created', (message) => {
    const { response } = message as { response: ServerResponse }
    const setHeader = response.setHeader.bind(response)
    response.setHeader = (name, value) =>
      name.toLowerCase() === contentLengthStandInHeader
        ? setHeader('content-length', value)
        : setHeader(name, value)
  })
}
