import { makeProblemLine } from '@/prisma/seed/factories'
import type { MalformedFileGenerators, MalformedFile } from './malformed-file'
import { makeFileWithInvalidLine } from './malformed-text'
import type { SeededRandom } from './seeded-random'

/* Valid JSON with invalid content. */

type Line = Record<string, unknown>

const makeLine = (change: Line): Line => ({
  id: 'x',
  problem: 'Why?',
  answer: '2',
  samples: [{ id: 'x/0', text: 'So.\n\nThus.' }],
  ...change,
})
const makeLineWithSample = (change: Line) =>
  makeLine({ samples: [{ steps: ['So.', 'Thus.'], ...change }] })

const completion = { text: 'So.', rating: 1, flagged: null }
const step = { completions: [completion], human_completion: null, chosen_completion: 0 }

function makeLabelledLine(change: {
  line?: Line
  question?: Line
  label?: Line
  step?: Line
}): Line {
  return {
    labeler: 'ada',
    timestamp: '2022-07-30T23:23:32.118856',
    generation: 3,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem: 'Why?',
      ground_truth_solution: null,
      ground_truth_answer: '2',
      pre_generated_steps: ['So.', 'Thus.'],
      pre_generated_answer: '3',
      pre_generated_verifier_score: 0.5,
      ...change.question,
    },
    label: {
      steps: [{ ...step, ...change.step }],
      total_time: 1000,
      finish_reason: 'found_error',
      ...change.label,
    },
    ...change.line,
  }
}

const insertLine =
  (make: Line | ((draw: SeededRandom) => Line), location: RegExp) =>
  (draw: SeededRandom): MalformedFile =>
    makeFileWithInvalidLine(
      draw,
      JSON.stringify(typeof make === 'function' ? make(draw) : make),
      location,
    )

/** Lines that are valid one by one, but the last contradicts an earlier one. */
function contradict(first: Line, second: Line, location: RegExp) {
  return (draw: SeededRandom): MalformedFile => {
    const lines = [...draw.goodLines(), JSON.stringify(first)]
    const between = draw.number(3)
    const text = [
      ...lines,
      ...Array.from({ length: between }, () => lines[0]!),
      JSON.stringify(second),
    ]
    const bytes = new TextEncoder().encode(text.join('\n'))
    return { bytes, rejectedLines: [text.length], valid: lines.length, location }
  }
}

/** A line that contradicts the project. */
function contradictProject(first: Line, second: Line, location: RegExp) {
  return (draw: SeededRandom): MalformedFile => ({
    ...makeFileWithInvalidLine(draw, JSON.stringify(second), location),
    before: JSON.stringify(first),
  })
}

const image = '![a chart](https://example.org/chart.png)'
const knownLine = { ...makeProblemLine('known', [0.5]) }
const otherSteps = {
  ...knownLine,
  samples: [{ ...knownLine.samples[0]!, steps: ['Another.'] }],
}
const otherScore = { ...knownLine, samples: [{ ...knownLine.samples[0]!, score: 0.25 }] }

