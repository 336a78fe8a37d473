import type { InputFormatName, OutputFormatName } from '@/lib/formats/format-names'

/** Formats as people call them. */
const formatNames = {
  prm800k: 'PRM800K',
  stepmark: 'Stepmark',
  generic: 'generic JSONL',
  'trl-stepwise': 'TRL stepwise',
  processbench: 'ProcessBench',
  'math-shepherd': 'Math-Shepherd',
  'mr-ben': 'Mr-Ben',
  prmbench: 'PRMBench',
  versaprm: 'VersaPRM',
  openr: 'OpenR',
  'big-bench-mistake': 'BIG-Bench-Mistake',
  'scored-samples': 'PRM800K scored samples',
  'openai-batch': 'OpenAI batch output',
  'vllm-batch': 'vLLM batch output',
  'lm-eval': 'lm-evaluation-harness samples',
  'search-and-learn': 'search-and-learn completions',
  'rlhflow-samples': 'RLHFlow samples',
  'qwen-eval': 'Qwen evaluation',
  'gsm8k-solutions': 'GSM8K model solutions',
  csv: 'CSV',
  rlhflow: 'RLHFlow chat',
  'qwen-prm': 'Qwen PRM messages',
  preference: 'Preference pairs',
  'trl-stepwise-parquet': 'TRL stepwise as Parquet',
} as const satisfies Record<InputFormatName | OutputFormatName | 'trl-stepwise-parquet', string>

export type FormatName = keyof typeof formatNames

export function getFormatName(format: FormatName): string {
  return formatNames[format]
}

/** `prm800k, generic` as people say it. */
export function formatFormatNames(formats: string): string {
  return formats
    .split(', ')
    .map((name) => (Object.hasOwn(formatNames, name) ? formatNames[name as FormatName] : name))
    .join(' and ')
}
