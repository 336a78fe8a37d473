import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }
const lastCode = 0x10ffff

/**
 * Any Unicode character, for `fc.string({ unit: anyCharacter })`. Replaces fast-check's unit 'binary', which first builds a map
 * of all characters: a second of CPU, and a million strings that every garbage collection visits.
 */
export const anyCharacter = fc.nat({ max: lastCode - surrogates.count }).map(
  (i) => String.fromCodePoint(i < surrogates.first ? i : i + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('No character.')
    return code < surrogates.first ? code : code - surrogates.count
  },
)
