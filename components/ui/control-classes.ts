/** The border, focus and states of text inputs, text areas and selects. */
export const controlClasses =
  'w-full rounded-control border border-line bg-surface px-3 ' +
  'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent ' +
  'disabled:cursor-not-allowed disabled:border-dashed disabled:bg-transparent disabled:text-ink-3 ' +
  'aria-invalid:border-negative'
