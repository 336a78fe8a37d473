const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const endMarker = -1

/** One row of `copy ... to stdout (format binary)`. Values are decoded on demand. */
export class BinaryCopyRow {
  /** @param offsets the offset of each value's length */
  constructor(
    private readonly bytes: Buffer,
    private readonly offsets: readonly number[],
  ) {}

  /** A text or an enum value. */
  text(column: number): string | null {
    const [from, to] = this.findBounds(column)
    return from === null ? null : this.bytes.toString('utf8', from, to)
  }

  /** Hexadecimal digits of a bytea or uuid. They sort in the order of the values. */
  hex(column: number): string {
    const [from, to] = this.findBounds(column)
    if (from === null) throw new RangeError(`Column ${column} is null`)
    return this.bytes.toString('hex', from, to)
  }

  /** One character per byte of a bytea or uuid, for comparisons. */
  key(column: number): string {
    const [from, to] = this.findBounds(column)
    if (from === null) throw new RangeError(`Column ${column} is null`)
    return this.bytes.toString('latin1', from, to)
  }

  int(column: number): number | null {
    const [from] = this.findBounds(column)
    return from === null ? null : this.bytes.readInt32BE(from)
  }

  float8(column: number): number | null {
    const [from] = this.findBounds(column)
    return from === null ? null : this.bytes.readDoubleBE(from)
  }

  /** A one-dimensional smallint[], which may contain nulls. */
  smallInts(column: number): (number | null)[] | null {
    const [from, to] = this.findBounds(column)
    if (from === null) return null
    const { bytes } = this
    // Layout: dimensions, null flag, type, then length and lower bound of the dimension.
    const dimensions = bytes.readInt32BE(from)
    if (dimensions > 1) throw new RangeError(`Column ${column} has ${dimensions} dimensions`)
    const values: (number | null)[] = []
    for (let offset = from + 20; offset < to;) {
      const isNull = bytes.readInt32BE(offset) < 0
      values.push(isNull ? null : bytes.readInt16BE(offset + 4))
      offset += isNull ? 4 : 6
    }
    return values
  }

  private findBounds(column: number): [from: number | null, to: number] {
    const offset = this.offsets[column]
    if (offset === undefined) throw new RangeError(`No column ${column}`)
    const length = this.bytes.readInt32BE(offset)
    return length < 0 ? [null, 0] : [offset + 4, offset + 4 + length]
  }
}

/**
 * Assembles the rows of one COPY from pieces of any size. A signature and header come first, and an end marker last
 * (see PostgreSQL's documentation of COPY).
 */
export class BinaryCopyParser {
  private incompleteBytes: Buffer = Buffer.alloc(0)
  private hasHeader = false
  private isEnded = false

  /**
   * Returns the rows that this piece completes.
   *
   * @throws Error if it is not COPY output
   */
  parsePiece(piece: Buffer): BinaryCopyRow[] {
    const bytes =
      this.incompleteBytes.length === 0 ? piece : Buffer.concat([this.incompleteBytes, piece])
    const rows: BinaryCopyRow[] = []
    let offset = this.hasHeader ? 0 : this.readHeader(bytes)
    while (this.hasHeader && !this.isEnded && bytes.length >= offset + 2) {
      const valueCount = bytes.readInt16BE(offset)
      const row = valueCount === endMarker ? null : findValues(bytes, offset + 2, valueCount)
      if (valueCount === endMarker) this.isEnded = true
      else if (row === null) break
      else rows.push(new BinaryCopyRow(bytes, row.offsets))
      offset = row?.end ?? offset + 2
    }
    this.incompleteBytes = bytes.subarray(offset)
    return rows
  }

  /**
   * Call after the last piece.
   *
   * @throws Error if the end marker is missing
   */
  end(): void {
    if (!this.isEnded || this.incompleteBytes.length > 0)
      throw new Error('The COPY output is incomplete')
  }

  /** Offset of the first row, or 0 if it is not known yet. */
  private readHeader(bytes: Buffer): number {
    const headerMinBytes = signature.length + 8
    if (bytes.length < headerMinBytes) return 0
    if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('Not COPY output')
    const firstRowOffset = headerMinBytes + bytes.readInt32BE(headerMinBytes - 4)
    this.hasHeader = bytes.length >= firstRowOffset
    return this.hasHeader ? firstRowOffset : 0
  }
}

/** Null if the row is not complete yet. */
function findValues(bytes: Buffer, from: number, valueCount: number) {
  const offsets: number[] = []
  let next = from
  for (let i = 0; i < valueCount; i++) {
    if (bytes.length < next + 4) return null
    offsets.push(next)
    next += 4 + Math.max(0, bytes.readInt32BE(next))
  }
  return bytes.length < next ? null : { offsets, end: next }
}
