/**
 * What every input format is read into and every output format is written from. Formats know these records and
 * nothing of tables; imports and exports know tables and nothing of formats.
 *
 * Steps and options are 0-based everywhere. Ratings are -1 negative, 0 neutral, +1 positive; null is unrated.
 */

export const flows = ['solution', 'step_choice'] as const
/** `solution`: rate a finished solution until its first error. `step_choice`: choose among options (PRM800K phase 1). */
export type Flow = (typeof flows)[number]

export const finishReasons = ['solution', 'found_error', 'give_up', 'bad_problem'] as const
export type FinishReason = (typeof finishReasons)[number]

export type Rating = -1 | 0 | 1

/** Any JSON value that came with the data under a key we do not know. */
export type Metadata = Record<string, unknown>

export interface ProblemRecord {
  externalId: string | null
  statement: string
  answer: string | null
  /** Never shown to annotators. `undefined` where the source has no such field (PRM800K phase 1). */
  referenceSolution: string | null | undefined
  subject: string | null
  level: string | null
  metadata: Metadata
  /**
   * What makes two lines speak of the same problem: the external id, else the statement; PRM800K lines, which have no
   * id and must be rebuilt exactly, are told apart by their whole question.
   */
  identity: string
}

/** One candidate text at a step. */
export interface OptionRecord {
  text: string
  source: string | null
}

export interface SolutionRecord {
  externalId: string | null
  flow: Flow
  /** The whole text, to be split on import; null when the source gave steps. */
  text: string | null
  /** The steps as given; null when `text` is to be split. For `step_choice`: option 0 of each step. */
  steps: string[] | null
  /**
   * Further options by step. For `solution` these are alternatives, numbered from 1 (option 0 is the step itself); for
   * `step_choice` all options from 0, and the first repeats `steps`.
   */
  options: { step: number; option: number; text: string; source: string | null }[]
  /** Candidate explanations of a mistake, in order. */
  explanations: { step: number; text: string }[]
  /** The final answer as the source states it; undefined: extract it from the text. */
  answer: string | null | undefined
  /** The source's own verdict on the final answer; null: grade it. */
  isCorrect: boolean | null
  /** Any finite number, higher is better. */
  score: number | null
  /** Per step P(correct), or [P(-1), P(0), P(+1)]. */
  stepScores: (number | [number, number, number])[] | null
  generator: string | null
  metadata: Metadata
  /** Answer and score tell it apart too, as each PRM800K line repeats them and must get them back; else its content does. */
  isIdentifiedByAnswer?: true
  annotations: AnnotationRecord[]
}

/** What one person said of one option. `position` is its place on screen (and in the exported list). */
export interface OptionRatingRecord {
  step: number
  position: number
  /** Which of the solution's options stood there. */
  option: number
  rating: Rating | null
  flagged: boolean | null
}

export interface HumanOptionRecord {
  step: number
  text: string
  flagged: boolean
  /** On a few PRM800K rows; its meaning is documented nowhere, so it is kept and given back. */
  correctedRating: number | undefined
}

/**
 * One person's pass over one solution. The four arrays have one element for each step that was reached.
 */
export interface AnnotationRecord {
  /** The source's name for the person: PRM800K's labeler UUID, else an account's id. */
  labeler: string
  /** As the source wrote it: Python's isoformat, microseconds, no zone; null where the source has none. */
  timestamp: string | null
  /** PRM800K's generation: null in phase 1, -1 for screening. */
  generation: number | null
  isQualityControl: boolean
  isScreening: boolean
  finishReason: FinishReason
  totalTimeMs: number
  /** The rating of the path at each step: of the step itself, or of what was chosen. A chosen human option counts as +1. */
  ratings: (Rating | null)[]
  /** Flag on the step itself; null where the source has none. */
  flagged: (boolean | null)[]
  /** Which position was chosen; null for the human option, and where nothing was. */
  chosenPositions: (number | null)[]
  /** How many options were on screen; null where the source has no list at all. */
  optionCounts: (number | null)[]
  /** Ratings of options other than a solution's own step; in `step_choice`, of every option. */
  optionRatings: OptionRatingRecord[]
  humanOptions: HumanOptionRecord[]
  /** What the source says of the steps after the first error; absent where it says nothing. */
  supersededRatings?: (Rating | null)[]
  /** Why the last step is wrong, in the source's words; absent where it says nothing. */
  explanation?: string
}

/* What is stored of an annotation and of what it speaks of: the format `stepmark`. */

