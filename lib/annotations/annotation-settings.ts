/** Settings of a project that decide what an annotation must contain. */
export interface AnnotationSettings {
  asksExplanation: boolean
  asksProgress: boolean
  /** The error types to choose from at the first error. */
  errorTags: { tag: string; label: string }[]
}

/** The settings of a project or a reply, without its other fields. */
export const pickAnnotationSettings = ({
  asksExplanation,
  asksProgress,
  errorTags,
}: AnnotationSettings): AnnotationSettings => ({ asksExplanation, asksProgress, errorTags })

/** Whether there are questions about the first error, besides the rating of its options. */
export const asksAboutFirstError = ({
  asksExplanation,
  asksProgress,
  errorTags,
}: Pick<AnnotationSettings, 'asksExplanation' | 'asksProgress'> & {
  errorTags: readonly unknown[]
}): boolean => asksExplanation || asksProgress || errorTags.length > 0

/** The settings that limit the content: error types without their labels. */
export interface ContentSettings extends Omit<AnnotationSettings, 'errorTags'> {
  errorTags: readonly string[]
}

export const toContentSettings = (settings: AnnotationSettings): ContentSettings => ({
  ...pickAnnotationSettings(settings),
  errorTags: settings.errorTags.map(({ tag }) => tag),
})
