import { gzipSync } from 'node:zlib'
import type { MalformedFileGenerators, MalformedFile } from './malformed-file'
import type { SeededRandom } from './seeded-random'

/* Files that are not text, and compressed files that are damaged. */

const makeValidFile = (draw: SeededRandom) => Buffer.from(`${draw.goodLines().join('\n')}\n`)

const makeRejectedFile = (bytes: Uint8Array): MalformedFile => ({
  bytes,
  rejectedLines: null,
  valid: 0,
})

/** A beginning that identifies the format, then arbitrary bytes. */
const makeForeignFile =
  (...beginning: (string | number[])[]) =>
  (draw: SeededRandom) => {
    const randomBytes = Uint8Array.from({ length: 200 + draw.number(2000) }, () => draw.number(256))
    return makeRejectedFile(
      Buffer.concat([...beginning.map((part) => Buffer.from(part as string)), randomBytes]),
    )
  }

/** The file, damaged after compression. */
const makeDamagedGzip =
  (change: (bytes: Buffer, draw: SeededRandom) => Uint8Array) => (draw: SeededRandom) =>
    makeRejectedFile(change(gzipSync(makeValidFile(draw)), draw))

export const malformedGzipGenerators: MalformedFileGenerators = {
  'gzip, cut off': makeDamagedGzip((bytes, draw) =>
    bytes.subarray(0, 12 + draw.number(bytes.length - 13)),
  ),
  'gzip, its checksum wrong': makeDamagedGzip((bytes, draw) => {
    const offset = bytes.length - 8 + draw.number(4)
    bytes.writeUInt8(bytes[offset]! ^ 0xff, offset)
    return bytes
  }),
  'gzip, its length wrong': makeDamagedGzip((bytes) => {
    bytes.writeUInt32LE(1, bytes.length - 4)
    return bytes
  }),
  'gzip, damaged in the middle': makeDamagedGzip((bytes, draw) => {
    bytes.fill(0xff, 20 + draw.number(20), 60)
    return bytes
  }),
  'gzip, text after it': makeDamagedGzip((bytes) =>
    Buffer.concat([bytes, Buffer.from('{"problem": 1}')]),
  ),
  'gzip, only its first bytes': () => makeRejectedFile(Uint8Array.from([0x1f, 0x8b])),
  'gzip of nothing': () => makeRejectedFile(gzipSync(Buffer.alloc(0))),
  'gzip of gzip': makeDamagedGzip((bytes) => gzipSync(bytes)),
  'gzip of blank lines': () => makeRejectedFile(gzipSync('\n'.repeat(500))),
  'a gzip bomb of spaces': () => makeRejectedFile(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
  'a gzip bomb of one line': () => makeRejectedFile(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))),
  'a gzip bomb of lines': () =>
    makeRejectedFile(gzipSync(`{"a":"${'a'.repeat(4096)}"}\n`.repeat(16 * 1024))),
  'a ZIP archive in gzip': (draw) =>
    makeRejectedFile(gzipSync(makeForeignFile('PK\x03\x04')(draw).bytes)),
}

export const unsupportedFileGenerators: MalformedFileGenerators = {
  'blank lines': (draw) =>
    makeRejectedFile(Buffer.from(draw.pick(['\n', '\r\n', '  \n', '\t\n']).repeat(50))),
  'a mark of byte order': () => makeRejectedFile(Uint8Array.from([0xef, 0xbb, 0xbf])),
  'a ZIP archive': makeForeignFile('PK\x03\x04'),
  'an empty ZIP archive': () => makeRejectedFile(Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)),
  'a PDF': makeForeignFile('%PDF-1.7\n'),
  Parquet: makeForeignFile('PAR1'),
  Arrow: makeForeignFile('ARROW1\0\0'),
  'a picture': makeForeignFile([0x89], 'PNG\r\n\x1a\n'),
  bzip2: makeForeignFile('BZh9'),
  xz: makeForeignFile([0xfd], '7zXZ\0'),
  Zstandard: makeForeignFile([0x28, 0xb5, 0x2f, 0xfd]),
  '7z': makeForeignFile('7z', [0xbc, 0xaf, 0x27, 0x1c]),
  'a pickle of Python': makeForeignFile([0x80, 0x04, 0x95]),
  SQLite: makeForeignFile('SQLite format 3\0'),
  zeros: () => makeRejectedFile(new Uint8Array(4096)),
  noise: makeForeignFile([0x00]),
  'UTF-16, little-endian': (draw) =>
    makeRejectedFile(Buffer.from(`\ufeff${makeValidFile(draw).toString()}`, 'utf16le')),
  'UTF-16, big-endian': (draw) =>
    makeRejectedFile(Buffer.from(`\ufeff${makeValidFile(draw).toString()}`, 'utf16le').swap16()),
  'UTF-16 without a mark': (draw) =>
    makeRejectedFile(Buffer.from(makeValidFile(draw).toString(), 'utf16le')),
  'UTF-16, big-endian, without a mark': (draw) =>
    makeRejectedFile(Buffer.from(makeValidFile(draw).toString(), 'utf16le').swap16()),
  'UTF-7': (draw) => makeRejectedFile(Buffer.from(`+/v8-${makeValidFile(draw).toString()}`)),
  'a web page': () =>
    makeRejectedFile(Buffer.from('<!DOCTYPE html>\n<html><body>Not found</body></html>\n')),
  YAML: () => makeRejectedFile(Buffer.from('- problem: Why?\n  samples:\n    - So.\n')),
  'a pointer of Git LFS': () =>
    makeRejectedFile(
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n'),
    ),
}
