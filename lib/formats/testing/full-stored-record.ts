import type { StoredRecord } from '@/lib/formats/record'

const steps = ['One and one.', 'That is \\boxed{3}.']
const option = { step: 1, option: 1, text: 'That is 2.', source: null }
const time = '2026-03-02T09:00:12.000000Z'

/** A record with every part that a line in Stepmark's own format can have. */
export const fullStoredRecord: StoredRecord = {
  problem: {
    ...{ id: 'problem', externalId: null, statement: 'What is $1+1$?', answer: '2' },
    ...{ referenceSolution: null, subject: null, level: null, metadata: {} },
  },
  solution: {
    ...{ id: 'solution', externalId: null, flow: 'solution', text: steps.join('\n\n') },
    splitter: 'blank-line/1',
    stepSpans: [
      [0, 12],
      [14, 32],
    ],
    ...{ steps, stepIds: [4, 1], revision: 2, options: [option] },
    explanations: [{ step: 1, position: 0, text: 'Off by one.' }],
    ...{
      answer: '3',
      verdict: 'wrong',
      verdictReason: '',
      verdictSource: 'grader',
      graderVersion: '1',
      score: -0,
    },
    ...{ stepScores: [0.5, 0.25], generator: null, metadata: {} },
  },
  annotation: {
    ...{ id: 'annotation', labeler: 'ada', origin: 'own', state: 'submitted' },
    ...{ startedAt: time, submittedAt: time, recordedAt: null },
    ...{ finishReason: 'found_error', finishNote: null, stepCount: 2 },
    ...{
      ratings: [1, -1],
      flagged: [null, true],
      chosenPositions: [0, null],
      optionCounts: [1, 2],
      supersededRatings: [],
    },
    optionRatings: [{ step: 1, position: 1, option: 1, rating: 1, flagged: false }],
    humanOptions: [{ step: 0, text: 'Mine.', flagged: false, correctedRating: null }],
    ...{ explanation: 'Off by one.', explanationOption: 0, progress: 'most', tags: ['sum'] },
    notes: [
      { step: 1, option: null, kind: 'flag', text: '', dismissedAt: time },
      { step: 1, option: 1, kind: 'comment', text: 'Really?', dismissedAt: null },
    ],
    ...{ stepTimesMs: [1, 2], totalTimeMs: 5, revision: 2, guidelineVersion: 1 },
    ...{
      answerShown: true,
      hiddenReferenceShare: null,
      generation: null,
      isQualityControl: false,
      isScreening: false,
    },
    irregular: null,
  },
  events: [
    {
      ...{ sequence: 1, receivedAt: time, activeMs: 9, kind: 'rate', step: 0, option: null },
      ...{ rating: 1, detail: null, inputMethod: 'key', guidelineVersion: 1 },
      ...{ answerShown: true, hintShown: false },
    },
  ],
}
