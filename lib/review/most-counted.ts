/** Lists are counted up to here: this many, or more. */
export const mostCounted = 1_000
