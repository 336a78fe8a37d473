import type { TypesetBudget } from '../typeset-limits'
import type { TypesetRequest } from '../typeset-request'

/** To the thread of typeset-thread.ts. */
export interface TypesetJob {
  id: number
  requests: readonly TypesetRequest[]
  budget: TypesetBudget
  /** Whether to ignore what other jobs have typeset (docs/decisions/047-typesetting-off-thread.md). */
  usesOwnCache: boolean
}

/** From the thread. */
export interface TypesetJobResult {
  id: number
  /**
   * The typeset texts as JSON in UTF-8: bytes are handed over, and a deep object would be copied on
   * the thread that serves requests.
   */
  json: Uint8Array<ArrayBuffer>
  /** What remains. */
  budget: TypesetBudget
}
