import type { ByteReply, LineReply } from '@/lib/auth/server/replies'
import { parseRangeHeader } from '../byte-range'
import { matchesEntityTag } from '../entity-tag'
import { contentLengthStandInHeader } from './content-length'

/** Headers of a file that a browser never displays and a proxy never stores. */
function describeFile(fileName: string, mediaType: string, requestId: string) {
  const asciiName = fileName.replace(/[^\w .-]/g, '_')
  const encodedName = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return {
    // All output is UTF-8. Without a charset, clients would guess.
    'content-type': /^text\/[^;]*$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
    'content-disposition': `attachment; filename="${asciiName}"${asciiName === fileName ? '' : `; filename*=UTF-8''${encodedName}`}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
}

function streamChunks(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** Waits for the first block, so that errors until then give an error response. Rejects with that error. */
export async function createLineResponse(
  { fileName, mediaType = 'application/x-ndjson; charset=utf-8', blocks, headers }: LineReply,
  requestId: string,
): Promise<Response> {
  const chunks = encodeBlocks(blocks)
  const first = await chunks.next()
  async function* all() {
    try {
      if (first.done !== true) yield first.value
      yield* chunks
    } finally {
      await chunks.return(undefined)
    }
  }
  return new Response(streamChunks(all()), {
    headers: { ...describeFile(fileName, mediaType, requestId), ...headers },
  })
}

async function* encodeBlocks(blocks: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const lines of blocks) yield encoder.encode(`${lines.join('\n')}\n`)
}

/**
 * Sends the file, or one `Range` of it: 206 for a part, 416 if it is out of bounds. With `If-Range`, sends a part
 * only if the file is unchanged; with `If-None-Match`, sends 304 if it is unchanged. Never compressed: ranges count
 * bytes of the file, and the hash is that of the file.
 */
export function createFileResponse(
  reply: ByteReply,
  { method, headers: request }: Pick<Request, 'method' | 'headers'>,
  requestId: string,
): Response {
  const { bytes, sha256 } = reply
  const etag = `"${sha256}"`
  const headers = {
    ...describeFile(reply.fileName, reply.mediaType, requestId),
    'cache-control': 'no-store, no-transform',
    'accept-ranges': 'bytes',
    etag,
  }
  if (matchesEntityTag(request.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: { 'cache-control': 'no-store', etag } })
  const isSameFile = (request.get('if-range') ?? etag) === etag
  const range = parseRangeHeader(isSameFile ? request.get('range') : null, bytes)
  if (range === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store', etag },
    })
  const { from, to } = range === 'whole' ? { from: 0, to: bytes } : range
  return new Response(method === 'HEAD' ? null : streamChunks(reply.read(from, to)), {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(to - from),
      [contentLengthStandInHeader]: String(to - from),
      ...(range === 'whole' ? {} : { 'content-range': `bytes ${from}-${to - 1}/${bytes}` }),
    },
  })
}
