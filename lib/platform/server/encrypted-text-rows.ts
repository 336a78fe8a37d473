import type { Transaction } from './database'

/** An encrypted text in a row. */
export interface EncryptedTextRow {
  /** The row that the text is bound to (./encrypted-text), and the cursor of the list. */
  rowKey: string
  sealed: Uint8Array
}

/** Storage of one kind of encrypted texts. */
export interface EncryptedTextStore {
  /** Lists up to `limit` rows after a cursor, in a stable order. */
  list(db: Transaction, page: { after: string | null; limit: number }): Promise<EncryptedTextRow[]>
  /** Replaces a text with its re-encrypted form; false if the row has changed since. */
  replace(db: Transaction, row: EncryptedTextRow, sealed: Uint8Array<ArrayBuffer>): Promise<boolean>
}
