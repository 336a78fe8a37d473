import { formatBytes } from '@/lib/platform/format'
import { sayInPlace, type Shell } from './shell'

const drawEveryMs = 200

/** Hands the chunks on; in a terminal says how many bytes went by, of how many, and how fast. */
export async function* watchBytes(
  shell: Shell,
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  allBytes: number | null,
): AsyncGenerator<Uint8Array> {
  const began = performance.now()
  let drawn = began
  let bytes = 0
  try {
    for await (const chunk of stream) {
      yield chunk
      bytes += chunk.length
      const now = performance.now()
      if (now - drawn < drawEveryMs) continue
      drawn = now
      const rate = formatBytes(bytes / ((now - began) / 1000))
      const all = allBytes === null ? '' : ` of ${formatBytes(allBytes)}`
      sayInPlace(shell, `${formatBytes(bytes)}${all}, ${rate}/s`)
    }
  } finally {
    sayInPlace(shell, '')
  }
}
