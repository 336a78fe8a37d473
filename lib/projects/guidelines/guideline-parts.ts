import type { Flow, ProjectTemplate, TemplateSettings } from '@/lib/projects/settings'

/** What the text for a new project depends on. */
export interface GuidelineOf extends Pick<
  TemplateSettings,
  'asksExplanation' | 'asksProgress' | 'errorTags'
> {
  template: ProjectTemplate
  flow: Flow
  showsAnswer: boolean
}

/** The parts of a guideline for one kind of problem. Markdown with formulas, lines wrapped. */
export interface GuidelineParts {
  /** What can be checked in half a minute, and what can't. */
  checkable: string
  /** Neutral or positive, by examples. */
  borders: string
  /** Where the first error is, by an example. */
  firstError: string
  /** A poor and a good explanation of a mistake. */
  explanation: string
  /** None, some, most, by an example. */
  progress: string
  /** What the final answer must be. */
  finalAnswer: string
  /** Problems in this field that can't be annotated. */
  badProblem: string
  /** A solution with its ratings up to its first error. */
  example: string
  /** The other answers about that error, each if the project asks for it. */
  exampleExplanation: string
  exampleProgress: string
  exampleTag: { tag: string; label: string }
  /** One step of flow `step_choice` with its options. */
  choiceExample: string
  /** The annotator's own option at that step. */
  writtenExample: string
  /** Questions and answers. */
  questions: string
}
