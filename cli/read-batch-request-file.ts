import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { parseBatchRequests, type BatchRequestFile } from '@/lib/formats/read-requests'

/** The limit in the imports contract. */
const requestsMaxBytes = 256 * 1024 ** 2

/** Reads requests as an import does. Throws `too_large` above the limit of an import. */
export function readBatchRequestFile(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = requestsMaxBytes,
): Promise<BatchRequestFile> {
  const bytes = decompressIfGzip(chunks)
  return parseBatchRequests(bytes, { maxBytes })
}
