/**
 * Every input format is read into these records, and every output format is written from them. Formats know these
 * records but no tables; imports and exports know tables but no formats.
 *
 * Steps and options are 0-based everywhere. Ratings are -1 negative, 0 neutral, +1 positive; null is unrated.
 */

export const annotationFlows = ['solution', 'step_choice'] as const
/**
 * `solution`: rate a finished solution until its first error. `step_choice`: choose among options (PRM800K phase 1).
 */
export type Flow = (typeof annotationFlows)[number]

export const finishReasons = ['solution', 'found_error', 'give_up', 'bad_problem'] as const
export type FinishReason = (typeof finishReasons)[number]

export type Rating = -1 | 0 | 1

/** Any JSON value imported under an unknown key. */
export type Metadata = Record<string, unknown>

export interface ProblemRecord {
  externalId: string | null
  statement: string
  answer: string | null
  /** Never shown to annotators. `undefined` if the source has no such field (PRM800K phase 1). */
  referenceSolution: string | null | undefined
  subject: string | null
  level: string | null
  metadata: Metadata
  /**
   * What identifies a problem: the external id, else the statement. PRM800K lines have no id and must round-trip
   * exactly, so their whole question identifies them.
   */
  identity: string
}

export interface SolutionRecord {
  externalId: string | null
  flow: Flow
  /** The whole text, to be split on import; null if the source has steps. */
  text: string | null
  /** The steps of the source; null if `text` is to be split. For `step_choice`: option 0 of each step. */
  steps: string[] | null
  /**
   * Further options by step. For `solution`: alternatives, numbered from 1 (option 0 is the step itself). For
   * `step_choice`: all options from 0, and the first repeats `steps`.
   */
  options: { step: number; option: number; text: string; source: string | null }[]
  /** Candidate explanations of a mistake, in order. */
  explanations: { step: number; text: string }[]
  /** The final answer of the source; undefined: extract it from the text. */
  answer: string | null | undefined
  /** The source's own verdict on the final answer; null: grade it. */
  isCorrect: boolean | null
  /** Any finite number, higher is better. */
  score: number | null
  /** Per step P(correct), or [P(-1), P(0), P(+1)]. */
  stepScores: (number | [number, number, number])[] | null
  generator: string | null
  metadata: Metadata
  /**
   * True if the solution is identified by its answer and score too, not only by its content: lines of PRM800K must be
   * exported with the answer and score that they had.
   */
  isIdentifiedByAnswer?: true
  annotations: AnnotationRecord[]
}

/** One annotator's rating of one option. `position` is its position on screen (and in the exported list). */
export interface OptionRatingRecord {
  step: number
  position: number
  /** Which of the solution's options was at that position. */
  option: number
  rating: Rating | null
  flagged: boolean | null
}

export interface HumanOptionRecord {
  step: number
  text: string
  flagged: boolean
  /** On a few PRM800K rows. Undocumented, so it is stored and exported unchanged. */
  correctedRating: number | undefined
}

/**
 * One annotator's pass over one solution. `ratings`, `flagged`, `chosenPositions` and `optionCounts` have one element per
 * visited step.
 */
export interface AnnotationRecord {
  /** A name from the file, such as PRM800K's labeler UUID, else the format's name. An account id if labelled here. */
  labeler: string
  /** As in the source: Python's isoformat, microseconds, no zone; null if the source has none. */
  timestamp: string | null
  /** PRM800K's generation: null in phase 1, -1 for screening. */
  generation: number | null
  isQualityControl: boolean
  isScreening: boolean
  finishReason: FinishReason
  totalTimeMs: number
  /**
   * The rating of the path at each step: of the step itself, or of the chosen option. A chosen human option counts as
   * +1.
   */
  ratings: (Rating | null)[]
  /** Flag on the path at each step, as for `ratings`; null if the source has none. */
  flagged: (boolean | null)[]
  /** The chosen position; null for the human option, and if nothing was chosen. */
  chosenPositions: (number | null)[]
  /** Number of options on screen; null if the source has no list. */
  optionCounts: (number | null)[]
  /** Ratings of options other than the solution's own step; in `step_choice`, of every option. */
  optionRatings: OptionRatingRecord[]
  humanOptions: HumanOptionRecord[]
  /** The source's labels of the steps after the first error; absent if it has none. */
  supersededRatings?: (Rating | null)[]
  /** The source's explanation of the error in the last step; absent if it has none. */
  explanation?: string
}

/* Everything stored for an annotation, its solution and its problem: the stepmark format. */

export const verdicts = ['correct', 'wrong', 'unsure'] as const
/** Source of a verdict. `file`: imported. */
export const verdictSources = ['grader', 'file', 'person'] as const
export const solutionProgressLevels = ['none', 'some', 'most'] as const
export const noteKinds = ['flag', 'comment', 'bad_split'] as const
export const inputMethods = ['key', 'pointer', 'touch'] as const

/** `id` is the row's id: lines with the same id are about the same problem. */
export interface StoredProblem extends Omit<ProblemRecord, 'identity' | 'referenceSolution'> {
  id: string
  referenceSolution: string | null
}

