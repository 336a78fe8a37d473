import type { SolutionProgressLevel } from '@/lib/annotations/content'

/** How much progress there was before the first error. */
export const progressLevelLabels = {
  none: 'None',
  some: 'Some',
  most: 'Most',
} as const satisfies Record<SolutionProgressLevel, string>
