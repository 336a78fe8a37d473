/**
 * Weights of a Poisson bootstrap: how often a sample contains a block. They depend only on the block and the sample, so
 * the order of blocks does not matter and no weight is stored. Source: Hanley and MacGibbon (2006).
 */

/** Cumulative distribution of Poisson(1). */
const cumulative = makeCumulative()

function makeCumulative(): number[] {
  const sums: number[] = []
  let [term, sum] = [Math.exp(-1), 0]
  for (let count = 0; count < 10; count++) {
    sum += term
    sums.push(sum)
    term /= count + 1
  }
  return sums
}

export function drawPoissonWeight(block: number, sample: number): number {
  const uniform = (mix(block ^ mix(sample + 1)) >>> 0) / 4_294_967_296
  let weight = 0
  while (weight < cumulative.length && uniform >= cumulative[weight]!) weight += 1
  return weight
}

/** FNV-1a of a text, to name a block. */
export function hashToInt32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
