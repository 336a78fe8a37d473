import { allPayloads, takePayloads } from './payloads'

/* Hostile texts by how long they may be, and lines of a file that are made of them. */

export const long = allPayloads.slice(0, 9_900)
export const short = (room = 110) => takePayloads(room)
export const note = () => takePayloads(950)

/** Files with pictures are refused (lib/formats/find-image.ts). */
export const asFile = (text: string) => text.replaceAll('![', '! [')

/** A problem with solutions whose every text is hostile: their words, names, answers, and what else a line may say. */
export function makeLine(id: string, scores: readonly number[]) {
  const word = (room: number) => asFile(short(room))
  const words = () => asFile(note())
  return {
    id: `${id} ${word(60)}`,
    problem: `${id}: ${asFile(allPayloads)}`,
    answer: word(40),
    solution: asFile(allPayloads),
    subject: word(60),
    level: word(30),
    generator: word(60),
    [word(40)]: words(),
    samples: scores.map((score, i) => ({
      id: `${id}/${i} ${word(60)}`,
      steps: [asFile(allPayloads), words(), `$1 + 1 = 3$ ${words()}`],
      answer: word(40),
      score,
      alternatives: { '2': [words()] },
      explanations: { '1': [words()] },
    })),
  }
}
