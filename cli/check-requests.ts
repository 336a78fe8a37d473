import { unpack } from '@/lib/files/server/unpack'
import { readRequests, type RequestFile } from '@/lib/formats/read-requests'

/** As the contract of imports says it. */
const requestsMaxBytes = 256 * 1024 ** 2

/** Reads requests as an import does. Throws `too_large` where there are more than it takes. */
export function checkRequests(chunks: AsyncIterable<Uint8Array>): Promise<RequestFile> {
  return readRequests(unpack(chunks, { maxBytes: requestsMaxBytes }), {
    maxBytes: requestsMaxBytes,
  })
}
