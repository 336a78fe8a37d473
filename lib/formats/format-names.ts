/** Input formats and short descriptions. */
export const inputFormatSummaries = {
  prm800k: 'PRM800K: one labelled solution per line, both phases, kept byte for byte',
  stepmark: 'Stepmark lines: everything stored about an annotation',
  generic: 'one problem per line with its samples, or with options per step',
  'trl-stepwise': 'TRL: prompt, completions and labels',
  processbench: 'ProcessBench: steps and the first wrong one',
  'math-shepherd': 'Math-Shepherd: steps ending with a tag, and labels + and -',
  'mr-ben': 'Mr-Ben: model solutions with the first error',
  prmbench: 'PRMBench: a correct solution and a copy with planted errors',
  versaprm: 'VersaPRM: chains of thought with a label per step',
  openr: 'OpenR training lines: steps ending with a tag, and labels',
  'big-bench-mistake': 'BIG-Bench-Mistake: steps and the first mistake',
  'scored-samples': 'PRM800K scored samples: one solution per line with its scores',
  'openai-batch': 'OpenAI batch output; the problems come from its request file',
  'vllm-batch': 'batch output of older vLLM, completion directly in "response"',
  'lm-eval': 'samples of lm-evaluation-harness',
  'search-and-learn': 'search-and-learn: completions with their step scores',
  'rlhflow-samples': 'RLHFlow samples: a prompt with answers and whether each is correct',
  'qwen-eval': 'Qwen2.5-Math evaluation: generations under "code"',
  'gsm8k-solutions': 'GSM8K model solutions: one key per model',
  csv: 'a table with a header, one solution per row',
} as const satisfies Record<string, string>

export type InputFormatName = keyof typeof inputFormatSummaries

export const inputFormatNames = Object.keys(inputFormatSummaries) as [
  InputFormatName,
  ...InputFormatName[],
]

/** Output formats and short descriptions. */
export const outputFormatSummaries = {
  prm800k: 'PRM800K, as OpenAI published it. Imported PRM800K lines come back unchanged',
  stepmark: 'everything stored about an annotation; can be imported again',
  'trl-stepwise': 'TRL, axolotl: prompt, completions, labels',
  processbench: 'ProcessBench: all steps and the first wrong one',
  'math-shepherd': 'Math-Shepherd: steps ending with a tag, and labels',
  rlhflow: 'RLHFlow: a chat that answers each step with + or -',
  'qwen-prm': 'Qwen2.5-Math-PRM: messages with a step tag after each step',
  preference: 'preference pairs at the first error',
  csv: 'one row per rated step, for spreadsheets',
} as const satisfies Record<string, string>

export type OutputFormatName = keyof typeof outputFormatSummaries

export const outputFormatNames = Object.keys(outputFormatSummaries) as [
  OutputFormatName,
  ...OutputFormatName[],
]

/** How formats with only correct and wrong export neutral ratings. */
export const neutralPolicies = ['positive', 'negative', 'drop'] as const
export type NeutralPolicy = (typeof neutralPolicies)[number]

/** What preference pairs have between the problem and the solution. */
export const promptSeparators = ['blank-line', 'line-break', 'none'] as const
export type PromptSeparator = (typeof promptSeparators)[number]
export const defaultPromptSeparator: PromptSeparator = 'blank-line'
