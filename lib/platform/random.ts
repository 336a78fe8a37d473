/** A reproducible stream of numbers in [0, 1) from a seed: mulberry32, by Tommy Ettinger (public domain). */
export function createRandomGenerator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws `count` items without replacement, in random order. */
export function sampleItems<T>(items: readonly T[], count: number, draw: () => number): T[] {
  const pool = [...items]
  const size = Math.min(count, pool.length)
  for (let i = 0; i < size; i++) {
    const swapIndex = i + Math.floor(draw() * (pool.length - i))
    const item = pool[swapIndex]!
    pool[swapIndex] = pool[i]!
    pool[i] = item
  }
  return pool.slice(0, size)
}
