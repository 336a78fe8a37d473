import { createHmac } from 'node:crypto'
import { v4 as makeId } from 'uuid'
import { readWebServerSettings } from '@/lib/platform/server/env'

const idBytes = 16

/**
 * Masks an id: stable for the server's secret, and reveals nothing. Database ids start with their creation time, and
 * gold solutions are often imported on the same day.
 */
export function maskId(id: string): string {
  const mac = createHmac('sha256', readWebServerSettings().secret)
    .update(`covered id/${id}`)
    .digest()
  return makeId({ random: mac.subarray(0, idBytes) })
}