export interface StoredSolution extends Pick<
  SolutionRecord,
  'externalId' | 'flow' | 'text' | 'options' | 'score' | 'stepScores' | 'generator' | 'metadata'
> {
  id: string
  /** Name and version of the splitter; null if the source has steps. */
  splitter: string | null
  /** Beginning and end of each step in `text`, in UTF-16 units; empty if the source has steps. */
  stepSpans: [number, number][]
  steps: string[]
  /** Ids of the steps, which repairs keep; empty without repairs: then a step's number identifies it. */
  stepIds: number[]
  /** Increases by one with each repair of the steps. */
  revision: number
  explanations: { step: number; position: number; text: string }[]
  /** As in the source, or extracted from the text. */
  answer: string | null
  verdict: (typeof verdicts)[number]
  verdictReason: string
  verdictSource: (typeof verdictSources)[number]
  graderVersion: string
}

/** A note on a step (`option` null) or on one of its options, by the option's number. */
export interface NoteRecord {
  step: number
  option: number | null
  kind: (typeof noteKinds)[number]
  text: string
  /** When a reviewer dismissed it. */
  dismissedAt: string | null
}

/** A labelling event. */
export interface LabellingEventRecord {
  sequence: number
  receivedAt: string
  /** Milliseconds of active time since the annotation began. */
  activeMs: number
  kind: string
  step: number | null
  /** Position on screen, from 0. */
  option: number | null
  rating: Rating | null
  detail: string | null
  inputMethod: (typeof inputMethods)[number]
  guidelineVersion: number
  answerShown: boolean
}

/** Times are ISO 8601 in UTC, to the microsecond. */
export interface StoredAnnotation extends Omit<
  AnnotationRecord,
  'timestamp' | 'humanOptions' | 'supersededRatings' | 'explanation'
> {
  id: string
  /** `own`: labelled here. `imported`: from data. */
  origin: 'own' | 'imported'
  state: 'submitted'
  /** Number of steps to rate; in `step_choice`, if the end was reached, those of the path. */
  stepCount: number
  /** Null if imported. */
  startedAt: string | null
  submittedAt: string | null
  /** Submission time as in an imported line. */
  recordedAt: string | null
  finishNote: string | null
  /** Ratings of the steps after those of `ratings`, superseded by an error or a repair. */
  supersededRatings: (Rating | null)[]
  humanOptions: (Omit<HumanOptionRecord, 'correctedRating'> & { correctedRating: number | null })[]
  explanation: string | null
  /** Position of the candidate used as `explanation`; null if the annotator wrote it. */
  explanationOption: number | null
  progress: (typeof solutionProgressLevels)[number] | null
  tags: string[]
  notes: NoteRecord[]
  stepTimesMs: number[]
  /** Revision of the solution's steps that it rates. */
  revision: number
  guidelineVersion: number | null
  answerShown: boolean | null
  /** Probability with which the reference answer was hidden, if that was chosen at random; else null. */
  hiddenReferenceShare: number | null
  /** Why it breaks the labelling rules, as imported data can; else null. */
  irregular: string | null
}

/** A complete annotation. */
export interface StoredRecord {
  problem: StoredProblem
  solution: StoredSolution
  annotation: StoredAnnotation
  /** In order; null if not requested. */
  events: LabellingEventRecord[] | null
}

/** The labels of one annotation: every output format except stepmark is written from these. */
export interface LabelsRecord {
  problem: Pick<StoredProblem, 'id' | 'externalId' | 'statement' | 'answer' | 'referenceSolution'>
  solution: Pick<
    StoredSolution,
    | 'id'
    | 'externalId'
    | 'flow'
    | 'steps'
    | 'options'
    | 'answer'
    | 'verdict'
    | 'score'
    | 'generator'
    | 'metadata'
  >
  annotation: Pick<
    StoredAnnotation,
    | 'id'
    | 'labeler'
    | 'origin'
    | 'submittedAt'
    | 'recordedAt'
    | 'finishReason'
    | 'totalTimeMs'
    | 'generation'
    | 'isQualityControl'
    | 'isScreening'
    | 'ratings'
    | 'flagged'
    | 'chosenPositions'
    | 'optionCounts'
    | 'supersededRatings'
    | 'optionRatings'
    | 'humanOptions'
  >
}

/** A parsed line of input. */
export interface ImportRecord {
  problem: ProblemRecord
  solutions: SolutionRecord[]
  /**
   * Everything in a line in the stepmark format. `problem` and `solutions` (one, with one annotation) have what other
   * formats can express; the solution has its current steps.
   */
  stored?: StoredRecord
}

/**
 * An error in a line. `location` is a path (`samples[2].text`) or a column; `offset` counts bytes from the file's
 * start.
 */
export interface LineError {
  line: number
  offset: number
  location: string
  reason: string
  /** The line around the location if that can be found, else its beginning: at most 160 characters (excerpt.ts). */
  excerpt: string
}
