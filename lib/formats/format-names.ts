import type { Flow } from './record'

/** How screens, the CLI and dataset cards describe a format. */
export interface FormatDescription {
  label: string
  /** Shown after the label and a colon. */
  summary: string
}

export const inputFormatDescriptions = {
  prm800k: {
    label: 'PRM800K',
    summary: 'one labelled solution per line, both phases, kept byte for byte',
  },
  stepmark: { label: 'Stepmark', summary: 'everything stored about an annotation' },
  generic: {
    label: 'generic JSONL',
    summary: 'one problem per line with its samples, or with options per step',
  },
  'trl-stepwise': { label: 'TRL stepwise', summary: 'prompt, completions and labels' },
  processbench: { label: 'ProcessBench', summary: 'steps and the first wrong one' },
  'math-shepherd': {
    label: 'Math-Shepherd',
    summary: 'steps ending with a tag, and labels + and -',
  },
  'mr-ben': { label: 'Mr-Ben', summary: 'model solutions with the first error' },
  prmbench: { label: 'PRMBench', summary: 'a correct solution and a copy with planted errors' },
  versaprm: { label: 'VersaPRM', summary: 'chains of thought with a label per step' },
  openr: { label: 'OpenR', summary: 'training lines with steps ending with a tag, and labels' },
  'big-bench-mistake': { label: 'BIG-Bench-Mistake', summary: 'steps and the first mistake' },
  'scored-samples': {
    label: 'PRM800K scored samples',
    summary: 'one solution per line with its scores',
  },
  'openai-batch': {
    label: 'OpenAI batch output',
    summary: 'the problems come from its request file',
  },
  'vllm-batch': {
    label: 'vLLM batch output',
    summary: 'from older versions, with the completion itself in "response"',
  },
  'lm-eval': { label: 'lm-evaluation-harness samples', summary: 'documents with their responses' },
  'search-and-learn': {
    label: 'search-and-learn completions',
    summary: 'a problem with its completions and their step scores',
  },
  'rlhflow-samples': {
    label: 'RLHFlow samples',
    summary: 'a prompt with answers and whether each is correct',
  },
  'qwen-eval': { label: 'Qwen evaluation', summary: 'generations of Qwen2.5-Math under "code"' },
  'gsm8k-solutions': { label: 'GSM8K model solutions', summary: 'one key per model' },
  csv: { label: 'CSV', summary: 'a table with a header, one solution per row' },
} as const satisfies Record<string, FormatDescription>

export type InputFormatName = keyof typeof inputFormatDescriptions

export const inputFormatNames = Object.keys(inputFormatDescriptions) as [
  InputFormatName,
  ...InputFormatName[],
]

export const outputFormatDescriptions = {
  prm800k: {
    label: 'PRM800K',
    summary: 'as OpenAI published it. Imported PRM800K lines come back unchanged',
  },
  stepmark: {
    label: 'Stepmark',
    summary: 'everything stored about an annotation; can be imported again',
  },
  'trl-stepwise': {
    label: 'TRL stepwise',
    summary: 'prompt, completions, labels, for TRL and axolotl',
  },
  processbench: { label: 'ProcessBench', summary: 'all steps and the first wrong one' },
  'math-shepherd': { label: 'Math-Shepherd', summary: 'steps ending with a tag, and labels' },
  rlhflow: { label: 'RLHFlow chat', summary: 'answers each step with + or -' },
  'qwen-prm': { label: 'Qwen PRM messages', summary: 'a step tag after each step' },
  preference: {
    label: 'Preference pairs',
    summary:
      'a better and a wrong continuation at the first error; in the step-choice flow, at every step. Needs rated alternatives',
  },
  csv: { label: 'CSV', summary: 'one row per rated option, for spreadsheets' },
} as const satisfies Record<string, FormatDescription>

export type OutputFormatName = keyof typeof outputFormatDescriptions

export const outputFormatNames = Object.keys(outputFormatDescriptions) as [
  OutputFormatName,
  ...OutputFormatName[],
]

const requiredAnnotationParts: Readonly<
  Record<Exclude<OutputFormatName, 'preference'>, string | null>
> = {
  prm800k: null,
  stepmark: null,
  'trl-stepwise': 'a rating at its first step',
  processbench: 'a first error or ratings of all steps',
  'math-shepherd': 'a rating of its first step',
  rlhflow: 'a rating of its first step',
  'qwen-prm': 'a rating of its first step',
  csv: 'a rating',
}

const requiredPreferenceParts = {
  solution: 'a better-rated alternative at its first error',
  step_choice: 'a negative alternative to a chosen step',
} as const satisfies Record<Flow, string>

/**
 * What an annotation must have to be written in a format. Null: each can be written.
 *
 * @param flows of the annotations
 */
export const describeRequiredPart = (
  format: OutputFormatName,
  flows: Iterable<Flow>,
): string | null =>
  format === 'preference'
    ? [...flows].map((flow) => requiredPreferenceParts[flow]).join(', or ')
    : requiredAnnotationParts[format]

export const joinLabelAndSummary = ({ label, summary }: FormatDescription) => `${label}: ${summary}`

const allDescriptions: Readonly<Record<string, FormatDescription>> = {
  ...outputFormatDescriptions,
  ...inputFormatDescriptions,
}

/** `prm800k, generic` becomes `PRM800K and generic JSONL`. Keeps unknown names. */
export function formatFormatLabels(names: string): string {
  return names
    .split(', ')
    .map((name) => (Object.hasOwn(allDescriptions, name) ? allDescriptions[name]!.label : name))
    .join(' and ')
}

/** How formats with only correct and wrong export neutral ratings. */
export const neutralPolicies = ['positive', 'negative', 'drop'] as const
export type NeutralPolicy = (typeof neutralPolicies)[number]

/**
 * @param subjectAndVerb such as "This format has"
 * @param policies how the caller lets people choose them
 */
export const describeMissingNeutralPolicy = (
  subjectAndVerb: string,
  policies = 'positive, negative or drop',
) => `${subjectAndVerb} only correct and wrong. Choose how to export neutral ratings: ${policies}.`

/** What preference pairs have between the problem and the solution. */
export const promptSeparators = ['blank-line', 'line-break', 'none'] as const
export type PromptSeparator = (typeof promptSeparators)[number]
export const defaultPromptSeparator: PromptSeparator = 'blank-line'
