/** Result of a `streamQuery`. */
export interface LineReply {
  fileName: string
  /** Default: JSONL. */
  mediaType?: string
  /** Lines without line ends, about 64 kB at a time. Throws if reading fails. */
  blocks: AsyncIterable<readonly string[]>
  /** Further response headers. Empty until the first block, or the end, has been read. */
  headers: Readonly<Record<string, string>>
}

/** Result of a `fileQuery`. */
export interface ByteReply {
  fileName: string
  mediaType: string
  bytes: number
  /** Of the whole file, in hexadecimal. */
  sha256: string
  /** Bytes `from` up to, but not including, `to`. Throws if reading fails. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}