export const malformedContentGenerators: MalformedFileGenerators = {
  'no problem': insertLine(makeLine({ problem: undefined }), /^problem$/),
  'a problem that is a number': insertLine(makeLine({ problem: 12 }), /^problem$/),
  'a problem that is null': insertLine(makeLine({ problem: null }), /^problem$/),
  'a problem with a picture': insertLine(makeLine({ problem: `Look: ${image}` }), /^problem$/),
  'an id that is a list': insertLine(makeLine({ id: ['x'] }), /^id$/),
  'neither samples nor options': insertLine({ problem: 'Why?', answer: '2' }, /^line$/),
  'samples and options': insertLine(makeLine({ options: [['So.']] }), /^options$/),
  'samples as an object': insertLine(makeLine({ samples: { text: 'So.' } }), /^samples$/),
  'samples as a text': insertLine(makeLine({ samples: 'So.' }), /^samples$/),
  'no sample': insertLine(makeLine({ samples: [] }), /^samples$/),
  'a sample that is a number': insertLine(
    (draw) => makeLine({ samples: ['So.', draw.number(100)] }),
    /^samples\[1\]/,
  ),
  'a sample that is null': insertLine(makeLine({ samples: ['So.', null] }), /^samples\[1\]/),
  'a sample without words': insertLine(makeLine({ samples: [{ answer: '2' }] }), /^samples\[0\]/),
  'a sample with text and steps': insertLine(
    makeLineWithSample({ text: 'So.' }),
    /^samples\[0\]\.steps$/,
  ),
  'steps as a text': insertLine(makeLineWithSample({ steps: 'So.' }), /^samples\[0\]\.steps$/),
  'a step that is a number': insertLine(
    (draw) =>
      makeLineWithSample({ steps: [...Array.from({ length: draw.number(9) }, () => 'So.'), 4] }),
    /^samples\[0\]\.steps\[\d\]$/,
  ),
  'a step with a picture': insertLine(
    makeLineWithSample({ steps: ['So.', image] }),
    /^samples\[0\]\.steps\[1\]$/,
  ),
  '10,001 steps': insertLine(
    makeLineWithSample({ steps: Array.from({ length: 10_001 }, () => 'a') }),
    /^samples\[0\]\.steps$/,
  ),
  'a text of 10,001 steps': insertLine(
    makeLine({ samples: [{ text: 'a b c.\n\n'.repeat(10_001) }] }),
    /^samples\[0\]\.text$/,
  ),
  'an answer that is a number': insertLine(
    (draw) => makeLine({ answer: draw.number(99) }),
    /^answer$/,
  ),
  'a verdict in words': insertLine(
    makeLineWithSample({ is_correct: 'yes' }),
    /^samples\[0\]\.is_correct$/,
  ),
  'a score in words': insertLine(makeLineWithSample({ score: '0.5' }), /^samples\[0\]\.score$/),
  'step scores for other steps': insertLine(
    (draw) =>
      makeLineWithSample({ step_scores: Array.from({ length: 3 + draw.number(5) }, () => 0.5) }),
    /^samples\[0\]\.step_scores$/,
  ),
  'a step score in words': insertLine(
    makeLineWithSample({ step_scores: [0.5, '0.5'] }),
    /^samples\[0\]\.step_scores/,
  ),
  'step scores in pairs': insertLine(
    makeLineWithSample({
      step_scores: [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    }),
    /^samples\[0\]\.step_scores/,
  ),
  'alternatives of a step that is not there': insertLine(
    (draw) => makeLineWithSample({ alternatives: { [2 + draw.number(100)]: ['No.'] } }),
    /^samples\[0\]\.alternatives/,
  ),
  'alternatives by name': insertLine(
    makeLineWithSample({ alternatives: { last: ['No.'] } }),
    /alternatives\.last$/,
  ),
  '101 alternatives': insertLine(
    makeLineWithSample({ alternatives: { 0: Array.from({ length: 101 }, (_, i) => `No. ${i}`) } }),
    /alternatives/,
  ),
  'explanations as a text': insertLine(
    makeLineWithSample({ explanations: { 0: 'No.' } }),
    /explanations/,
  ),
  'an empty list of options': insertLine({ problem: 'Why?', options: [] }, /^options$/),
  'a step without options': insertLine(
    { problem: 'Why?', options: [['So.'], []] },
    /^options\[1\]$/,
  ),
  'a rating of 2': insertLine(
    (draw) =>
      makeLabelledLine({ step: { completions: [{ ...completion, rating: 2 + draw.number(9) }] } }),
    /^label\.steps\[0\]\.completions\[0\]\.rating$/,
  ),
  'a rating in words': insertLine(
    makeLabelledLine({ step: { completions: [{ ...completion, rating: 'good' }] } }),
    /rating$/,
  ),
  'a choice that was not offered': insertLine(
    (draw) => makeLabelledLine({ step: { chosen_completion: 1 + draw.number(9) } }),
    /chosen_completion$/,
  ),
  'no label': insertLine(makeLabelledLine({ line: { label: undefined } }), /^label$/),
  'no labeler': insertLine(makeLabelledLine({ line: { labeler: '' } }), /^labeler$/),
  'a finish reason of someone else': insertLine(
    makeLabelledLine({ label: { finish_reason: 'bored' } }),
    /finish_reason$/,
  ),
  'negative time': insertLine(makeLabelledLine({ label: { total_time: -5 } }), /total_time$/),
  'a generation with a fraction': insertLine(
    makeLabelledLine({ line: { generation: 1.5 } }),
    /^generation$/,
  ),
  'no steps to label': insertLine(
    makeLabelledLine({ question: { pre_generated_steps: [] } }),
    /pre_generated/,
  ),
  'an unknown key in a label': insertLine(
    makeLabelledLine({ label: { mood: 'good' } }),
    /^label\.mood$/,
  ),
  'one id, two problems': contradict(
    knownLine,
    { ...knownLine, problem: 'Another one' },
    /^problem$/,
  ),
  'one id, two answers': contradict(knownLine, { ...knownLine, answer: '5' }, /^answer$/),
  'one id, two contents': contradict(knownLine, otherSteps, /^samples\[0\]$/),
  'one id, two scores': contradict(knownLine, otherScore, /^samples\[0\]$/),
  'one id twice on a line': insertLine(
    {
      ...knownLine,
      id: 'y',
      samples: [
        { id: 'y/0', text: 'So.' },
        { id: 'y/0', text: 'No.' },
      ],
    },
    /^samples\[1\]$/,
  ),
  'an id of the project, another problem': contradictProject(
    knownLine,
    { ...knownLine, problem: 'Another one' },
    /^problem$/,
  ),
  'an id of the project, different content': contradictProject(
    knownLine,
    otherSteps,
    /^samples\[0\]$/,
  ),
  'an id of the project, another score': contradictProject(knownLine, otherScore, /^samples\[0\]$/),
}
