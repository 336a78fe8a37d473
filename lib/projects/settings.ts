/** Templates that a project can be created with. */
export const projectTemplates = ['mathematics', 'code', 'science', 'prose'] as const
export type ProjectTemplate = (typeof projectTemplates)[number]

export const flows = ['solution', 'step_choice'] as const
export type Flow = (typeof flows)[number]

/** How texts are split into steps: the styles of lib/steps, and `auto`, which detects one. */
export const stepSplittings = [
  'auto',
  'step-tag',
  'heading',
  'step-n',
  'blank-line',
  'line',
] as const
export type StepSplitting = (typeof stepSplittings)[number]

/** How final answers are compared (lib/grading). */
export const graderModes = ['semantic', 'prm800k', 'exact', 'numeric', 'choice'] as const
export type GraderMode = (typeof graderModes)[number]

/** Limits of numbers and of text lengths, for the contract and the forms. */
export const maxOverlap = 10
export const maxLeaseMinutes = 1_440
export const projectNameMaxLength = 120
export const guidelineMaxLength = 100_000
