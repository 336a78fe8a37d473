/** Steps counted from 1: `2`, `2 or 3`; `none` if there are none. */
export const formatStepNumbers = (steps: readonly number[]) =>
  steps.length === 0 ? 'none' : steps.map((step) => step + 1).join(' or ')
