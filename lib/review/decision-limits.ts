/** In a file without schemas, for forms that say it before the server does. */
export const headingMaxLength = 120
export const decisionTextMaxLength = 10_000
export const exampleReasonMaxLength = 2_000
export const questionMaxLength = 2_000
export const dismissalNoteMaxLength = 1_000
/** Annotations that one call sends back. */
export const returnBatchSize = 500
export const stepTextFilterMaxLength = 200
