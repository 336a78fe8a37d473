/** Limits apart from the contract, so that forms can use them without loading its schemas. */

export const decisionHeadingMaxLength = 120
export const decisionTextMaxLength = 10_000
export const exampleReasonMaxLength = 2_000
export const questionMaxLength = 2_000
export const dismissalNoteMaxLength = 1_000
/** Maximum number of annotations that one call returns to their annotators. */
export const annotationReturnBatchSize = 500
export const stepTextFilterMaxLength = 200
