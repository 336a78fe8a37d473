/** Maximum number of held-out lists of a release. All are in memory while the release is written. */
export const maxReleaseHeldOutLists = 20
