import { expect, test } from 'vitest'
import { readBatchRequestFile } from './read-batch-request-file'

test('a request file above the limit is rejected with advice to split it together with its responses', async () => {
  const maxBytes = 1024 ** 2
  const chunks = (async function* () {
    yield await Promise.resolve(Buffer.alloc(maxBytes + 1, '\n'))
  })()
  await expect(readBatchRequestFile(chunks, maxBytes)).rejects.toMatchObject({
    code: 'too_large',
    message:
      'The request file is larger than 1 MiB (uncompressed). Split it, and the responses in the same way.',
  })
})
