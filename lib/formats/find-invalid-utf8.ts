/**
 * Finds the first byte that is not well-formed UTF-8 (Unicode table 3-7: no overlong forms, no
 * surrogates, nothing above U+10FFFF). For a truncated character, that is its first byte.
 *
 * @returns a 0-based index, or -1 for valid UTF-8
 */
export function findInvalidUtf8(bytes: Uint8Array): number {
  let offset = 0
  while (offset < bytes.length) {
    const length = measureCharacter(bytes, offset)
    if (length === 0) return offset
    offset += length
  }
  return -1
}

/** Bytes of the character at `offset`; 0 when it is malformed. */
function measureCharacter(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const second = bytes[offset + 1] ?? 0
  const [min, max] = boundSecondByte(lead)
  if (second < min || second > max) return 0
  for (let next = offset + 2; next < offset + length; next++) {
    const byte = bytes[next] ?? 0
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  return length
}

function boundSecondByte(lead: number): readonly [min: number, max: number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  if (lead === 0xf4) return [0x80, 0x8f]
  return [0x80, 0xbf]
}
