import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { parseBatchRequests, type BatchRequestFile } from '@/lib/formats/read-requests'

/** The limit in the imports contract. */
const requestsMaxBytes = 256 * 1024 ** 2

/** Reads requests as an import does. Throws `invalid_lines` above the limit of an import. */
export function readBatchRequestFile(chunks: AsyncIterable<Uint8Array>): Promise<BatchRequestFile> {
  return parseBatchRequests(decompressIfGzip(chunks, { maxBytes: requestsMaxBytes }), {
    maxBytes: requestsMaxBytes,
  })
}
