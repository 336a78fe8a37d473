/** Guidelines that can be published: at most 100,000 characters. */
export const slowToTypesetGuidelines = {
  'headings only': '# \n'.repeat(33_000),
  'headings with words': '# so\n'.repeat(19_000),
  'formulas only': '$x$ '.repeat(24_000),
  'a list': '- x\n'.repeat(24_000),
  'a table': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(16_000)}`,
  paragraphs: 'x\n\n'.repeat(33_000),
  code: `\`\`\`python\n${'x = 1\n'.repeat(16_000)}\`\`\``,
  stars: '*a '.repeat(33_000),
}

const repeatStep = (text: string, count: number) => Array.from({ length: count }, () => text)
const makeFormulas = (count: number) =>
  Array.from({ length: count }, (_, index) => `$x_{${index}}^2$`).join(' ')

/** Solutions that imports accept: at most 1 MiB and 9,999 steps. */
export const slowToTypesetSolutions: Readonly<Record<string, readonly string[]>> = {
  'steps of many formulas': repeatStep(makeFormulas(60), 900),
  'many steps': repeatStep('So $x$ is *so*.', 9_999),
  'many plain steps': repeatStep('So it is.', 9_999),
  'a table': [`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(145_000)}`, 'So.'],
  'lines of text': ['a\n'.repeat(340_000), 'So.'],
  'large formulas': repeatStep(`\\[\\begin{matrix}${'&'.repeat(390)}\\end{matrix}\\]`, 900),
  'slow formulas': repeatStep(`\\[${'\\vec1'.repeat(390)}\\]`, 400),
  code: repeatStep(`\`\`\`python\n${'x = 1\n'.repeat(1_600)}\`\`\``, 90),
  tags: ['<b>'.repeat(300_000), 'So.'],
}

const sample = { steps: ['So.', 'Thus.'], answer: '3', score: 0.5 }
const options = makeDistinctTexts(99, (text) => `${text} ${makeFormulas(300)}`)

/** Import lines of at most 1 MiB whose problem or options are slow to typeset, but not the steps. */
export const slowToTypesetLines = {
  'a long problem': { problem: makeFormulas(60_000), sample },
  'many options': {
    problem: 'Why?',
    sample: { ...sample, alternatives: { 1: options }, explanations: { 1: options } },
  },
}

/** Texts that differ, because imports drop equal options. */
function makeDistinctTexts(count: number, write: (beginning: string) => string): string[] {
  return Array.from({ length: count }, (_, index) => write(`Text ${index}:`))
}

/** A PRM800K line of phase 1, whose steps were chosen among options: 700 steps with two options of 40 formulas each. */
export const slowToTypesetStepChoiceLine = {
  labeler: '00000000-0000-4000-8000-000000000001',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: null,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: { problem: 'Which step is next?', ground_truth_answer: '2' },
  label: {
    steps: Array.from({ length: 700 }, (_, step) => ({
      completions: ['First', 'Second'].map((name, option) => ({
        text: `${name} option of step ${step}: ${makeFormulas(40)}`,
        rating: option === 0 ? 1 : 0,
        flagged: null,
      })),
      human_completion: null,
      chosen_completion: 0,
    })),
    total_time: 60_000,
    finish_reason: 'solution',
  },
}
