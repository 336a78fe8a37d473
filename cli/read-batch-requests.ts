import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { readRequests, type RequestFile } from '@/lib/formats/read-requests'

/** The limit in the imports contract. */
const requestsMaxBytes = 256 * 1024 ** 2

/** Reads requests as an import does. Throws `too_large` above its limit. */
export function readBatchRequests(chunks: AsyncIterable<Uint8Array>): Promise<RequestFile> {
  return readRequests(decompressIfGzip(chunks, { maxBytes: requestsMaxBytes }), {
    maxBytes: requestsMaxBytes,
  })
}
