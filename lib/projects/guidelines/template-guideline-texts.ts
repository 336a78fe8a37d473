import type { TemplateSettings } from '@/lib/projects/contract'
import type { Flow, ProjectTemplate } from '@/lib/projects/settings'

/** The settings of a new project that its guideline depends on. */
export interface GuidelineSettings extends Pick<
  TemplateSettings,
  'asksExplanation' | 'asksProgress' | 'errorTags'
> {
  template: ProjectTemplate
  flow: Flow
  showsAnswer: boolean
}

/** The parts of a guideline that depend on the template, in Markdown with formulas and wrapped lines. */
export interface TemplateGuidelineTexts {
  /** What can be checked in half a minute, and what can't. */
  checkable: string
  /** Steps with their ratings, most of them neutral or positive, and why. */
  ratingExamples: string
  /** An example of how to find the first error. */
  firstError: string
  /** A poor and a good explanation of an error. */
  explanation: string
  /** Examples of none, some and most. */
  progress: string
  /** What the final answer must be. */
  finalAnswer: string
  /** Problems in this field that can't be annotated. */
  badProblem: string
  /** A solution with its ratings up to the first error. */
  example: string
  /** The explanation and the progress of that example, shown if the project asks for them. */
  exampleExplanation: string
  exampleProgress: string
  /** The error type of that example, and a clause that says why. */
  exampleTag: { tag: string; reason: string }
  /** One step of flow `step_choice` with its options. */
  choiceExample: string
  /** A good and a bad step written by an annotator. */
  writtenExample: string
  /** Questions and answers. */
  questions: string
}
