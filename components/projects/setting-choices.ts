import type { ChoiceListItem } from '@/components/ui/choice-list'
import { formatCount } from '@/lib/platform/format'
import {
  type Flow,
  type GraderMode,
  maxLeaseMinutes,
  type ProjectTemplate,
  type StepSplitting,
} from '@/lib/projects/settings'

export const leaseHint = `1 to ${formatCount(maxLeaseMinutes)} (one day). An inactive annotator’s solution returns to the queue after this time.`

export const templateChoices = [
  {
    value: 'mathematics',
    label: 'Mathematics',
    hint: 'Answers are compared by value: 1/2 equals 0.5.',
  },
  {
    value: 'code',
    label: 'Code',
    hint: 'Steps are split at blank lines. Answers are compared as text.',
  },
  {
    value: 'science',
    label: 'Science',
    hint: 'Answers are compared as numbers. Error types include units and laws.',
  },
  {
    value: 'prose',
    label: 'Law, medicine, prose',
    hint: 'Steps are split at blank lines. Answers are compared as multiple-choice letters. Annotators aren’t asked how far a solution got before its first error.',
  },
] as const satisfies readonly ChoiceListItem<ProjectTemplate>[]

export const flowChoices = [
  {
    value: 'solution',
    label: 'Stop at first error',
    hint: 'Annotators rate steps in order until one is negative.',
  },
  {
    value: 'step_choice',
    label: 'Step choice',
    hint: 'Annotators build a solution: they rate the options of each step and choose one. The data must include options.',
  },
] as const satisfies readonly ChoiceListItem<Flow>[]

export const splittingChoices = [
  {
    value: 'auto',
    label: 'Detect automatically',
    hint: 'Step markers first, then blank lines, then lines.',
  },
  { value: 'step-tag', label: 'At ки tags', hint: 'Math-Shepherd format.' },
  { value: 'heading', label: 'At headings', hint: '## Step 1, ## Step 2.' },
  { value: 'step-n', label: 'At step numbers', hint: 'Lines that begin with “Step 1:”.' },
  {
    value: 'blank-line',
    label: 'At blank lines',
    hint: 'Each paragraph is a step. A formula or heading on its own joins its neighbour.',
  },
  {
    value: 'line',
    label: 'At line breaks',
    hint: 'PRM800K format. A formula or heading on its own joins its neighbour.',
  },
] as const satisfies readonly ChoiceListItem<StepSplitting>[]

export const graderChoices = [
  { value: 'semantic', label: 'Equivalent', hint: '1/2 equals 0.5, in any notation.' },
  {
    value: 'prm800k',
    label: 'PRM800K',
    hint: 'Stricter: unreduced fractions are wrong, and tuples are ordered.',
  },
  { value: 'exact', label: 'Exact text', hint: 'Only white space is ignored.' },
  { value: 'numeric', label: 'Numeric', hint: 'Equal up to rounding.' },
  {
    value: 'choice',
    label: 'Multiple choice',
    hint: 'The letter of an option, with or without brackets.',
  },
] as const satisfies readonly ChoiceListItem<GraderMode>[]

export const referenceAnswerVisibilityChoices = [
  { value: 'yes', label: 'Shown' },
  { value: 'no', label: 'Hidden' },
] as const satisfies readonly ChoiceListItem<'yes' | 'no'>[]

export const annotatorNameHidingChoices = [
  {
    value: 'yes',
    label: 'Hidden in disagreements',
    hint: 'Until a disagreement is adjudicated, annotators have letters (A, B, …) in random order.',
  },
  { value: 'no', label: 'Shown', hint: 'Disagreements can be filtered by person.' },
] as const satisfies readonly ChoiceListItem<'yes' | 'no'>[]
