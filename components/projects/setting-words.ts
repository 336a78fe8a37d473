import type { Choice } from '@/components/ui/choice-list'
import type { Flow, GraderMode, ProjectTemplate, Splitting } from '@/lib/projects/settings'

/** What each choice of a setting is called, and what it means. */

export const templateChoices = [
  {
    value: 'mathematics',
    label: 'Mathematics',
    hint: 'Problems with one answer, compared by what it means. The mistake and the progress are asked for.',
  },
  {
    value: 'code',
    label: 'Code',
    hint: 'Programs with words between them. Texts are cut at blank lines, answers compared as they are written.',
  },
  {
    value: 'science',
    label: 'Science',
    hint: 'Physics, chemistry, biology. Answers are compared as numbers; units and laws are among the kinds of error.',
  },
  {
    value: 'prose',
    label: 'Law, medicine and other prose',
    hint: 'Reasons from sources and facts. Texts are cut at blank lines, answers are letters of choices; progress is not asked for.',
  },
] as const satisfies readonly Choice<ProjectTemplate>[]

export const flowChoices = [
  {
    value: 'solution',
    label: 'Read a solution to its first error',
    hint: 'Steps are rated one after the other until one is negative. It shows where solutions go wrong.',
  },
  {
    value: 'step_choice',
    label: 'Build a solution from options',
    hint: 'At each step several options are rated and one of them goes on. The data must come with options.',
  },
] as const satisfies readonly Choice<Flow>[]

export const splittingChoices = [
  {
    value: 'auto',
    label: 'As each text shows',
    hint: 'Marks of steps first, then blank lines, then lines.',
  },
  { value: 'step-tag', label: 'At the tag ки', hint: 'As Math-Shepherd marks its steps.' },
  { value: 'heading', label: 'At headings', hint: '## Step 1, ## Step 2.' },
  {
    value: 'step-n',
    label: 'At step numbers',
    hint: 'Step 1: and so on, at the beginning of a line.',
  },
  { value: 'blank-line', label: 'At blank lines', hint: 'Each paragraph is a step.' },
  { value: 'line', label: 'At each line', hint: 'As in PRM800K.' },
] as const satisfies readonly Choice<Splitting>[]

export const graderChoices = [
  {
    value: 'semantic',
    label: 'By what they mean',
    hint: 'A half is 1/2 and 0.5, however they are set.',
  },
  {
    value: 'prm800k',
    label: 'As PRM800K does',
    hint: 'Stricter: fractions that are not reduced are wrong, tuples have an order.',
  },
  { value: 'exact', label: 'As they are written', hint: 'Only spaces do not count.' },
  { value: 'numeric', label: 'As numbers', hint: 'Equal as far as rounding goes.' },
  { value: 'choice', label: 'As letters of choices', hint: 'A to E, with or without brackets.' },
] as const satisfies readonly Choice<GraderMode>[]

export const showsAnswerChoices = [
  { value: 'yes', label: 'Shown, as current best guess' },
  { value: 'no', label: 'Not shown' },
] as const satisfies readonly Choice<'yes' | 'no'>[]

export const hidesLabelersChoices = [
  {
    value: 'yes',
    label: 'Hidden until it is ruled on',
    hint: 'Annotations are A and B, in an order that says nothing.',
  },
  { value: 'no', label: 'Shown', hint: 'Disagreements can then be listed by person.' },
] as const satisfies readonly Choice<'yes' | 'no'>[]
