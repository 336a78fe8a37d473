/** How intervals are sampled. */
export interface BootstrapOptions {
  resamples: number
  seed: number
  /** Number of problems that are sampled, or of groups of problems if there are more. */
  maxBlocks: number
}
