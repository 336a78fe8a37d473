const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
/** Protocol messages start with a letter and a length, which includes itself but not the letter. */
const copyData = 0x64
const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
const messageHeadBytes = 5
const endMarker = -1
const nullLength = -1
const textOid = 25
const intOid = 23
const realOid = 700
const jsonbVersion = 1
const initialBytes = 64 * 1024
/** A larger buffer is not reused. */
const maxReusedBytes = 4 * 1024 * 1024
/** Maximum UTF-8 bytes per UTF-16 unit. */
const bytesPerUnit = 3

/**
 * Writes rows for `COPY ... (format binary)`. Call `clear` first, and for each row `beginRow` and one method per column, in
 * the order of the statement and of the exact type of the column: nothing is converted. Nothing needs escaping, and
 * PostgreSQL parses nothing.
 */
export class BinaryCopyWriter {
  private buffer = Buffer.allocUnsafe(initialBytes)
  private position = 0

  /** Discards all rows and writes the header. */
  clear(): void {
    if (this.buffer.length > maxReusedBytes) this.buffer = Buffer.allocUnsafe(initialBytes)
    this.position = messageHeadBytes
    this.position += header.copy(this.buffer, this.position)
  }

  /** The protocol messages with all rows, valid until the next `clear`. */
  finish(): Buffer {
    this.reserve(2 + copyDone.length)
    this.position = this.buffer.writeInt16BE(endMarker, this.position)
    this.buffer.writeUInt8(copyData, 0)
    this.buffer.writeInt32BE(this.position - 1, 1)
    this.position += copyDone.copy(this.buffer, this.position)
    return this.buffer.subarray(0, this.position)
  }

  beginRow(columns: number): void {
    this.reserve(2)
    this.position = this.buffer.writeInt16BE(columns, this.position)
  }

  /** A text or an enum value. Throws RangeError for an unpaired surrogate. */
  text(value: string | null): void {
    if (value === null) this.null()
    else this.writeText(value)
  }

  uuid(value: string): void {
    this.reserve(20)
    this.position = this.buffer.writeInt32BE(16, this.position)
    // Faster than removing the hyphens, of which there are several in each row.
    for (let i = 0; i < value.length; i += 2) {
      if (value[i] === '-') i += 1
      const digits = (readHexDigit(value, i) << 4) | readHexDigit(value, i + 1)
      this.position = this.buffer.writeUInt8(digits, this.position)
    }
  }

  /** A bytea, or a UUID from `uuidToBytes`, which is faster for an id that all rows share. */
  bytes(value: Uint8Array): void {
    this.reserve(4 + value.length)
    this.position = this.buffer.writeInt32BE(value.length, this.position)
    this.buffer.set(value, this.position)
    this.position += value.length
  }

  /** A bytea. */
  hex(value: string): void {
    const bytes = value.length / 2
    this.reserve(4 + bytes)
    this.position = this.buffer.writeInt32BE(bytes, this.position)
    this.position += this.buffer.write(value, this.position, 'hex')
  }

  smallint(value: number): void {
    this.reserve(6)
    this.position = this.buffer.writeInt32BE(2, this.position)
    this.position = this.buffer.writeInt16BE(value, this.position)
  }

  int(value: number): void {
    this.reserve(8)
    this.position = this.buffer.writeInt32BE(4, this.position)
    this.position = this.buffer.writeInt32BE(value, this.position)
  }

  bigint(value: number): void {
    this.reserve(12)
    this.position = this.buffer.writeInt32BE(8, this.position)
    this.position = this.buffer.writeBigInt64BE(BigInt(value), this.position)
  }

  float8(value: number | null): void {
    if (value === null) return this.null()
    this.reserve(12)
    this.position = this.buffer.writeInt32BE(8, this.position)
    this.position = this.buffer.writeDoubleBE(value, this.position)
  }

  jsonb(value: unknown): void {
    if (value === null) return this.null()
    const text = JSON.stringify(value)
    this.reserve(5 + text.length * bytesPerUnit)
    const bytes = this.buffer.write(text, this.position + 5)
    this.position = this.buffer.writeInt32BE(bytes + 1, this.position)
    this.position = this.buffer.writeUInt8(jsonbVersion, this.position) + bytes
  }

  /** Throws RangeError like `text`. */
  texts(values: readonly string[]): void {
    const from = this.beginList(values.length, textOid)
    for (const value of values) this.writeText(value)
    this.endList(from)
  }

  ints(values: readonly number[]): void {
    const from = this.beginList(values.length, intOid)
    this.reserve(values.length * 8)
    for (const value of values) {
      this.position = this.buffer.writeInt32BE(4, this.position)
      this.position = this.buffer.writeInt32BE(value, this.position)
    }
    this.endList(from)
  }

  reals(values: readonly number[]): void {
    const from = this.beginList(values.length, realOid)
    this.reserve(values.length * 8)
    for (const value of values) {
      this.position = this.buffer.writeInt32BE(4, this.position)
      this.position = this.buffer.writeFloatBE(value, this.position)
    }
    this.endList(from)
  }

  private null(): void {
    this.reserve(4)
    this.position = this.buffer.writeInt32BE(nullLength, this.position)
  }

  private writeText(value: string): void {
    // Encoding an unpaired surrogate would replace it with another character.
    if (!value.isWellFormed()) throw new RangeError('A text contains an unpaired surrogate')
    this.reserve(4 + value.length * bytesPerUnit)
    const bytes = this.buffer.write(value, this.position + 4)
    this.position = this.buffer.writeInt32BE(bytes, this.position) + bytes
  }

  /** Returns the offset of the length, which is written at the end. */
  private beginList(count: number, oid: number): number {
    this.reserve(24)
    const from = this.position
    const head = count === 0 ? [0, 0, 0, oid] : [0, 1, 0, oid, count, 1]
    for (const value of head) this.position = this.buffer.writeInt32BE(value, this.position)
    return from
  }

  private endList(from: number): void {
    this.buffer.writeInt32BE(this.position - from - 4, from)
  }

  private reserve(bytes: number): void {
    if (this.position + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.position + bytes, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.position)
    this.buffer = larger
  }
}

/** The lower four bits of a digit are its value, those of a letter its value less 9. */
function readHexDigit(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return (unit & 15) + (unit > 64 ? 9 : 0)
}

export const uuidToBytes = (value: string): Buffer => Buffer.from(value.replaceAll('-', ''), 'hex')
