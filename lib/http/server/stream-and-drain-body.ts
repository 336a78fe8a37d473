/** Larger than any body that a client sends by mistake. */
const maxDiscardedBytes = 64 * 1024 * 1024
const maxDiscardMs = 30_000

/**
 * Reads a body. If the caller stops early, the rest is read and discarded, so that a client which sends everything before it
 * reads gets the response. Cancelling the body would close the connection at once, and the client would only see that.
 */
export async function* streamAndDrainBody(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let hasEnded = false
  try {
    for (;;) {
      const next = await reader.read()
      hasEnded = next.done
      if (next.done) return
      yield next.value
    }
  } finally {
    if (!hasEnded) void discardRest(reader)
  }
}

/** Ends early for a body that is too long or too slow. */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void cancel(reader), maxDiscardMs)
  timer.unref()
  let remainingBytes = maxDiscardedBytes
  try {
    while (remainingBytes > 0) {
      const next = await reader.read()
      if (next.done) return
      remainingBytes -= next.value.length
    }
    await cancel(reader)
  } catch {
    // The client is gone.
  } finally {
    clearTimeout(timer)
  }
}

async function cancel(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  await reader.cancel().catch(() => undefined)
}
