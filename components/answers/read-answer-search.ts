/** The limit in lib/answers/contract.ts. */
export const maxSearchCharacters = 200

export interface AnswerSearch {
  /** The search text. An invalid one is shortened, or loses the characters that can’t be searched. */
  text: string
  /** Why the text is invalid; null if it is valid. */
  searchError: string | null
}

/** Reads the search text from the URL. */
export function readAnswerSearch(param: string | readonly string[] | undefined): AnswerSearch {
  const raw = typeof param === 'string' ? param : ''
  const text = raw.replaceAll('\0', '').toWellFormed().slice(0, maxSearchCharacters)
  if (raw.length > maxSearchCharacters)
    return {
      text: text.toWellFormed(),
      searchError: `Enter at most ${maxSearchCharacters} characters. The text was shortened.`,
    }
  if (text !== raw)
    return { text, searchError: 'Some characters can’t be searched. They were removed.' }
  return { text, searchError: null }
}
