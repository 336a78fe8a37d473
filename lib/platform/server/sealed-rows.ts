import type { Transaction } from './database'

/** A sealed text as a row keeps it. */
export interface SealedRow {
  /** What it is bound to (./sealed), and where the list goes on after it. */
  place: string
  sealed: Uint8Array
}

/** Where one kind of sealed texts is kept. */
export interface SealedRows {
  /** All of them in an order that stays, those after a place, so many at most. */
  list(db: Transaction, page: { after: string | null; limit: number }): Promise<SealedRow[]>
  /** Puts the same text, sealed anew, in its place; false where another text has come there meanwhile. */
  replace(db: Transaction, before: SealedRow, sealed: Uint8Array<ArrayBuffer>): Promise<boolean>
}
