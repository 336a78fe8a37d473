import type { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { findMetrics } from '@/lib/platform/server/metrics'

/** An API request, as the log and the metrics record it. Contains no input. */
export interface ApiCallRecord {
  requestId: string
  /** `none`: no such call. */
  operation: string
  method: string
  /** From `performance.now()`. */
  startedAtMs: number
  userId: string | null
}

/** Called when the response starts. A streamed body continues after that. */
export function recordApiCall(call: ApiCallRecord, status: number): void {
  const { requestId, operation, method, startedAtMs, userId } = call
  const ms = performance.now() - startedAtMs
  logger.info(
    { requestId, operation, method, status, ms: Math.round(ms * 10) / 10, userId },
    'request',
  )
  findMetrics()?.callSeconds.observe({ operation, status: String(status) }, ms / 1_000)
}

export function recordRefusedCall({ code }: AppError): void {
  findMetrics()?.refusals.inc({ code })
}

/** Counts replies of `claimNext` by kind and reason, such as `solution_work` or `none_left_all_done`. Gold counts as work. */
export function recordQueueClaim(operation: string, reply: unknown): void {
  if (operation !== 'claimNext') return
  const { kind, reason } = reply as { kind: string; reason?: string }
  findMetrics()?.claims.inc({ outcome: reason === undefined ? kind : `${kind}_${reason}` })
}
