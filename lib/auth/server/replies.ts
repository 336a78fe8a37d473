/** What a `lineQuery` gives. */
export interface LineReply {
  fileName: string
  /** JSONL unless given. */
  mediaType?: string
  /** Without their line ends. A failure on the way is thrown from here. */
  lines: AsyncIterable<string>
}

/** What a `byteQuery` gives. */
export interface ByteReply {
  fileName: string
  mediaType: string
  bytes: number
  /** Of the whole file, in hexadecimal. */
  sha256: string
  /** Bytes `from` up to, but not including, `to`. A failure on the way is thrown from here. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}
