import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { parseBatchRequests, type BatchRequestFile } from '@/lib/formats/read-requests'

/** The limit in the imports contract. */
const requestsMaxBytes = 256 * 1024 ** 2

/** Reads requests as an import does. Throws `too_large` above the limit of an import. */
export function readBatchRequestFile(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = requestsMaxBytes,
): Promise<BatchRequestFile> {
  // `parseBatchRequests` checks the size: its error says what to split.
  const bytes = decompressIfGzip(chunks, { maxBytes: Number.MAX_SAFE_INTEGER })
  return parseBatchRequests(bytes, { maxBytes })
}
