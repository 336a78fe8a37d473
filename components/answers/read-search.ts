/** As the call takes it (lib/review/answers-contract.ts). */
export const searchCharacters = 200

export interface Search {
  /** What is looked for; in the field also where it cannot be. */
  text: string
  /** Why it cannot; null where it can. */
  problem: string | null
}

/** The text of an address, which may be anybody's. */
export function readSearch(asked: string | readonly string[] | undefined): Search {
  const given = typeof asked === 'string' ? asked : ''
  const text = given.replaceAll('\0', '').toWellFormed().slice(0, searchCharacters)
  if (given.length > searchCharacters)
    return {
      text: text.toWellFormed(),
      problem: `At most ${searchCharacters} characters can be looked for; these are the first.`,
    }
  if (text !== given)
    return { text, problem: 'It held characters that no answer has; they are left out.' }
  return { text, problem: null }
}
