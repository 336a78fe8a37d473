const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const endMarker = -1

/** One row within a larger buffer. Values are decoded on demand. */
export class BufferedCopyRow {
  constructor(
    private readonly rows: Buffer,
    private readonly offset: number,
    /** Size in bytes. */
    readonly bytes: number,
  ) {}

  /** The first value, which identifies the row. */
  get id(): string {
    return this.read(0)
  }

  /** A text value. Throws RangeError for null. */
  read(column: number): string {
    const [from, to] = this.findBounds(column)
    return this.rows.toString('utf8', from, to)
  }

  /** A bytea, as a part of the larger buffer. Throws RangeError for null. */
  readBytes(column: number): Buffer {
    return this.rows.subarray(...this.findBounds(column))
  }

  private findBounds(column: number): [from: number, to: number] {
    let offset = this.offset
    for (let i = 0; i < column; i++) offset += 4 + Math.max(0, this.rows.readInt32BE(offset))
    const length = this.rows.readInt32BE(offset)
    if (length < 0) throw new RangeError(`Column ${column} is null`)
    return [offset + 4, offset + 4 + length]
  }
}

/**
 * Reads the output of `copy ... to stdout (format binary)`: signature, flags and an extension, then for each row the
 * number of values and each value's length (-1: null) and bytes (see PostgreSQL's documentation of COPY).
 *
 * @throws Error if it is incomplete or no COPY output
 */
export function parseCopyOutput(bytes: Buffer): BufferedCopyRow[] {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('Not COPY output')
  const extension = signature.length + 4
  let offset = extension + 4 + bytes.readInt32BE(extension)
  const rows: BufferedCopyRow[] = []
  for (
    let valueCount = bytes.readInt16BE(offset);
    valueCount !== endMarker;
    valueCount = bytes.readInt16BE(offset)
  ) {
    const from = offset + 2
    offset = from
    for (let i = 0; i < valueCount; i++) offset += 4 + Math.max(0, bytes.readInt32BE(offset))
    rows.push(new BufferedCopyRow(bytes, from, offset - from))
  }
  return rows
}
