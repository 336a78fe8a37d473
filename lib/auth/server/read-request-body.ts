import { AppError } from '@/lib/platform/errors'

/** Reads a complete body. Throws `too_large` as soon as it exceeds `maxBytes`. */
export async function readRequestBody(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const receivedChunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new AppError(
        'too_large',
        `The body is larger than ${maxBytes} bytes. Send it in smaller chunks.`,
        { maxBytes },
      )
    receivedChunks.push(chunk)
  }
  return Buffer.concat(receivedChunks, bytes)
}
