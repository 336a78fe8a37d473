/** Held-out lists of a release. All are in memory while it is written. */
export const maxReleaseHeldOutLists = 20
