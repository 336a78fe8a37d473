/** What can be read, by name, and in a few words. */
export const inputFormatSummaries = {
  prm800k: 'PRM800K: one labelled solution per line, of either phase, kept byte for byte',
  stepmark: 'our own lossless lines: everything that is stored of an annotation',
  generic: 'one problem per line with its samples, or with options per step',
  'trl-stepwise': 'TRL: prompt, completions and a label for each',
  processbench: 'ProcessBench: steps and the first wrong one',
  'math-shepherd': 'Math-Shepherd: steps ended by a tag, and the same text with + and - for tags',
  'mr-ben': 'Mr-Ben: model solutions with the first error that a person found',
  'big-bench-mistake': 'BIG-Bench-Mistake: steps and the first mistake that people found',
  'scored-samples': 'PRM800K scored samples: one solution per line with its scores',
  'openai-batch': 'OpenAI batch output; the problems come from its request file',
  'vllm-batch': 'the same as older vLLM writes it, the completion directly in "response"',
  'lm-eval': 'samples of lm-evaluation-harness',
  'search-and-learn': 'search-and-learn: completions with their step scores',
  'qwen-eval': 'Qwen2.5-Math evaluation: generations under "code"',
  'gsm8k-solutions': 'GSM8K model solutions: one key for each model',
  csv: 'a table with a header, one solution per row',
} as const satisfies Record<string, string>

export type InputFormatName = keyof typeof inputFormatSummaries

export const inputFormatNames = Object.keys(inputFormatSummaries) as [
  InputFormatName,
  ...InputFormatName[],
]

/** What can be written. */
export const outputFormatSummaries = {
  prm800k: 'PRM800K: byte for byte what was imported; for labels made here its shape',
  stepmark: 'everything that is stored of an annotation; can be imported again',
  'trl-stepwise': 'TRL, axolotl: prompt, completions, labels',
  processbench: 'ProcessBench: all steps and the first wrong one',
  'math-shepherd': 'Math-Shepherd: steps ended by a tag, labels in its place',
  rlhflow: 'RLHFlow: a chat in which each step is answered + or -',
  'qwen-prm': 'Qwen2.5-Math-PRM: messages with a step tag after each step',
  preference: 'pairs at the error step: a better next step and the wrong one',
  csv: 'one row per rated step, for spreadsheets',
} as const satisfies Record<string, string>

export type OutputFormatName = keyof typeof outputFormatSummaries

export const outputFormatNames = Object.keys(outputFormatSummaries) as [
  OutputFormatName,
  ...OutputFormatName[],
]

/** What becomes of a neutral rating in formats that know only right and wrong. */
export const neutralPolicies = ['positive', 'negative', 'drop'] as const
export type NeutralPolicy = (typeof neutralPolicies)[number]
