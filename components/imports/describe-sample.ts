import type { ImportSample } from './import-reply'

const styleWords: Record<string, string> = {
  'step-tag': 'cut at the tag ки',
  heading: 'cut at headings',
  'step-n': 'cut at step numbers',
  'blank-line': 'cut at blank lines',
  line: 'cut at each line',
}

/** How a text was cut into steps, by `style/version`: `cut at blank lines, splitter 1`. */
export function describeSplitter({ splitter }: Pick<ImportSample, 'splitter'>): string {
  if (splitter === null) return 'as the file gives them'
  const [style = '', version] = splitter.split('/')
  const words = styleWords[style] ?? `cut by ${style}`
  return version === undefined ? words : `${words}, splitter ${version}`
}

const verdictWords: Record<string, string> = {
  correct: 'correct',
  wrong: 'wrong',
  unsure: 'not sure to be either',
}

/** What the grader makes of the final answer. */
export function describeAnswer({
  answer,
  verdict,
}: Pick<ImportSample, 'answer' | 'verdict'>): string {
  if (answer === null) return 'No final answer was found.'
  return `Its final answer is read as ${answer}: ${verdictWords[verdict] ?? verdict}.`
}
