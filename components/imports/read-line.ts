import { importLineLimits } from '@/lib/formats/import-line-limits'

const lineFeed = 0x0a

/** Reads the line at a byte offset of a file, up to the maximum length of a line. */
export async function readLineAt(file: Blob, offset: number): Promise<string> {
  for (let size = 16_384; ; size *= 8) {
    const bytes = new Uint8Array(await file.slice(offset, offset + size).arrayBuffer())
    const end = bytes.indexOf(lineFeed)
    if (end !== -1 || bytes.length < size || size >= importLineLimits.lineBytes)
      return new TextDecoder()
        .decode(end === -1 ? bytes : bytes.subarray(0, end))
        .replace(/\r$/, '')
  }
}
