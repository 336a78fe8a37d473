const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const end = -1

/** One row within a larger buffer. Values are decoded on demand. */
export class CopiedRow {
  constructor(
    private readonly rows: Buffer,
    private readonly at: number,
    /** Size in bytes. */
    readonly bytes: number,
  ) {}

  /** The first value, which identifies the row. */
  get id(): string {
    return this.read(0)
  }

  /** A text value. Throws RangeError for null. */
  read(column: number): string {
    let at = this.at
    for (let i = 0; i < column; i++) at += 4 + Math.max(0, this.rows.readInt32BE(at))
    const length = this.rows.readInt32BE(at)
    if (length < 0) throw new RangeError(`Column ${column} is null`)
    return this.rows.toString('utf8', at + 4, at + 4 + length)
  }
}

/**
 * Reads the output of `copy ... to stdout (format binary)`: signature, flags and an extension, then for each row the
 * number of values and each value's length (-1: null) and bytes (see PostgreSQL's documentation of COPY).
 *
 * @throws Error if it is incomplete
 */
export function readCopiedRows(bytes: Buffer): CopiedRow[] {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('Not COPY output')
  const extension = signature.length + 4
  let at = extension + 4 + bytes.readInt32BE(extension)
  const rows: CopiedRow[] = []
  for (let values = bytes.readInt16BE(at); values !== end; values = bytes.readInt16BE(at)) {
    const from = at + 2
    at = from
    for (let i = 0; i < values; i++) at += 4 + Math.max(0, bytes.readInt32BE(at))
    rows.push(new CopiedRow(bytes, from, at - from))
  }
  return rows
}
