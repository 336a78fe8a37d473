import type { Transaction } from './database'

/** An encrypted text in a row. */
export interface EncryptedRow {
  /** The row that the text is bound to (./encrypted-text), and the cursor of the list. */
  rowKey: string
  sealed: Uint8Array
}

/** Storage of one kind of encrypted texts. */
export interface EncryptedRowStore {
  /** Lists up to `limit` rows after a cursor, in a stable order. */
  list(db: Transaction, page: { after: string | null; limit: number }): Promise<EncryptedRow[]>
  /** Replaces a text with its re-encrypted form; false if the row has changed since. */
  replace(db: Transaction, row: EncryptedRow, sealed: Uint8Array<ArrayBuffer>): Promise<boolean>
}
