import { bootstrap, type Interval, type Weights } from '@/lib/platform/bootstrap'

/** Outcomes by their scores, from low to high. */
export interface Ranked {
  rights: Uint8Array
  blocks: Uint16Array
  /** Whether it has the score of the one before it. */
  isTied: Uint8Array
}

/** Up to so many are ranked anew for each draw: a second's work. */
export const mostRanked = 20_000

/**
 * How often what is right scores above what is wrong, ties half, and how sure that is. Of more than can be ranked anew
 * for each draw, the interval is of its linear part (as DeLong's and Obuchowski's are), which is all but the same by
 * then. Null: all are right, or none.
 */
export function measureAuc(ranked: Ranked, blocks: number, most = mostRanked): Interval | null {
  if (ranked.rights.length <= most)
    return bootstrap(blocks, (weights) => [computeAuc(ranked, weights)])[0] ?? null
  const value = computeAuc(ranked, new Uint16Array(blocks).fill(1))
  if (value === null) return null
  const shifts = sumShifts(ranked, blocks, value)
  const [interval] = bootstrap(blocks, (weights) => [
    shifts.reduce((sum, shift, block) => sum + weights[block]! * shift, value),
  ])
  return interval ? { ...interval, value } : null
}

/** One walk: each right one beats the wrong ones below it, and half of those that tie with it. */
function computeAuc({ rights, blocks, isTied }: Ranked, weights: Weights): number | null {
  let [right, wrong, wins, tiedRight, tiedWrong] = [0, 0, 0, 0, 0]
  const endTie = () => {
    wins += tiedRight * (wrong + tiedWrong / 2)
    right += tiedRight
    wrong += tiedWrong
    tiedRight = 0
    tiedWrong = 0
  }
  for (let i = 0; i < rights.length; i++) {
    if (isTied[i] === 0) endTie()
    const weight = weights[blocks[i]!]!
    if (rights[i] === 1) tiedRight += weight
    else tiedWrong += weight
  }
  endTie()
  return right === 0 || wrong === 0 ? null : wins / (right * wrong)
}

/** By block, how far its outcomes move the whole: each by the share of its opposites that it beats, less the mean. */
function sumShifts({ rights, blocks, isTied }: Ranked, blockCount: number, auc: number) {
  const shifts = new Float64Array(blockCount)
  const right = rights.reduce((sum, each) => sum + each, 0)
  const wrong = rights.length - right
  let [rightBelow, wrongBelow] = [0, 0]
  for (let start = 0; start < rights.length;) {
    let end = start + 1
    while (end < rights.length && isTied[end] === 1) end++
    let tiedRight = 0
    for (let i = start; i < end; i++) tiedRight += rights[i]!
    const tiedWrong = end - start - tiedRight
    const beaten = (wrongBelow + tiedWrong / 2) / wrong
    const beatenBy = (right - rightBelow - tiedRight / 2) / right
    for (let i = start; i < end; i++)
      shifts[blocks[i]!]! += rights[i] === 1 ? (beaten - auc) / right : (beatenBy - auc) / wrong
    rightBelow += tiedRight
    wrongBelow += tiedWrong
    start = end
  }
  return shifts
}
