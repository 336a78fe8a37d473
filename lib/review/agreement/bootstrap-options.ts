/** How the intervals are drawn. */
export interface BootstrapOptions {
  draws: number
  seed: number
  /** Problems, or groups of them where there are more, that samples are drawn from. */
  maxBlocks: number
}