export const verdicts = ['correct', 'wrong', 'unsure'] as const
/** Whose word a verdict is: `file`, the data came with it. */
export const verdictSources = ['grader', 'file', 'person'] as const
export const progressLevels = ['none', 'some', 'most'] as const
export const noteKinds = ['flag', 'comment', 'bad_split'] as const
export const inputMethods = ['key', 'pointer', 'touch'] as const

/** `id` names the row: lines with the same one speak of the same problem. So with solutions. */
export interface StoredProblem extends Omit<ProblemRecord, 'identity' | 'referenceSolution'> {
  id: string
  referenceSolution: string | null
}

export interface StoredSolution extends Pick<
  SolutionRecord,
  'externalId' | 'flow' | 'text' | 'options' | 'score' | 'stepScores' | 'generator' | 'metadata'
> {
  id: string
  /** Name and version of the splitter; null where the source gave steps. */
  splitter: string | null
  /** Beginning and end of each step in `text`, in UTF-16 units; empty where the source gave steps. */
  stepSpans: [number, number][]
  steps: string[]
  /** What each step is known by through repairs; empty where nothing was repaired: then its number is its name. */
  stepIds: number[]
  /** Goes up by one with each repair of the steps. */
  revision: number
  explanations: { step: number; position: number; text: string }[]
  /** As the source states it, or as it was found in the text. */
  answer: string | null
  verdict: (typeof verdicts)[number]
  verdictReason: string
  verdictSource: (typeof verdictSources)[number]
  graderVersion: string
}

/** What was said beside a step (`option` null) or beside one of its options, by that option's number. */
export interface NoteRecord {
  step: number
  option: number | null
  kind: (typeof noteKinds)[number]
  text: string
  /** When a reviewer put it aside. */
  dismissedAt: string | null
}

/** Something that happened while labelling. */
export interface EventRecord {
  sequence: number
  receivedAt: string
  /** Milliseconds at work since the annotation began. */
  activeMs: number
  kind: string
  step: number | null
  /** Counts the options on screen, from 0. */
  option: number | null
  rating: Rating | null
  detail: string | null
  inputMethod: (typeof inputMethods)[number]
  guidelineVersion: number
  answerShown: boolean
  hintShown: boolean
}

/** Times are ISO 8601 in UTC, to the microsecond. */
export interface StoredAnnotation extends Omit<
  AnnotationRecord,
  'timestamp' | 'humanOptions' | 'supersededRatings' | 'explanation'
> {
  id: string
  /** `own`: made here. `imported`: came with data. */
  origin: 'own' | 'imported'
  state: 'submitted'
  /** How many steps there were to rate; in `step_choice`, where the end was reached, those of the path. */
  stepCount: number
  /** Null where it came with data. */
  startedAt: string | null
  submittedAt: string | null
  /** Time of submission as an imported line wrote it. */
  recordedAt: string | null
  finishNote: string | null
  /** Ratings given to the steps after those of `ratings`, set aside by an error or a repair. */
  supersededRatings: (Rating | null)[]
  humanOptions: (Omit<HumanOptionRecord, 'correctedRating'> & { correctedRating: number | null })[]
  explanation: string | null
  /** Position of the candidate whose words `explanation` has; null where they are the annotator's own. */
  explanationOption: number | null
  progress: (typeof progressLevels)[number] | null
  tags: string[]
  notes: NoteRecord[]
  stepTimesMs: number[]
  /** Revision of the solution's steps that it speaks of. */
  revision: number
  guidelineVersion: number | null
  answerShown: boolean | null
  /** The chance of being done without the reference answer, where that was drawn; null: it was not. */
  hiddenReferenceShare: number | null
  /** Why it breaks the rules of labelling, as data labelled elsewhere can; else null. */
  irregular: string | null
}

/** One annotation, whole. */
export interface StoredRecord {
  problem: StoredProblem
  solution: StoredSolution
  annotation: StoredAnnotation
  /** In order; null where they were not asked for. */
  events: EventRecord[] | null
}

/** Of one annotation, what says its labels: every output format but our own is written from this alone. */
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

/** One line of input, understood. */
export interface ImportRecord {
  problem: ProblemRecord
  solutions: SolutionRecord[]
  /**
   * Of a line of our own format: everything it says. `problem` and `solutions` (one, with one annotation) say as much of
   * it as the other formats can; the solution has its steps as they are now.
   */
  stored?: StoredRecord
}

/** What is wrong with a line. `place` is a path (`samples[2].text`) or a column; `offset` counts bytes from the file's start. */
export interface LineError {
  line: number
  offset: number
  location: string
  reason: string
  /** The line around the place where that can be found, else its beginning: at most 160 characters (excerpt.ts). */
  excerpt: string
}
