import type { LeasedWork } from '@/lib/client/labelling-screen-calls'

const text = (source: string) => ({ text: [], source })

/** A solution of three steps in the format of `getWork`. */
export function makeLeasedWork(lease: string, more: Partial<LeasedWork> = {}): LeasedWork {
  return {
    lease,
    solution: `solution of ${lease}`,
    secondsLeft: 1_800,
    flow: 'solution',
    problem: text('problem'),
    referenceAnswer: null,
    steps: [text('one'), text('two'), text('three')],
    stepCount: 3,
    revision: 1,
    revealed: [0, 1, 2],
    options: {},
    explanations: {},
    asksExplanation: false,
    asksProgress: false,
    errorTags: [],
    guidelineVersion: 1,
    guidelineVersionToRead: null,
    screening: null,
    returnedNote: null,
    draft: null,
    ...more,
  }
}
