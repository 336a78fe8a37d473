import { createHmac } from 'node:crypto'
import { v4 as makeId } from 'uuid'
import { readEnv } from '@/lib/platform/server/env'

const idBytes = 16

/**
 * An id that stands for another, always the same as long as the server's secret is, and that says nothing: a row's own id
 * begins with when it was made, and what is known of some solutions comes with them on one day.
 */
export function coverId(id: string): string {
  const mac = createHmac('sha256', readEnv().secret).update(`covered id/${id}`).digest()
  return makeId({ random: mac.subarray(0, idBytes) })
}
