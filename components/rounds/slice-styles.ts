import type { SlicePolicyName } from '@/lib/rounds/policy'

interface SliceStyle {
  /** Swatch and bar segment. */
  background: string
  /** Plot line. */
  colour: string
  width: number
  dashes?: string
}

const sliceStyles: Readonly<Record<SlicePolicyName, SliceStyle>> = {
  'convincing-wrong': { background: 'bg-plot-1', colour: 'var(--color-plot-1)', width: 2 },
  'paper-80-20': {
    background: 'bg-accent-mid',
    colour: 'var(--color-accent-mid)',
    width: 2,
    dashes: '9 3',
  },
  'right-answer-weak-process': {
    background: 'bg-plot-2',
    colour: 'var(--color-plot-2)',
    width: 1.5,
    dashes: '6 3',
  },
  uncertain: {
    background: 'bg-plot-3',
    colour: 'var(--color-plot-3)',
    width: 1.5,
    dashes: '2 3',
  },
  random: { background: 'bg-plot-4', colour: 'var(--color-plot-4)', width: 1.5 },
}

/** Slices used only by imports are not plotted, and have the style of the random sample. */
export function getSliceStyle(slice: string): SliceStyle {
  return sliceStyles[slice as SlicePolicyName] ?? sliceStyles.random
}
