import { gzipSync } from 'node:zlib'
import type { MalformedFileGenerators, MalformedFile } from './malformed-file'
import type { SeededRandom } from './seeded-random'

/* Files that are not text, and compressed files that are damaged. */

const good = (draw: SeededRandom) => Buffer.from(`${draw.goodLines().join('\n')}\n`)

const whole = (bytes: Uint8Array): MalformedFile => ({ bytes, refused: null, valid: 0 })

/** A beginning that identifies the format, then arbitrary bytes. */
const foreign =
  (...beginning: (string | number[])[]) =>
  (draw: SeededRandom) => {
    const rest = Uint8Array.from({ length: 200 + draw.number(2000) }, () => draw.number(256))
    return whole(Buffer.concat([...beginning.map((part) => Buffer.from(part as string)), rest]))
  }

/** The file, damaged after compression. */
const packed =
  (change: (bytes: Buffer, draw: SeededRandom) => Uint8Array) => (draw: SeededRandom) =>
    whole(change(gzipSync(good(draw)), draw))

export const malformedGzipKinds: MalformedFileGenerators = {
  'gzip, cut off': packed((bytes, draw) => bytes.subarray(0, 12 + draw.number(bytes.length - 13))),
  'gzip, its checksum wrong': packed((bytes, draw) => {
    const offset = bytes.length - 8 + draw.number(4)
    bytes.writeUInt8(bytes[offset]! ^ 0xff, offset)
    return bytes
  }),
  'gzip, its length wrong': packed((bytes) => {
    bytes.writeUInt32LE(1, bytes.length - 4)
    return bytes
  }),
  'gzip, damaged in the middle': packed((bytes, draw) => {
    bytes.fill(0xff, 20 + draw.number(20), 60)
    return bytes
  }),
  'gzip, text after it': packed((bytes) => Buffer.concat([bytes, Buffer.from('{"problem": 1}')])),
  'gzip, only its first bytes': () => whole(Uint8Array.from([0x1f, 0x8b])),
  'gzip of nothing': () => whole(gzipSync(Buffer.alloc(0))),
  'gzip of gzip': packed((bytes) => gzipSync(bytes)),
  'gzip of blank lines': () => whole(gzipSync('\n'.repeat(500))),
  'a gzip bomb of spaces': () => whole(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
  'a gzip bomb of one line': () => whole(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))),
  'a gzip bomb of lines': () => whole(gzipSync(`{"a":"${'a'.repeat(4096)}"}\n`.repeat(16 * 1024))),
  'a ZIP archive in gzip': (draw) => whole(gzipSync(foreign('PK\x03\x04')(draw).bytes)),
}

export const unsupportedFileKinds: MalformedFileGenerators = {
  'blank lines': (draw) => whole(Buffer.from(draw.pick(['\n', '\r\n', '  \n', '\t\n']).repeat(50))),
  'a mark of byte order': () => whole(Uint8Array.from([0xef, 0xbb, 0xbf])),
  'a ZIP archive': foreign('PK\x03\x04'),
  'an empty ZIP archive': () => whole(Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)),
  'a PDF': foreign('%PDF-1.7\n'),
  Parquet: foreign('PAR1'),
  Arrow: foreign('ARROW1\0\0'),
  'a picture': foreign([0x89], 'PNG\r\n\x1a\n'),
  bzip2: foreign('BZh9'),
  xz: foreign([0xfd], '7zXZ\0'),
  Zstandard: foreign([0x28, 0xb5, 0x2f, 0xfd]),
  '7z': foreign('7z', [0xbc, 0xaf, 0x27, 0x1c]),
  'a pickle of Python': foreign([0x80, 0x04, 0x95]),
  SQLite: foreign('SQLite format 3\0'),
  zeros: () => whole(new Uint8Array(4096)),
  noise: foreign([0x00]),
  'UTF-16, little-endian': (draw) =>
    whole(Buffer.from(`\ufeff${good(draw).toString()}`, 'utf16le')),
  'UTF-16, big-endian': (draw) =>
    whole(Buffer.from(`\ufeff${good(draw).toString()}`, 'utf16le').swap16()),
  'UTF-16 without a mark': (draw) => whole(Buffer.from(good(draw).toString(), 'utf16le')),
  'UTF-16, big-endian, without a mark': (draw) =>
    whole(Buffer.from(good(draw).toString(), 'utf16le').swap16()),
  'UTF-7': (draw) => whole(Buffer.from(`+/v8-${good(draw).toString()}`)),
  'a web page': () => whole(Buffer.from('<!DOCTYPE html>\n<html><body>Not found</body></html>\n')),
  YAML: () => whole(Buffer.from('- problem: Why?\n  samples:\n    - So.\n')),
  'a pointer of Git LFS': () =>
    whole(Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n')),
}
