/** In a file without schemas, for forms that say it before the server does. */
export const headingMaxLength = 120
export const wordsMaxLength = 10_000
export const whyMaxLength = 2_000
export const questionMaxLength = 2_000
export const asideMaxLength = 1_000
/** Annotations that one call sends back. */
export const returnsAtOnce = 500
export const affectedWordsMaxLength = 200
