/** Constants apart from the contract, so that pages can use them without loading its schemas. */

/** N of the best-of-N curves, up to the largest number of samples per problem. */
export const bestOfNSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const

/** Max. entries of a list of findings. */
export const maxListedFindings = 50

/** A scorer is confident that a step is correct if P(correct) is at least this, and that it is wrong if P(wrong) is. */
export const scorerConfidenceThreshold = 0.9

/** Max. unlabelled solutions, next in the queue first, that are checked for hints. */
export const maxUnlabelledSolutionsForHints = 100_000
