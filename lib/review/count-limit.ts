/** Lists are counted up to here: this many, or more. */
export const countLimit = 1_000
