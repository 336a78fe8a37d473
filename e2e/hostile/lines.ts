import { allPayloads, nextPayloads } from './payloads'

/* Hostile texts by how long they may be, and lines of a file that are made of them. */

export const long = allPayloads.slice(0, 9_900)
export const short = (room = 110) => nextPayloads(room)
export const note = () => nextPayloads(950)

/** Imports refuse images (lib/formats/find-image.ts). */
export const asFile = (text: string) => text.replaceAll('![', '! [')

/** A problem with solutions, with hostile text in every field. */
export function makeLine(id: string, scores: readonly number[]) {
  const makeShortText = (room: number) => asFile(short(room))
  const makeText = () => asFile(note())
  return {
    id: `${id} ${makeShortText(60)}`,
    problem: `${id}: ${asFile(allPayloads)}`,
    answer: makeShortText(40),
    solution: asFile(allPayloads),
    subject: makeShortText(60),
    level: makeShortText(30),
    generator: makeShortText(60),
    [makeShortText(40)]: makeText(),
    samples: scores.map((score, i) => ({
      id: `${id}/${i} ${makeShortText(60)}`,
      steps: [asFile(allPayloads), makeText(), `$1 + 1 = 3$ ${makeText()}`],
      answer: makeShortText(40),
      score,
      alternatives: { '2': [makeText()] },
      explanations: { '1': [makeText()] },
    })),
  }
}
