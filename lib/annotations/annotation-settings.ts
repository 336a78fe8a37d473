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

/** The settings that limit the content: error types without their labels. */
export interface ContentSettings extends Omit<AnnotationSettings, 'errorTags'> {
  errorTags: readonly string[]
}

export const toContentSettings = (settings: AnnotationSettings): ContentSettings => ({
  ...pickAnnotationSettings(settings),
  errorTags: settings.errorTags.map(({ tag }) => tag),
})
