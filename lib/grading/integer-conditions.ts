const integerMembership = String.raw`\\in\s*(?:\\mathbb\s*\{?\s*Z\s*\}?|\\mathbf\s*\{?\s*Z\s*\}?|\\Z(?![a-zA-Z])|Z(?![a-zA-Z]))`
const trailingDeclaration = new RegExp(
  String.raw`(?:[,;(]|\\text\s*\{\s*(?:where|for|with)?\s*\}|(?:\\text\s*\{\s*)?\b(?:where|for|with)\b|\s)*\s(?:\\text\s*\{\s*)?([a-zA-Z])\}?\s*${integerMembership}\s*\)?$`,
)
const integerPhrase =
  /(?:[,;(]|\b(?:where|for|with|and)\b|\s)*\s(?:(?:all|any|every|some|an?|each)\s+)?(?:\$?([a-zA-Z])\$?\s+(?:is|are|be)?\s*(?:any|an|some)?\s*(?:arbitrary\s+)?integers?|(?:all |any |every |some |an |each )?integers?\s+\$?([a-zA-Z])\$?)\s*\)?\.?$/i
const setBuilder = new RegExp(
  String.raw`^(?:[a-zA-Z]\s*\\in\s*)?\\\{(?:\s*[a-zA-Z]\s*(?:\\mid|\||:)\s*(?=[a-zA-Z]\s*=))?(.*?)(?:\\mid|\||:|,)\s*([a-zA-Z])\s*${integerMembership}\s*\\\}$`,
)
const congruence =
  /^(?:([a-zA-Z])\s*(?:\\equiv|≡)\s*)?(-?\d+)\s*(?:\\q?quad\s*)?(?:\\pmod|\(?\s*(?:\\(?:b?mod|text\s*\{\s*mod\s*\})|mod(?![a-z])))\s*\{?\s*(\d+)\s*\}?\s*\)?$/

/** Rewrites congruences, and the ways to say that a letter is an integer, as `3 + 7n, n\in\mathbb{Z}`. */
export function normaliseIntegerConditions(text: string): string {
  if (text.length > 300 || !/integer|\\in|mod/.test(text)) return text
  const [, variable, remainder, modulus] = congruence.exec(text) ?? []
  if (remainder !== undefined) {
    const letter = variable === 'n' ? 'k' : 'n'
    return `${variable === undefined ? '' : `${variable} = `}${remainder} + ${modulus}${letter}, ${letter}\\in\\mathbb{Z}`
  }
  return text
    .replace(setBuilder, '$1, $2\\in\\mathbb{Z}')
    .replace(/\\text\s*\{([^{}]*integers?[^{}]*)\}/, ' $1 ')
    .replace(
      integerPhrase,
      (_all, first?: string, second?: string) => `, ${first ?? second}\\in\\mathbb{Z}`,
    )
    .replace(trailingDeclaration, ', $1\\in\\mathbb{Z}')
}
