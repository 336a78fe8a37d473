import type { ImportSample } from './import-reply'

const styleLabels: Record<string, string> = {
  'step-tag': 'split at the tag ки',
  heading: 'split at headings',
  'step-n': 'split at step numbers',
  'blank-line': 'split at blank lines',
  line: 'split at each line',
}

/** How a text was split, by `style/version`: `split at blank lines (splitter version 1)`. */
export function describeSampleSplitter({ splitter }: Pick<ImportSample, 'splitter'>): string {
  if (splitter === null) return 'steps from the file'
  const [style = '', version] = splitter.split('/')
  const label = styleLabels[style] ?? `split by ${style}`
  return version === undefined ? label : `${label} (splitter version ${version})`
}

const verdictLabels: Record<string, string> = {
  correct: 'correct',
  wrong: 'wrong',
  unsure: 'unsure',
}

/** The grader's verdict on the final answer. */
export function describeSampleVerdict({
  answer,
  verdict,
}: Pick<ImportSample, 'answer' | 'verdict'>): string {
  if (answer === null) return 'No final answer found.'
  return `Final answer ${answer}: ${verdictLabels[verdict] ?? verdict}.`
}
