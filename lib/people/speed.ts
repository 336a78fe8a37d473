/** With a lower median step time, the annotator can't have read the steps. */
export const minPlausibleStepMs = 1_000

/** Minimum rated steps, because a few short steps can be read at a glance. */
export const minStepsForSpeedCheck = 4

/** Medians are of this number of latest annotations, so that the cost does not grow. */
export const maxTimedAnnotations = 500
