import fc from 'fast-check'
import { labelerField } from '@/lib/formats/labeler-field'
import {
  finishReasons,
  annotationFlows,
  inputMethods,
  noteKinds,
  solutionProgressLevels,
  type LabellingEventRecord,
  type Metadata,
  type StoredAnnotation,
  type StoredProblem,
  type StoredRecord,
  type StoredSolution,
  verdicts,
  verdictSources,
} from '@/lib/formats/record'
import { anyStorableText } from './any-prm800k-line'

/*
 * Random annotations with everything stored for them. Each field is independent, so the
 * annotations need not make sense.
 */

const text = anyStorableText
const anyTextOrNull = fc.option(text)
const index = fc.nat({ max: 9_999 })
const rating = fc.constantFrom(-1, 0, 1, null)
const flag = fc.constantFrom(true, false, null)
const milliseconds = fc.nat()
const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('Z', '123Z'))
/** As JSON, because PostgreSQL stores no -0. Imports reject the key `__proto__` (parse-json.ts). */
const metadata = fc
  .dictionary(text, fc.jsonValue())
  .map((value) => JSON.stringify(value))
  .filter((json) => !json.includes('"__proto__"'))
  .map((json) => JSON.parse(json) as Metadata)
const probability = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 })

const problem: fc.Arbitrary<StoredProblem> = fc.record({
  id: fc.uuid(),
  externalId: anyTextOrNull,
  statement: text,
  answer: anyTextOrNull,
  referenceSolution: anyTextOrNull,
  subject: anyTextOrNull,
  level: anyTextOrNull,
  metadata,
})

const solution: fc.Arbitrary<StoredSolution> = fc.record({
  id: fc.uuid(),
  externalId: anyTextOrNull,
  flow: fc.constantFrom(...annotationFlows),
  text: anyTextOrNull,
  splitter: anyTextOrNull,
  stepSpans: list(fc.tuple(index, index)),
  steps: list(text),
  stepIds: list(index),
  revision: fc.integer({ min: 1, max: 99 }),
  options: list(fc.record({ step: index, option: index, text, source: anyTextOrNull })),
  explanations: list(fc.record({ step: index, position: index, text })),
  answer: anyTextOrNull,
  verdict: fc.constantFrom(...verdicts),
  verdictReason: text,
  verdictSource: fc.constantFrom(...verdictSources),
  graderVersion: text,
  score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  stepScores: fc.option(
    list(fc.oneof(probability, fc.tuple(probability, probability, probability))),
  ),
  generator: anyTextOrNull,
  metadata,
})

const annotation: fc.Arbitrary<StoredAnnotation> = fc.record({
  id: fc.uuid(),
  labeler: text.filter((name) => labelerField.safeParse(name).success),
  origin: fc.constantFrom('own', 'imported'),
  state: fc.constant('submitted'),
  startedAt: fc.option(time),
  submittedAt: fc.option(time),
  recordedAt: anyTextOrNull,
  finishReason: fc.constantFrom(...finishReasons),
  finishNote: anyTextOrNull,
  stepCount: index,
  ratings: list(rating),
  flagged: list(flag),
  chosenPositions: list(fc.option(index)),
  optionCounts: list(fc.option(index)),
  supersededRatings: list(rating),
  optionRatings: list(
    fc.record({ step: index, position: index, option: index, rating, flagged: flag }),
  ),
  humanOptions: list(
    fc.record({
      step: index,
      text,
      flagged: fc.boolean(),
      correctedRating: fc.constantFrom(-1, 0, 1, null),
    }),
  ),
  explanation: anyTextOrNull,
  explanationOption: fc.option(index),
  progress: fc.option(fc.constantFrom(...solutionProgressLevels)),
  tags: list(text),
  notes: list(
    fc.record({
      step: index,
      option: fc.option(index),
      kind: fc.constantFrom(...noteKinds),
      text,
      dismissedAt: fc.option(time),
    }),
  ),
  stepTimesMs: list(milliseconds),
  totalTimeMs: milliseconds,
  revision: fc.integer({ min: 1, max: 99 }),
  guidelineVersion: fc.option(index),
  answerShown: flag,
  hiddenReferenceShare: fc.option(fc.constantFrom(0.05, 0.5)),
  generation: fc.option(fc.integer({ min: -1, max: 9 })),
  isQualityControl: fc.boolean(),
  isScreening: fc.boolean(),
  irregular: anyTextOrNull,
})

const event: fc.Arbitrary<LabellingEventRecord> = fc.record({
  sequence: index,
  receivedAt: time,
  activeMs: milliseconds,
  kind: text,
  step: fc.option(index),
  option: fc.option(index),
  rating,
  detail: anyTextOrNull,
  inputMethod: fc.constantFrom(...inputMethods),
  guidelineVersion: index,
  answerShown: fc.boolean(),
})

export const anyStoredRecord: fc.Arbitrary<StoredRecord> = fc.record({
  problem,
  solution,
  annotation,
  events: fc.option(list(event)),
})
