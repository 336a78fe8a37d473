import { v7 } from 'uuid'

const idBytes = 16
const random = new Uint8Array(1024 * idBytes)
let used = random.length
let lastMs = -Infinity
let sequence = 0

/**
 * A UUID of version 7, greater than the one before: as of `uuid`, whose own takes most of its time to ask for 16 random
 * bytes.
 */
export function makeRowId(): string {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  const bytes = random.subarray(used, used + idBytes)
  used += idBytes
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // Half of what there is, so that it does not come to its end within a millisecond.
    sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1
  } else sequence += 1
  return v7({ random: bytes, msecs: lastMs, seq: sequence })
}
