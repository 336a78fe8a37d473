import type { SlicePolicy } from '@/lib/rounds/policy'

/** The slices in the order in which pages name them, the random one last. */
export const sliceOrder = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
  'random',
] as const satisfies readonly SlicePolicy[]

interface SliceLook {
  /** A square beside its name, and its part of a bar. */
  background: string
  /** As a plot draws it: the accent is the series that the sentence is about. */
  colour: string
  width: number
  dashes?: string
}

const looks: Readonly<Record<SlicePolicy, SliceLook>> = {
  'convincing-wrong': { background: 'bg-plot-1', colour: 'var(--color-plot-1)', width: 2 },
  'paper-80-20': {
    ...{ background: 'bg-accent-mid', colour: 'var(--color-accent-mid)', width: 2 },
    dashes: '9 3',
  },
  'right-answer-weak-process': {
    ...{ background: 'bg-plot-2', colour: 'var(--color-plot-2)', width: 1.5 },
    dashes: '6 3',
  },
  uncertain: {
    ...{ background: 'bg-plot-3', colour: 'var(--color-plot-3)', width: 1.5 },
    dashes: '2 3',
  },
  random: { background: 'bg-plot-4', colour: 'var(--color-plot-4)', width: 1.5 },
}

/** Slices of imports have no place in a plot: they look like the rest. */
export function findLook(slice: string): SliceLook {
  return looks[slice as SlicePolicy] ?? looks.random
}
