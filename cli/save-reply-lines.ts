import { pipeline } from 'node:stream/promises'
import type { ApiCallKey, ApiInput } from '@/lib/client/call-api'
import { AppError } from '@/lib/platform/errors'
import { formatBytes } from '@/lib/platform/format'
import { passThroughWithProgress } from './progress'
import { streamFromServer, type ServerConnection } from './server-connection'
import { writeFileAtomically } from './write-file-atomically'

const lineFeed = 0x0a

interface SavedReply {
  bytes: number
  lines: number
  headers: Headers
}

/**
 * Writes a streamed reply of lines to a file, or to standard output. A file is started again if the connection is lost; what
 * was printed can't be taken back.
 */
export async function saveReplyLines<Call extends ApiCallKey>(
  server: ServerConnection,
  call: Call,
  input: ApiInput<Call>,
  out: string | undefined,
): Promise<SavedReply> {
  if (out !== undefined)
    return streamFromServer(server, call, input, async (response) => {
      const reply = { bytes: 0, lines: 0, headers: response.headers }
      await writeFileAtomically(out, readChunks(server, response, reply, out))
      return reply
    })
  const response = await streamFromServer(server, call, input, (opened) => opened)
  const reply = { bytes: 0, lines: 0, headers: response.headers }
  await pipeline(readChunks(server, response, reply, out), server.terminal.output, { end: false })
  return reply
}

/** Passes the reply on and counts its bytes and lines. Throws if it is cut short, so that half of it does not look complete. */
async function* readChunks(
  { terminal }: ServerConnection,
  { body }: Response,
  reply: SavedReply,
  out: string | undefined,
): AsyncGenerator<Uint8Array> {
  // Progress would mix with lines that go to the terminal.
  const printsToTerminal = out === undefined && Reflect.get(terminal.output, 'isTTY') === true
  const chunks = body ?? []
  let lastByte = lineFeed
  try {
    for await (const chunk of printsToTerminal
      ? chunks
      : passThroughWithProgress(terminal, chunks, null)) {
      reply.bytes += chunk.length
      for (const byte of chunk) if (byte === lineFeed) reply.lines += 1
      lastByte = chunk.at(-1) ?? lastByte
      yield chunk
    }
  } catch {
    throw makeIncompleteError(reply, out)
  }
  if (lastByte !== lineFeed) throw makeIncompleteError(reply, out)
}

function makeIncompleteError({ bytes }: SavedReply, out: string | undefined): AppError {
  const consequence =
    out === undefined ? 'The output is incomplete: discard it' : `${out} was not written`
  return new AppError(
    'unavailable',
    `The connection was lost after ${formatBytes(bytes)}. ${consequence}. Try again.`,
  )
}
